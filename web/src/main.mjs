// The page: puts the parts together.

import { Tilebase } from "../tilebase.mjs";
import { MOST_MOVES, keepAddress, readAddress } from "./address.mjs";
import { Asker } from "./asker.mjs";
import { BoardView } from "./board.mjs";
import { DAILY_SIZES, dailyBoard, isSolvedDaily, keepSolved, numberOf, streak, today } from "./daily.mjs";
import { answerParent } from "./embed.mjs";
import { curve, distribution, standing, story } from "./figures.mjs";
import { Game } from "./game.mjs";
import {
  MOST_ROWS,
  MOST_CELLS,
  WORDS,
  isPlayed,
  rowsOf,
  shapesOf,
  standardGoal,
  wayOf,
} from "./grid.mjs";
import { keepGame, keptGame } from "./kept.mjs";
import { listenForKeys } from "./keys.mjs";
import { Learn } from "./learn.mjs";
import { offerFaces, offerThemes } from "./looks.mjs";
import { inMetric, metricFor, movesIn, runOf } from "./metric.mjs";
import { NOTATIONS, chooseNotation, notation } from "./notation.mjs";
import { inflated } from "./packed.mjs";
import { listenForPaste } from "./paste.mjs";
import { Player } from "./player.mjs";
import { readBoard } from "./read.mjs";
import { Replay } from "./replay.mjs";
import { resultPicture, resultText } from "./result.mjs";
import { save } from "./save.mjs";
import { Setup } from "./setup.mjs";
import { atDistance, distanceOf, farthestOffered, hardBoard, isAny, levelOf } from "./shuffle.mjs";
import { remember, rememberedWord } from "./settings.mjs";
import { Timer } from "./timer.mjs";
import { Verdict } from "./verdict.mjs";
import { Way } from "./way.mjs";
import { plural, sentence, whichMove } from "./words.mjs";

/** The sizes that are offered first, and the shortest side of large ones. */
const FIRST_SIZES = ["3x3", "4x4", "5x5"];
const SHORTEST_SIDE = 5;
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
  if (why) said = why;
});
const timer = new Timer(game);
const setup = new Setup(game, tilebase, view, show);
const replay = new Replay(game, tilebase);
const learn = new Learn(tilebase, game);
const updateAddress = keepAddress(game, learn);
const asked = readAddress();
if (asked.isEmbedded) document.documentElement.dataset.embed = "";
else keepGame(game);
answerParent(tilebase, asked);

let counts = { key: "", size: "", reply: {} };
/** The board that is looked for: its shape, its goal and what stops it. Null if none is. */
let shuffling = null;

function make(moves) {
  player.pause();
  game.record.isHelped ||= verdict.showsAll;
  // Whoever moves before midnight may solve the board after it.
  game.record.isOnDay ||= game.record.daily === today();
  game.make(moves);
}

/** The width of a figure in pixels, so that its text has the right size. */
const widthOf = (id) => Math.max(200, $(id).clientWidth || 520);

/** Says something below the board, or only to screen readers what stands elsewhere already. */
function say(text, isSeen = true) {
  $("status").textContent = text;
  $("status").classList.toggle("sr", !isSeen);
  // What is announced next would take its place.
  if (isSeen) clearTimeout(announcing);
}

/** Redraws everything: the board and what is known about it. */
function show() {
  verdict.show();
  if (verdict.looking) return;
  showBoard();
  const isTold = verdict.showsDistance || game.isSolved;
  const isKnown = ({ distance, bound }) => distance !== null || bound;
  const isDrawn = isTold && game.line.some(isKnown);
  const isOver = Boolean(asker.answer?.why);
  $("way-card").hidden = isOver || (!isTold && game.at === 0);
  way.show(isTold);
  $("curve").hidden = !isDrawn;
  if (isDrawn) $("curve").innerHTML = curve(game.line, game.at, widthOf("curve"));
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
  const shown = setup.editsGoal ? goal : cells;
  const best = setup.isOpen ? [] : verdict.best;
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

/** What depends on the game but not on the board. */
function showGame() {
  const { goal, cols, size, record } = game;
  $("goal").style.setProperty("--cols", cols);
  $("goal").innerHTML = goal.map((tile) => `<span>${tile || ""}</span>`).join("");
  $("goal").setAttribute("aria-label", `The goal: ${rowsOf(goal, cols)}`);
  $("size").value = size;
  if (!$("size").value) {
    // A link may have a size that is not offered.
    $("size").add(sizeOption(size));
    $("size").value = size;
  }
  showMetric();
  $("hard").hidden = !hardBoard(game);
  showDaily(record.daily);
}

/** Marks the button of today's board until it is solved at one size. */
function showToday() {
  const isNew = !DAILY_SIZES.some((size) => isSolvedDaily(today(), size));
  $("daily").classList.toggle("new", isNew);
  $("daily").title = isNew ? "Today’s board, not solved yet" : "Today’s board";
}

/** Shows which daily board it is, the others of the day, and the days in a row. */
function showDaily(date) {
  showToday();
  $("day").hidden = !date;
  if (!date) return;
  const days = streak(today());
  const others = DAILY_SIZES.map((size) => {
    const isDone = isSolvedDaily(date, size);
    const current = size === game.size ? ' aria-current="true"' : "";
    const done = isDone ? ' <span class="tick">✓<span class="sr"> solved</span></span>' : "";
    return `<button data-size="${size}"${current}>${size.replace("x", " × ")}${done}</button>`;
  });
  $("day").innerHTML =
    `<p><b>Daily board no. ${numberOf(date)}</b>${days > 1 ? `, ${plural(days, "day")} in a row` : ""}</p>` +
    `<div class="group">${others.join("")}</div>`;
}
$("day").onclick = ({ target }) => {
  const size = target.closest("button")?.dataset.size;
  if (size) beginDaily(game.record.daily, size);
};

/** Learns the numbers of boards of another shape or goal, and fits the levels to them. */
function count() {
  const { size, goal, metric } = game;
  const key = `${size} ${metric} ${goal.indexOf(0)}`;
  if (counts.key === key) return;
  fitLevels(size, goal, metric);
  counts.key = key;
  showFaces();
}

function fitLevels(size, goal, metric) {
  const isNewSize = counts.size !== size || counts.metric !== metric;
  counts = { key: "", size, metric, reply: tilebase.counts({ goal, size, metric }) };
  const { counts: levels } = counts.reply;
  const most = farthestOffered(goal.length, levels ? levels.length - 1 : Infinity, metric);
  $("distance").max = most;
  if (isNewSize) $("distance").value = distanceOf($("level").value, most);
  showDistance();
}

/** Shows how far new boards are, as a number and in words. */
function showDistance() {
  const { max, value } = $("distance");
  const isOpen = isAny(rowsAndCols(counts.size).reduce((a, b) => a * b), Number(value));
  $("distance-value").textContent = isOpen
    ? "any distance"
    : `${plural(Number(value), "move")} away`;
  $("level").value = levelOf(Number(value), Number(max));
}

const rowsAndCols = (size) => size.split("x").map(Number);

function showStanding() {
  const { counts: levels, states } = counts.reply;
  const distance = verdict.showsDistance ? (asker.answer?.distance ?? game.here.distance) : null;
  const isKnown = distance !== null && distance !== undefined;
  $("distribution").innerHTML = levels
    ? distribution(levels, isKnown ? distance : null, widthOf("distribution"), game)
    : "";
  $("standing").textContent = !levels
    ? "Nobody has counted how far the boards of this size are."
    : isKnown
      ? standing(levels, states, distance, game)
      : `${states.toLocaleString("en")} boards can be solved. The farthest need ${plural(levels.length - 1, "move")}.`;
  $("story").textContent = story(game, isKnown ? distance : null, levels);
}

let announced = "";
/** What is said in place of the next announcement. */
let said = "";
/** Announces the move made and the moves left, for screen readers. */
function announce() {
  if (shuffling) return;
  const { here } = game;
  const isMade = here.move && !setup.isOpen;
  const move = isMade ? `${here.tile} moved ${WORDS[wayOf(here.move)]}` : "";
  const without = asker.stopped ? "The search was stopped" : "Searching";
  const isKnown = asker.answer || (here.rest && here.bound);
  const left = !isKnown ? without : verdict.spoken;
  const isTold = verdict.showsDistance || game.isSolved || !isMade;
  const text = isMade ? (isTold ? `${move}; ${left.toLowerCase()}` : move) : left;
  if (said) say(said);
  else if (text !== announced) say(text, false);
  announced = said || text;
  said = "";
}

game.addEventListener("change", ({ why }) => {
  complain("");
  if (why === "begin" || why === "edit" || why === "enter" || why === "instead") {
    // What was said is about the board before. The new one is announced even in the same words.
    say("");
    announced = "";
    // A shuffle that is under way would replace what the player chose meanwhile.
    shuffling?.controller.abort();
    shuffling = null;
    verdict.looking = "";
    player.pause();
    // A daily board begins without answers, because a result without them is worth more.
    $("answers").checked = !game.record.daily && wantsAnswers();
    showGame();
  }
  if (game.isSolved && game.own > 0 && game.record.isOnDay) {
    keepSolved(game.record.daily, game.size);
    showDaily(game.record.daily);
  }
  setup.show();
  count();
  showBoard();
  if (asker.isReady) showSoon();
  announceLater();
});
asker.addEventListener("change", () => {
  // The first answer is shown with the page.
  if ("ready" in document.documentElement.dataset) {
    showSoon();
  } else {
    show();
    document.documentElement.dataset.ready = Math.round(performance.now());
  }
  announceLater();
});

let announcing;
function announceLater() {
  clearTimeout(announcing);
  announcing = setTimeout(announce, player.isPlaying ? 400 : 100);
}

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

/** Starts the daily board of a date. */
function beginDaily(date, size, made, metric) {
  const [rows, cols] = rowsAndCols(size);
  const goal = standardGoal(rows * cols);
  return begin(rows, cols, dailyBoard(date, size), goal, { daily: date }, made, metric);
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
      Number($("distance").value),
      controller.signal,
    );
    if (shuffling === sought) begin(rows, cols, cells, goal);
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
  fitLevels(`${rows}x${cols}`, goal, metricFor(game.wanted, goal.length));
  $("goal").style.setProperty("--cols", cols);
  $("goal").innerHTML = goal.map((tile) => `<span>${tile || ""}</span>`).join("");
  verdict.show();
  say(LOOKING, false);
}

const sizeOption = (size) => new Option(size.replace("x", " × "), size);
$("size").append(...FIRST_SIZES.map(sizeOption));
const others = Object.assign(document.createElement("optgroup"), { label: "Other sizes" });
for (let cells = 4; cells <= MOST_CELLS; cells += 1) {
  const sizes = shapesOf(cells).filter((size) => !FIRST_SIZES.includes(size));
  others.append(...sizes.map(sizeOption));
}
const large = Object.assign(document.createElement("optgroup"), { label: "Large sizes" });
for (let cells = MOST_CELLS + 1; cells <= MOST_ROWS ** 2; cells += 1) {
  const isOffered = (size) =>
    isPlayed(...rowsAndCols(size)) && Math.min(...rowsAndCols(size)) >= SHORTEST_SIDE;
  large.append(...shapesOf(cells).filter(isOffered).map(sizeOption));
}
$("size").append(others, large);
$("size").onchange = () => {
  const [rows, cols] = rowsAndCols($("size").value);
  shuffle({ rows, cols, goal: standardGoal(rows * cols) });
};
$("distance").oninput = showDistance;
$("level").onchange = () => {
  $("distance").value = distanceOf($("level").value, Number($("distance").max));
  showDistance();
  shuffle();
};
$("daily").onclick = () => {
  const { rows, cols } = shuffling ?? game;
  const size = DAILY_SIZES.find((known) => known === `${rows}x${cols}`) ?? DAILY_SIZES[0];
  const isOnShow = !shuffling && game.record.daily === today() && game.size === size;
  // What was begun goes on.
  if (isOnShow && !game.isSolved) say("This is today’s board");
  else beginDaily(today(), size);
};
// The page may stay open past midnight.
document.addEventListener("visibilitychange", showToday);
$("shuffle").onclick = () => shuffle();
$("next-board").onclick = () => shuffle();
$("hints").onclick = ({ target }) => {
  if (target.dataset.stage) hint(() => verdict.hint(Number(target.dataset.stage)));
};
$("stop").onclick = () => asker.stop();
$("again").onclick = () => asker.ask();
$("count-all").onclick = () => asker.count();
$("mend").onclick = () => setup.exchange(...$("mend").dataset.tiles.split(" ").map(Number));
$("hard").onclick = () => begin(4, 4, hardBoard(game), game.goal);
$("copy-solution").onclick = () => {
  const { cells, size, metric } = game;
  const how = { to: notation(), size, metric };
  const { moves } = tilebase.moves($("solution").dataset.moves, cells, how);
  copy(moves, "Solution copied");
};
$("copy-link").onclick = () => {
  updateAddress();
  copy(location.href, game.at > 0 ? "Link copied, with your moves" : "Link copied");
};
$("copy-result").onclick = () => copy(resultText(game), "Result copied");
$("save-result").onclick = async () => save("tilebase.png", await resultPicture(game));
$("enlarge").onclick = () => asker.enlarge();

function hint(give) {
  if (verdict.looking) return;
  give();
  if (!verdict.showsWay) game.dropAhead();
  show();
  if (verdict.stage === 0) say("Hints hidden", false);
  else say(`${verdict.spoken}. ${$("explain").textContent}`, false);
}

async function copy(text, done) {
  try {
    await navigator.clipboard.writeText(text);
    say(done);
  } catch {
    say(text);
  }
}

view.onmoves = (steps) => make(runOf(steps, game.metric));
listenForKeys({
  isOn: () => !$("view-play").hidden,
  onarrow: (event) => {
    if (view.pressArrow(event) && document.activeElement === document.body) focusBoard();
  },
  doings: {
    z: ({ shiftKey }) => (shiftKey ? player.redo() : player.undo()),
    y: () => player.redo(),
    h: () => hint(() => verdict.nextHint()),
    n: ({ repeat }) => repeat || shuffle(),
    " ": () => player.toggle(),
    home: () => player.jump(0),
    end: () => player.last(),
  },
});
listenForPaste(game, tilebase, setup, {
  onmoves: (moves) => make(movesIn(moves)),
  onerror: say,
  onask: (found) => {
    say("These moves can be read in two ways. They show: ");
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
$("answers").onchange = () => {
  if (!game.record.daily) remember("answers", $("answers").checked ? "yes" : "no");
  verdict.stage = 0;
  verdict.relax();
  if (!$("answers").checked) game.dropAhead();
  else if (!game.isSolved) game.record.isHelped = true;
  show();
  announceLater();
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
    if (!game.isHidden) fitLevels(game.size, goal, metric);
    shuffle();
    return;
  }
  if (metric === game.metric) {
    showMetric();
    return;
  }
  const isOwn = own === at;
  const made = isOwn ? { moves: inMetric(movesIn(moves), metric).join("") } : {};
  begin(rows, cols, isOwn ? line[0].cells : game.cells, goal, record, made);
};
$("timed").checked = timer.isOn = isOn("timer");
$("timed").onchange = () => {
  timer.isOn = $("timed").checked;
  remember("timer", $("timed").checked ? "yes" : "no");
};
const showFaces = offerFaces(game, view, say);
offerThemes(() => learn.repaint());

// The two views.
const tabs = [...document.querySelectorAll('[role="tab"]')];
function showView(name) {
  for (const tab of tabs) {
    const isShown = tab.id === `tab-${name}`;
    tab.setAttribute("aria-selected", isShown);
    tab.tabIndex = isShown ? 0 : -1;
    $(tab.getAttribute("aria-controls")).hidden = !isShown;
  }
  player.pause();
  learn.shown = name === "learn";
}
for (const tab of tabs) {
  tab.onclick = () => showView(tab.id.replace("tab-", ""));
  tab.onkeydown = ({ key }) => {
    if (key !== "ArrowLeft" && key !== "ArrowRight") return;
    const other = tabs[(tabs.indexOf(tab) + 1) % tabs.length];
    other.focus();
    other.click();
  };
}

/** Says what is wrong with the address, until the board changes. */
function complain(why) {
  $("complaint").textContent = why;
}

/** The board that the page begins with: many know it from books. */
const KNOWN = { board: "2 3 4 1 5 x 7 6 8", goal: "", size: "" };

/** What is wrong with an address before its board is read; empty if nothing is. */
function whyNot({ isEmpty, hasBoard, daily, size, metric }) {
  if (isEmpty) return "";
  if (!hasBoard) return "The address has no board.";
  if (daily && !numberOf(daily)) return "There is no daily board of that date.";
  if (daily && size && !DAILY_SIZES.includes(size)) return "There is no daily board of that size.";
  return tilebase.counts({ metric }).error ?? "";
}

/** Starts with the game in the address, or the one that was kept, or with a well-known board. */
function load() {
  const wanted = readAddress();
  const kept = asked.isEmbedded ? null : keptGame(wanted);
  const scene = asked.isEmbedded ? "" : wanted.learn;
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
    begin(kept.rows, kept.cols, kept.cells, kept.goal, kept.record, kept, kept.metric);
  } else if (isDaily && !wrong) {
    illegal = beginDaily(wanted.daily, dailySize, { moves }, metric);
  } else {
    const read = wrong ? { error: wrong } : readBoard(tilebase, board, { goal, size });
    wrong = sentence(read.error ?? "");
    if (!wrong) {
      const { rows, cols, cells } = read.board;
      illegal = begin(rows, cols, cells, read.goal.cells, {}, { moves }, metric);
    } else if (game.number === 0) {
      const { cells } = tilebase.read(KNOWN.board).board;
      game.begin(3, 3, cells, standardGoal(9), "instead");
    }
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
