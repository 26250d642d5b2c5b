// The page: puts the parts together.

import { Tilebase } from "../tilebase.mjs";
import { MOST_MOVES, keepAddress, readAddress, toBeat } from "./address.mjs";
import { Asker } from "./asker.mjs";
import { BoardView } from "./board.mjs";
import { showChallenge } from "./challenge.mjs";
import { DAILY_SIZES, dailyBoard, numberOf, today } from "./daily.mjs";
import { DayPanel } from "./day.mjs";
import { answerParent } from "./embed.mjs";
import { Ending } from "./ending.mjs";
import { boundsOf, curve, distribution, standing, story } from "./figures.mjs";
import { Game } from "./game.mjs";
import { WORDS, rowsOf, standardGoal, wayOf } from "./grid.mjs";
import { keepGame, keptAt, keptGame } from "./kept.mjs";
import { listenForKeys } from "./keys.mjs";
import { Learn } from "./learn.mjs";
import { Lesson } from "./lesson.mjs";
import { Levels } from "./levels.mjs";
import { offerFaces, offerThemes } from "./looks.mjs";
import { inMetric, metricFor, movesIn, runOf } from "./metric.mjs";
import { NOTATIONS, chooseNotation, notation } from "./notation.mjs";
import { inflated } from "./packed.mjs";
import { listenForPaste } from "./paste.mjs";
import { Player } from "./player.mjs";
import { readBoard } from "./read.mjs";
import { Replay } from "./replay.mjs";
import { Setup } from "./setup.mjs";
import { offerSizes, rowsAndCols, sizeOption } from "./sizes.mjs";
import { offerSharing } from "./sharing.mjs";
import { Speaker } from "./speaker.mjs";
import { atDistance, hardBoard } from "./shuffle.mjs";
import { remember, remembered, rememberedWord } from "./settings.mjs";
import { offerViews, showView } from "./tabs.mjs";
import { offerStats, showStats } from "./stats.mjs";
import { Timer } from "./timer.mjs";
import { Verdict } from "./verdict.mjs";
import { Way } from "./way.mjs";
import { plural, sentence, whichMove } from "./words.mjs";

const LOOKING = "Looking for a board …";

const $ = (id) => document.getElementById(id);

const tilebase = await Tilebase.load({
  wasm: await inflated("wasm"),
  startWorker: () => {
    const source = new Blob([$("worker").textContent], { type: "text/javascript" });
    const url = URL.createObjectURL(source);
    const worker = new Worker(url);
    URL.revokeObjectURL(url);
    return worker;
  },
});
window.tilebase = tilebase;

const game = new Game();
const asker = new Asker(tilebase, game);
const view = new BoardView($("board"));
const verdict = new Verdict(game, asker, { onmoves: make, ongo: (to) => player.follow(to) });
const player = new Player(game, asker, () => verdict.showsWay);
const way = new Way(game, (to, why = "") => {
  player.jump(to);
  if (why) say(why, { isHeld: true });
});
const timer = new Timer(game);
const setup = new Setup(game, tilebase, view, show);
const replay = new Replay(game, tilebase);
const learn = new Learn(tilebase, game);
const lesson = new Lesson(game, () => {
  show();
  if (lesson.isOn) speaker.act();
});
const speaker = new Speaker(wording, (text) => {
  movedBy = "";
  say(text, { isSeen: false });
});
const day = new DayPanel(game, (date, size) => beginDaily(date, size));
keepAddress(game, learn);
const asked = readAddress();
if (asked.isEmbedded) document.documentElement.dataset.embed = "";
else keepGame(game);
answerParent(tilebase, asked);

const levels = new Levels(tilebase, () => shuffle());
/** The board that is looked for: its shape, its goal and what stops it. Null if none is. */
let shuffling = null;
const ending = new Ending(game);
ending.onkept = () => {
  day.show();
  showStats();
  levels.show();
};

function make(moves) {
  if (lesson.isOn) {
    lesson.answer(moves);
    return;
  }
  player.pause();
  game.record.isHelped ||= verdict.showsAll;
  // Whoever moves before midnight may solve the board after it.
  game.record.isOnDay ||= game.record.daily === today();
  game.make(moves);
}

/** The width of a figure in pixels, so that its text has the right size. */
const widthOf = (id) => Math.max(200, $(id).clientWidth || 520);

/**
 * Says something below the board, or only to screen readers what stands elsewhere already. What is
 * held stands until the user does something.
 */
function say(text, { isSeen = true, isHeld = false } = {}) {
  $("status").textContent = text;
  $("status").classList.toggle("sr", !isSeen);
  // What is announced next would take its place.
  if (isSeen) speaker.hush(isHeld);
}

/** Redraws everything: the board and what is known about it. */
function show() {
  verdict.show();
  if (verdict.looking) return;
  showBoard();
  showChallenge(game);
  const isTold = verdict.showsDistance || game.isSolved;
  const isDrawn = isTold && game.line.some((board) => boundsOf(board) !== null);
  const isOver = Boolean(asker.answer?.why);
  const isNothing = game.at === 0 && (!isTold || (asker.stopped && !isDrawn));
  $("way-card").hidden = isOver || isNothing;
  way.show(isTold);
  // What a search is about to find has its room already.
  $("curve").hidden = !isDrawn && !(isTold && asker.progress);
  $("curve").innerHTML = isDrawn ? curve(game.line, game.at, widthOf("curve")) : "";
  showStanding();
}

let isShowing = false;
/**
 * Redraws everything after the next frame, which shows the board: on a slow processor the rest
 * takes longer than a key may.
 */
function showSoon() {
  if (isShowing) return;
  isShowing = true;
  const later = () =>
    setTimeout(() => {
      isShowing = false;
      show();
    });
  if (document.hidden) later();
  else requestAnimationFrame(later);
}

function showBoard() {
  const { rows, cols, goal, cells } = game;
  const shown = setup.editsGoal ? goal : (lesson.cells ?? cells);
  const best = setup.isOpen || lesson.isOn ? [] : verdict.best;
  const exchange = setup.editsGoal ? [] : verdict.exchange;
  view.show({ cells: shown, goal, rows, cols, best, proved: verdict.isProved, exchange });
  $("board").setAttribute("aria-label", setup.editsGoal ? "Goal" : "Board");
  player.show();
  const count = (number, word) => `<span><b>${number}</b> ${word}</span> `;
  const { at, own } = game;
  $("counter").innerHTML =
    count(at, at === 1 ? "move" : "moves") + (own === at ? "" : count(at - own, "played for you"));
  timer.show();
}

/** The size that the picture on the tiles is cut to. */
let pictured = "";
/** What depends on the game but not on the board. */
function showGame() {
  const { goal, cols, size } = game;
  $("goal").style.setProperty("--cols", cols);
  $("goal").innerHTML = goal.map((tile) => `<span>${tile || ""}</span>`).join("");
  $("goal").setAttribute("aria-label", `The goal: ${rowsOf(goal, cols)}`);
  $("size").value = size;
  if (!$("size").value) {
    // A link may have a size that is not offered.
    $("size").add(sizeOption(size));
    $("size").value = size;
  }
  // A picture is cut to each shape.
  if (pictured !== size) showFaces();
  pictured = size;
  showMetric();
  $("hard").hidden = !hardBoard(game);
  day.show();
}

function showStanding() {
  const { counts, states } = levels.reply;
  const distance = verdict.showsDistance ? (asker.answer?.distance ?? game.here.distance) : null;
  const isKnown = distance !== null && distance !== undefined;
  $("distribution").innerHTML = counts
    ? distribution(counts, isKnown ? distance : null, widthOf("distribution"), game)
    : "";
  $("standing").textContent = !counts
    ? "Nobody has counted how far the boards of this size are."
    : isKnown
      ? standing(counts, states, distance, game)
      : `${states.toLocaleString("en")} boards can be solved. The farthest need ${plural(counts.length - 1, "move")}.`;
  $("story").textContent = story(game, isKnown ? distance : null, counts);
}

/** How the board on show was reached since something was announced: `move`, `go`, or empty. */
let movedBy = "";
/** The move that was made and what is on show, in words for screen readers. */
function wording() {
  if (lesson.isOn) return { move: "", state: lesson.text };
  const { here, at, line } = game;
  const isMade = movedBy && !setup.isOpen && !shuffling;
  const made =
    movedBy === "go" ? `Move ${at} of ${line.length - 1}` : `${here.tile} moved ${WORDS[wayOf(here.move ?? "d")]}`;
  const isTold = verdict.showsDistance || game.isSolved || !isMade;
  return { move: isMade ? made : "", state: isTold && !shuffling ? verdict.spoken : "" };
}

game.addEventListener("change", ({ why }) => {
  complain("");
  movedBy = { move: "move", play: "move", go: "go" }[why] ?? "";
  if (["begin", "edit", "enter", "instead"].includes(why)) {
    // What was said is about the board before. The new one is announced even in the same words.
    say("");
    speaker.forget();
    // A shuffle that is under way would replace what the player chose meanwhile.
    shuffling?.controller.abort();
    shuffling = null;
    verdict.looking = "";
    player.pause();
    // A result without answers is worth more.
    const { daily, beat } = game.record;
    $("answers").checked = !daily && !beat && wantsAnswers();
    showGame();
  }
  ending.keep();
  setup.show();
  levels.fit(game.size, game.goal, game.metric);
  showBoard();
  if (asker.isReady) showSoon();
  speaker.act(player.isPlaying ? 400 : undefined);
});
asker.addEventListener("change", () => {
  ending.keep();
  // The first answer is shown with the page. Where moves are, the distance alone is not all of it.
  if ("ready" in document.documentElement.dataset) {
    showSoon();
  } else if (asker.isReady || !verdict.showsMoves) {
    show();
    document.documentElement.dataset.ready = Math.round(performance.now());
  }
  speaker.follow();
});

function begin(rows, cols, cells, goal, record, made, metric) {
  if (setup.isOpen) setup.toggle(false);
  return game.begin(rows, cols, cells, goal, "begin", record, made, metric);
}

/** Shows what counts as one move, and why it is one tile although rows were chosen. */
function showMetric() {
  const { metric, size, goal } = game;
  // A link may ask for another one than the setting.
  if (metricFor(game.wanted, goal.length) !== metric) game.wanted = metric;
  $("metric").value = game.wanted;
  const isOther = metric !== game.wanted;
  $("metric-note").hidden = !isOther;
  $("metric-note").textContent = isOther
    ? `At ${size.replace("x", " × ")} one move slides one tile: for rows, the page has no answers at this size.`
    : "";
}

/** Goes on with a game that was kept. */
const goOn = ({ rows, cols, cells, goal, record, metric, ...made }) =>
  begin(rows, cols, cells, goal, record, made, metric);

/** Starts the daily board of a date, or goes on with it. */
function beginDaily(date, size, made, metric) {
  const [rows, cols] = rowsAndCols(size);
  const goal = standardGoal(rows * cols);
  const isOnShow = game.record.daily === date && game.size === size;
  const kept = made || isOnShow ? null : keptDaily(date, size);
  if (kept) return goOn(kept);
  return begin(rows, cols, dailyBoard(date, size), goal, { daily: date }, made, metric);
}

/** The game of a daily board that was begun and is not over. Once it is, it can be played again. */
function keptDaily(date, size) {
  const goal = standardGoal(rowsAndCols(size).reduce((a, b) => a * b));
  const metric = metricFor(game.wanted, goal.length);
  const kept = keptAt(`daily=${date}&size=${size}${metric === "single" ? "" : `&metric=${metric}`}`);
  return kept?.moves && !kept.record.seconds ? kept : null;
}

/** Looks for a new board of a shape, or of the one that is looked for, and begins with it. */
async function shuffle({ rows, cols, goal } = shuffling ?? game) {
  shuffling?.controller.abort();
  const controller = new AbortController();
  const sought = { rows, cols, goal, controller };
  shuffling = sought;
  const isOther = rows !== game.rows || cols !== game.cols;
  const metric = metricFor(game.wanted, goal.length);
  if (isOther) look(rows, cols, goal);
  else if (goal.length > 9) say(LOOKING);
  try {
    const cells = await atDistance(
      tilebase,
      { rows, cols, goal, metric },
      levels.distance,
      controller.signal,
    );
    const record = levels.isLadder ? { isOnLadder: true } : {};
    if (shuffling === sought) begin(rows, cols, cells, goal, record);
  } catch (error) {
    if (controller.signal.aborted) return;
    if (isOther) begin(rows, cols, goal, goal);
    say(sentence(error.message));
  } finally {
    if (shuffling === sought) shuffling = null;
  }
}

/** Shows an empty board of a shape, and that one is looked for. */
function look(rows, cols, goal) {
  if (setup.isOpen) setup.toggle(false);
  player.pause();
  asker.stop();
  game.isHidden = true;
  verdict.looking = LOOKING;
  verdict.relax();
  view.look(rows, cols);
  levels.fit(`${rows}x${cols}`, goal, metricFor(game.wanted, goal.length));
  $("goal").style.setProperty("--cols", cols);
  $("goal").innerHTML = goal.map((tile) => `<span>${tile || ""}</span>`).join("");
  verdict.show();
  say(LOOKING, { isSeen: false });
}

offerSizes($("size"));
$("size").onchange = () => {
  const [rows, cols] = rowsAndCols($("size").value);
  shuffle({ rows, cols, goal: standardGoal(rows * cols) });
};
$("daily").onclick = () => {
  const { rows, cols } = shuffling ?? game;
  const size = DAILY_SIZES.find((known) => known === `${rows}x${cols}`) ?? DAILY_SIZES[0];
  const isOnShow = !shuffling && game.record.daily === today() && game.size === size;
  // What was begun goes on.
  if (isOnShow && !game.isSolved) say("This is today’s board");
  else beginDaily(today(), size);
};
$("shuffle").onclick = () => shuffle();
$("next-board").onclick = () => shuffle();
$("retry").onclick = () => {
  player.jump(0);
  $("answers").checked = false;
  verdict.stage = 0;
  game.dropAhead();
  show();
  focusBoard();
};
$("hints").onclick = ({ target }) => {
  if (target.dataset.stage) hint(() => verdict.hint(Number(target.dataset.stage)));
};
$("stop").onclick = () => asker.stop();
$("again").onclick = () => asker.ask();
$("count-all").onclick = () => asker.count();
$("mend").onclick = () => setup.exchange(...$("mend").dataset.tiles.split(" ").map(Number));
$("mend-goal").onclick = () => $("goal-first").click();
$("hard").onclick = () => begin(4, 4, hardBoard(game), game.goal);
$("mend-mistakes").onclick = () => lesson.begin();
$("gear").onclick = () => {
  const isOpen = document.querySelector(".play").classList.toggle("with-settings");
  $("gear").setAttribute("aria-expanded", isOpen);
  showView("play");
  if (isOpen) $("look").scrollIntoView();
};
$("enlarge").onclick = () => asker.enlarge();

function hint(give) {
  if (verdict.looking || game.isSolved || lesson.isOn) return;
  const { checked } = $("answers");
  give();
  if (checked) keepAnswers();
  if (!verdict.showsWay) game.dropAhead();
  show();
  speaker.tell(verdict.spokenHint);
}

view.onmoves = (steps) => make(runOf(steps, game.metric));
/** What a key does to the game, unless there is a lesson, which leaves the game as it is. */
const unlessTaught = (act) => (event) => lesson.isOn || act(event);
listenForKeys({
  isOn: () => !$("view-play").hidden,
  onarrow: (event) => {
    if (view.pressArrow(event) && document.activeElement === document.body) focusBoard();
  },
  doings: {
    z: unlessTaught(({ shiftKey }) => (shiftKey ? player.redo() : player.undo())),
    y: unlessTaught(() => player.redo()),
    h: () => hint(() => verdict.nextHint()),
    n: ({ repeat }) => repeat || shuffle(),
    " ": unlessTaught(() => player.toggle()),
    home: unlessTaught(() => player.jump(0)),
    end: unlessTaught(() => player.last()),
  },
});
listenForPaste(game, tilebase, setup, {
  onmoves: (moves) => make(movesIn(moves)),
  onpaste: () => {
    say("");
    setup.forget();
    if ($("view-play").hidden && !learn.isFree) showView("play");
  },
  onerror: (why) => say(why, { isHeld: true }),
  onask: (found) => {
    say("These moves can be read in two ways. They show: ", { isHeld: true });
    const buttons = found.map(({ from, moves }) => {
      const button = document.createElement("button");
      button.className = "quiet";
      button.textContent = NOTATIONS[from];
      button.onclick = () => {
        say("");
        make(movesIn(moves));
      };
      return button;
    });
    $("status").append(...buttons);
  },
});

function focusBoard() {
  $("board").focus({ preventScroll: true });
}

// When a control is disabled or hidden while it has the focus, the board gets it.
let focused = null;
document.addEventListener("pointerdown", () => (focused = null));
document.addEventListener("focusin", ({ target }) => (focused = target));
new MutationObserver(() => {
  const isGone = focused?.matches(":disabled") || focused?.closest("[hidden]");
  if (isGone && [document.body, focused].includes(document.activeElement)) focusBoard();
}).observe($("view-play"), { subtree: true, attributeFilter: ["disabled", "hidden"] });

// Settings that are saved.
const isOn = (name) => rememberedWord(name, ["no", "yes"]) === "yes";
/** In the frame of another page, nobody could turn answers on. */
const wantsAnswers = () => asked.isEmbedded || isOn("answers");
$("answers").checked = wantsAnswers();
/** Keeps the setting, unless it is one of this board alone. */
function keepAnswers() {
  const { daily, beat } = game.record;
  if (!daily && !beat) remember("answers", $("answers").checked ? "yes" : "no");
}
$("answers").onchange = () => {
  keepAnswers();
  verdict.stage = 0;
  verdict.relax();
  if (!$("answers").checked) game.dropAhead();
  else if (!game.isSolved) game.record.isHelped = true;
  show();
  speaker.tell(verdict.spokenHint);
};
$("convention").value = view.convention = rememberedWord("convention", ["tile", "blank"]);
$("convention").onchange = () => remember("convention", (view.convention = $("convention").value));
for (const [name, shows] of Object.entries(NOTATIONS))
  $("notation").append(new Option(shows, name));
$("notation").value = notation();
$("notation").onchange = () => {
  chooseNotation($("notation").value);
  show();
};
game.wanted = rememberedWord("metric", ["single", "multi"]);
/**
 * Goes on with the same game, or if some moves were played for the player, from here. A board that
 * is looked for in its place is looked for anew.
 */
$("metric").onchange = () => {
  const { rows, cols, goal, line, at, own, record, moves } = game;
  game.wanted = $("metric").value;
  remember("metric", game.wanted);
  const metric = metricFor(game.wanted, goal.length);
  if (shuffling) {
    if (!game.isHidden) levels.fit(game.size, goal, metric);
    shuffle();
    return;
  }
  if (metric === game.metric) {
    showMetric();
    return;
  }
  const isOwn = own === at;
  const made = isOwn ? { moves: inMetric(movesIn(moves), metric).join("") } : {};
  // A daily board and a challenge are counted in one metric. The rest is another game.
  const { daily, beat, id, ...others } = record;
  const kept = line.length === 1 && daily ? { daily } : isOwn ? others : { isHelped: record.isHelped };
  begin(rows, cols, isOwn ? line[0].cells : game.cells, goal, kept, made);
};
$("timed").checked = timer.isOn = isOn("timer");
$("timed").onchange = () => {
  timer.isOn = $("timed").checked;
  remember("timer", $("timed").checked ? "yes" : "no");
};
const showFaces = offerFaces(game, view, say);
offerThemes(() => learn.repaint());

offerStats();
offerSharing(tilebase, game, say);
offerViews((name) => {
  player.pause();
  learn.shown = name === "learn";
});

/** Says what is wrong with the address, until the board changes. */
function complain(why) {
  $("complaint").textContent = why;
}

/** The board that the page begins with: many know it from books. */
const KNOWN = { board: "2 3 4 1 5 x 7 6 8", goal: "", size: "" };

/** What is wrong with an address before its board is read; empty if nothing is. */
function whyNot({ isEmpty, hasBoard, daily, size, metric, beat }) {
  if (isEmpty) return "";
  if (!hasBoard) return "The address has no board.";
  if (daily && !numberOf(daily)) return "There is no daily board of that date.";
  if (daily && size && !DAILY_SIZES.includes(size)) return "There is no daily board of that size.";
  if (beat && !toBeat(beat)) return `The number of moves to beat is “${beat.slice(0, 20)}”.`;
  return tilebase.counts({ metric }).error ?? "";
}

/** Starts with the game in the address, today's board, the game that was kept, or a known board. */
function load() {
  const wanted = readAddress();
  const kept = asked.isEmbedded ? null : keptGame(wanted);
  const scene = asked.isEmbedded ? "" : wanted.learn;
  const isFirstToday = !asked.isEmbedded && remembered("visited", "", () => true) !== today();
  if (isFirstToday && wanted.isEmpty) remember("visited", today());
  if (scene) learn.choose(scene);
  const { board, goal, size } = wanted.isEmpty ? KNOWN : wanted;
  // A link to a game says how it is counted.
  const metric = wanted.isEmpty ? undefined : wanted.metric === "multi" ? "multi" : "single";
  const dailySize = DAILY_SIZES.includes(wanted.size) ? wanted.size : DAILY_SIZES[0];
  const isDaily = wanted.daily !== "";
  const { moves } = wanted;
  let wrong = whyNot(wanted);
  let illegal = null;
  if (kept) {
    wrong = "";
    goOn(kept);
  } else if (isDaily && !wrong) {
    illegal = beginDaily(wanted.daily, dailySize, { moves }, metric);
  } else if (!wanted.isEmpty || !isFirstToday) {
    const read = wrong ? { error: wrong } : readBoard(tilebase, board, { goal, size });
    wrong = sentence(read.error ?? "");
    if (!wrong) {
      const { rows, cols, cells } = read.board;
      const beat = toBeat(wanted.beat);
      const record = beat ? { beat } : {};
      illegal = begin(rows, cols, cells, read.goal.cells, record, { moves }, metric);
    } else if (game.number === 0) {
      const { cells } = tilebase.read(KNOWN.board).board;
      game.begin(3, 3, cells, standardGoal(9), "instead");
    }
  }
  // The first visit of a day shows its board; Back leads to the game before.
  if (wanted.isEmpty && isFirstToday && kept?.record.daily !== today()) {
    const size = DAILY_SIZES.find((one) => one === `${kept?.rows}x${kept?.cols}`);
    beginDaily(today(), size ?? DAILY_SIZES[0]);
  }
  const most = MOST_MOVES.toLocaleString("en");
  const isCut = wanted.isLong && !kept;
  if (wrong) complain(`This link cannot be read. ${wrong} Here is another board.`);
  else if (illegal)
    complain(`This link has a move that cannot be made: ${whichMove(illegal)}. Here is the board before it.`);
  else complain(isCut ? `This link has too many moves. Here are the first ${most}.` : "");
  if (scene) showView("learn");
}
// Back leads to a game that is still known, or else to the board in the address. This event is also
// sent when somebody enters another address.
addEventListener("popstate", ({ state }) => {
  if (!state || !game.enter(state.game)) load();
});

let width = 0;
new ResizeObserver(() => {
  const now = $("distribution").clientWidth;
  if (width === now) return;
  width = now;
  verdict.relax();
  show();
}).observe($("distribution"));
load();
