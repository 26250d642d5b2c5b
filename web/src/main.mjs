// The page: puts the parts together.

import { Tilebase } from "../tilebase.mjs";
import { keepAddress, readAddress } from "./address.mjs";
import { Asker } from "./asker.mjs";
import { BoardView } from "./board.mjs";
import { answerParent } from "./embed.mjs";
import { curve, distribution, standing, story } from "./figures.mjs";
import { Game } from "./game.mjs";
import { OPPOSITE, WORDS, countedFromOne, rowsOf, standardGoal } from "./grid.mjs";
import { Learn } from "./learn.mjs";
import { NOTATIONS, chooseNotation, notation } from "./notation.mjs";
import { inflated } from "./packed.mjs";
import { cut, kept, picture } from "./pictures.mjs";
import { Player } from "./player.mjs";
import { resultPicture, resultText } from "./result.mjs";
import { save } from "./save.mjs";
import { Setup } from "./setup.mjs";
import {
  atDistance,
  dailyBoard,
  distanceOf,
  farthestOffered,
  hardBoard,
  isAny,
  levelOf,
  today,
} from "./shuffle.mjs";
import { remember, remembered } from "./settings.mjs";
import { Timer } from "./timer.mjs";
import { Verdict } from "./verdict.mjs";
import { Way } from "./way.mjs";

/** The sizes, by the number of cells up to which they are answered alike. */
const KINDS = { 9: "Looked up", 16: "Searched", 25: "A good solution at once" };
const THEMES = { auto: "as the system", light: "light", dark: "dark" };

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
const setup = new Setup(game, tilebase, view, () => show());
const learn = new Learn(tilebase, game);
keepAddress(game, learn);
const asked = readAddress();
if (asked.isEmbedded) document.documentElement.dataset.embed = "";
answerParent(tilebase, asked.origin);

let counts = { key: "", size: "", reply: {} };
let shuffling = null;

function make(moves) {
  player.pause();
  game.record.isHelped ||= verdict.showsMoves;
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
  showBoard();
  const isTold = verdict.showsDistance || game.isSolved;
  const isDrawn = isTold && game.line.some(({ distance }) => distance !== null);
  $("way-card").hidden = !isTold || Boolean(asker.answer?.why);
  way.show();
  $("curve").innerHTML = isDrawn
    ? curve(game.line, game.at, widthOf("curve"))
    : '<p class="note">No distance is known yet.</p>';
  showStanding();
}

function showBoard() {
  const { rows, cols, goal, cells } = game;
  const shown = setup.editsGoal ? goal : cells;
  const best = setup.isOpen ? "" : verdict.best;
  view.show({ cells: shown, goal, rows, cols, best, proved: verdict.isProved });
  $("board").setAttribute("aria-label", setup.editsGoal ? "Goal" : "Board");
  player.show();
  const least = game.line[0].distance;
  const isTold = least !== null && (verdict.showsAll || game.isSolved);
  const count = (number, word) => `<span><b>${number}</b> ${word}</span> `;
  const { at, own } = game;
  $("counter").innerHTML =
    (own === at ? count(at, at === 1 ? "move" : "moves") : count(own, "yours")) +
    (own === at ? "" : count(at - own, "played")) +
    (isTold ? `<span>best <b>${least}</b></span>` : "");
  timer.show();
  $("goal").style.setProperty("--cols", cols);
  $("goal").innerHTML = goal.map((tile) => `<span>${tile || ""}</span>`).join("");
  $("goal").setAttribute("aria-label", `The goal: ${rowsOf(goal, cols)}`);
  $("size").value = game.size;
  $("hard").hidden = !hardBoard(game);
  const { daily } = game.record;
  $("day").innerHTML = daily ? `Daily board of <span>${daily}</span>` : "";
}

/** Learns the numbers of boards of another shape or goal, and fits the slider of distances to them. */
function count() {
  const { size, goal } = game;
  const key = `${size} ${goal.indexOf(0)}`;
  if (counts.key === key) return;
  const isNewSize = counts.size !== size;
  counts = { key, size, reply: tilebase.counts({ goal, size }) };
  const { counts: levels } = counts.reply;
  const most = farthestOffered(game.cells.length, levels ? levels.length - 1 : Infinity);
  $("distance").max = most;
  if (isNewSize) {
    $("distance").value = distanceOf($("level").value, most);
    showFaces();
  }
  showDistance();
}

/** Shows the distance to shuffle to, as a number and in words. */
function showDistance() {
  const { max, value } = $("distance");
  $("distance-value").textContent = isAny(game.cells.length, Number(value)) ? "any" : value;
  $("level").value = levelOf(Number(value), Number(max));
}

function showStanding() {
  const { counts: levels, states } = counts.reply;
  const distance = verdict.showsDistance ? (asker.answer?.distance ?? game.here.distance) : null;
  const isKnown = distance !== null && distance !== undefined;
  $("distribution").innerHTML = levels
    ? distribution(levels, isKnown ? distance : null, widthOf("distribution"))
    : "";
  $("standing").textContent = !levels
    ? "Nobody has counted the boards of this shape with this goal."
    : isKnown
      ? standing(levels, states, distance, game.cells.length)
      : `${states.toLocaleString("en")} boards can be solved, the farthest in ${levels.length - 1} moves.`;
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
  const move = isMade ? `${here.tile} moved ${WORDS[OPPOSITE[here.move]]}; ` : "";
  const without = asker.stopped ? "The search was stopped" : "Searching";
  const isKnown = asker.answer || (here.rest && here.bound);
  const left = isKnown ? verdict.spoken : without;
  const text = isMade ? move + left.toLowerCase() : left;
  if (said) say(said);
  else if (text !== announced) say(text, false);
  announced = said || text;
  said = "";
}

game.addEventListener("change", ({ why }) => {
  complain("");
  if (why === "begin" || why === "edit" || why === "enter") {
    // A shuffle that is under way would replace what the player chose meanwhile.
    shuffling?.abort();
    shuffling = null;
    player.pause();
    // A daily board begins without answers, because a result without them is worth more.
    $("answers").checked = !game.record.daily && wantsAnswers();
  }
  setup.show();
  count();
  if (asker.isReady) show();
  else showBoard();
  announceLater();
});
asker.addEventListener("change", () => {
  show();
  document.documentElement.dataset.ready ??= Math.round(performance.now());
  announceLater();
});

let announcing;
function announceLater() {
  clearTimeout(announcing);
  announcing = setTimeout(announce, player.isPlaying ? 400 : 60);
}

function begin(rows, cols, cells, goal, record) {
  if (setup.isOpen) setup.toggle(false);
  game.begin(rows, cols, cells, goal, "begin", record);
}

/** Starts the daily board of a date. */
function beginDaily(date) {
  begin(3, 3, dailyBoard(tilebase, date), standardGoal(9), { daily: date });
}

async function shuffle() {
  shuffling?.abort();
  const controller = new AbortController();
  shuffling = controller;
  const { rows, cols, goal } = game;
  if (game.cells.length > 9) say("Looking for a board at that distance…");
  try {
    const cells = await atDistance(
      tilebase,
      { rows, cols, goal },
      Number($("distance").value),
      controller.signal,
    );
    if (shuffling === controller) begin(rows, cols, cells, goal);
  } catch (error) {
    if (!controller.signal.aborted) say(error.message);
  } finally {
    if (shuffling === controller) shuffling = null;
  }
}

let least = 4;
for (const [most, label] of Object.entries(KINDS)) {
  const group = Object.assign(document.createElement("optgroup"), { label });
  for (let cells = least; cells <= most; cells += 1)
    for (let rows = 2; rows <= cells / 2; rows += 1) {
      const cols = cells / rows;
      if (Number.isInteger(cols)) group.append(new Option(`${rows} × ${cols}`, `${rows}x${cols}`));
    }
  $("size").append(group);
  least = Number(most) + 1;
}
$("size").onchange = () => {
  const [rows, cols] = $("size").value.split("x").map(Number);
  begin(rows, cols, standardGoal(rows * cols), standardGoal(rows * cols));
  shuffle();
};
$("distance").oninput = showDistance;
$("level").onchange = () => {
  $("distance").value = distanceOf($("level").value, Number($("distance").max));
  showDistance();
};
$("daily").onclick = () => beginDaily(today());
$("shuffle").onclick = shuffle;
$("hint").onclick = () => hint();
$("stop").onclick = () => asker.stop();
$("again").onclick = () => asker.ask();
$("count-all").onclick = () => asker.count();
$("mend").onclick = () => setup.exchange(...$("mend").dataset.tiles.split(" ").map(Number));
$("hard").onclick = () => begin(4, 4, hardBoard(game), game.goal);
$("copy-solution").onclick = () => {
  const { cells, size } = game;
  const { moves } = tilebase.moves($("solution").dataset.moves, cells, { to: notation(), size });
  copy(moves, "Solution copied");
};
$("copy-link").onclick = () => copy(location.href, "Link copied");
$("copy-result").onclick = () => copy(resultText(game), "Result copied");
$("save-result").onclick = async () => save("tilebase.png", await resultPicture(game));
$("enlarge").onclick = () => asker.enlarge();
setup.onmoves = make;

function hint() {
  verdict.hint();
  if (!verdict.showsWay) game.dropAhead();
  show();
  if (verdict.stage === 0) say("Hints hidden");
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

view.onmoves = make;
view.onkey = ({ key, shiftKey, ctrlKey, metaKey, repeat }) => {
  const withControl = ctrlKey || metaKey;
  const name = key.toLowerCase();
  const doings = {
    z: () => (shiftKey ? player.redo() : player.undo()),
    y: () => player.redo(),
    h: hint,
    n: () => repeat || shuffle(),
    " ": () => player.toggle(1),
    home: () => player.jump(0),
    end: () => player.last(),
  };
  if (!doings[name] || (withControl && name !== "z" && name !== "y")) return false;
  doings[name]();
  return true;
};

// Arrow keys move tiles wherever the focus is, except where they have another use.
document.addEventListener("keydown", (event) => {
  const hasOtherUse = event.target.closest(
    "#board, input:not([type=checkbox]), select, [role=tab], [role=toolbar]",
  );
  if (hasOtherUse || $("view-play").hidden || !view.pressArrow(event)) return;
  if (document.activeElement === document.body) focusBoard();
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
/** In the frame of another page, nobody could turn answers on. */
const wantsAnswers = () => asked.isEmbedded || remembered("answers", "yes") === "yes";
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
$("convention").value = view.convention = remembered("convention", "tile");
$("convention").onchange = () => remember("convention", (view.convention = $("convention").value));

for (const [name, shows] of Object.entries(NOTATIONS))
  $("notation").append(new Option(shows, name));
$("notation").value = notation();
$("notation").onchange = () => {
  chooseNotation($("notation").value);
  show();
};
$("timed").checked = timer.isOn = remembered("timer", "no") === "yes";
$("timed").onchange = () => {
  timer.isOn = $("timed").checked;
  remember("timer", $("timed").checked ? "yes" : "no");
};

let own = remembered("picture", "");
let faces = remembered("faces", "numbers");
if (faces === "own" && !own) faces = "numbers";
async function showFaces() {
  const { rows, cols, size } = game;
  $("faces").value = faces;
  const url = faces === "own" ? await cut(own, rows, cols) : picture(faces, rows, cols);
  if (size === game.size) view.picture = url;
}
function choose(name) {
  faces = name;
  remember("faces", faces);
  showFaces();
}
$("faces").onchange = () => {
  const name = $("faces").value;
  if (name === "own") $("file").click();
  if (name !== "own" || own) choose(name);
  else $("faces").value = faces;
};
$("file").onchange = async () => {
  const [file] = $("file").files;
  if (!file) return;
  try {
    own = await kept(file);
  } catch {
    say("The browser cannot read this file as a picture.");
    return;
  }
  remember("picture", own);
  choose("own");
};

function showTheme(theme) {
  if (theme === "auto") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
  $("theme-name").textContent = `Colours: ${THEMES[theme]}`;
  remember("theme", theme);
  learn.repaint();
}
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => learn.repaint());
$("theme").onclick = () => {
  const names = Object.keys(THEMES);
  showTheme(names[(names.indexOf(remembered("theme", "auto")) + 1) % names.length]);
};

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
  $("complaint").textContent =
    why && `This link cannot be read: ${why}. The board below is another.`;
}

/** Starts with the board in the address, or with a well-known one if it has none. */
function load() {
  const known = { board: "2 3 4 1 5 x 7 6 8", goal: "", size: "" };
  const address = readAddress();
  const { board, goal, size } = address.isEmpty ? known : address;
  if (address.learn) learn.choose(address.learn);
  const isDaily = /^\d{4}-\d\d-\d\d$/.test(address.daily);
  const read = tilebase.read(board, { goal, size });
  if (isDaily) {
    beginDaily(address.daily);
  } else if (!read.error) {
    begin(read.board.rows, read.board.cols, read.board.cells, read.goal.cells);
  } else if (game.number === 0) {
    const { cells } = tilebase.read(known.board).board;
    game.begin(3, 3, cells, standardGoal(9), "instead");
  }
  complain(isDaily ? "" : countedFromOne(read.error ?? ""));
  if (address.learn) showView("learn");
}
// Back leads to a game that is still known, or else to the board in the address. This event is also
// sent when somebody enters another address.
addEventListener("popstate", ({ state }) => {
  if (!state || !game.enter(state.game)) load();
});

let width = 0;
new ResizeObserver(() => {
  if (width === $("distribution").clientWidth) return;
  width = $("distribution").clientWidth;
  verdict.relax();
  show();
}).observe($("distribution"));
showTheme(remembered("theme", "auto"));
load();
