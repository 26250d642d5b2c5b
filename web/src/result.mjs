// What a player did, as a text to paste and as a picture to save.

import { challengeOf } from "./address.mjs";
import { streak } from "./daily.mjs";
import { doesCount, isPerfect } from "./ending.mjs";
import { curve } from "./figures.mjs";
import { rowsOf } from "./grid.mjs";
import { secondsOf } from "./timer.mjs";
import { judged, mistakesOf } from "./way.mjs";
import { clockTime, fewest, intervalOf, plural } from "./words.mjs";

/** The most squares of a bar. */
const SQUARES = 10;
const SIGNS = { good: "🟩", mistake: "🟧", played: "⬜", unknown: "⬛" };

function kindOf({ isOwn, cost }) {
  if (!isOwn) return "played";
  return cost === null ? "unknown" : cost > 0 ? "mistake" : "good";
}

/** The number of moves that the player's mistakes cost; null if not all moves are judged. */
function lostBy(game) {
  const moves = judged(game);
  const own = moves.filter(({ isOwn }) => isOwn);
  const sum = own.reduce((lost, { cost }) => lost + cost, 0);
  return moves.every(({ cost }) => cost !== null) ? sum : null;
}

/** The result in lines. */
function linesOf(game) {
  const { rows, cols, metric, at, own, record, line } = game;
  const wrong = mistakesOf(judged(game)).length;
  const lost = lostBy(game);
  const help = record.isHelped
    ? "solution shown"
    : record.hints
      ? plural(record.hints, "hint")
      : "no hints";
  const played = at > own ? `, ${at - own} of them played for me` : "";
  const least = fewest(line[0]);
  const best = least && (lost === 0 && !played ? ", the fewest possible" : `; ${least.replace("The", "the")}`);
  const par = line[0].distance;
  const isScored = record.daily && par !== null && doesCount(game);
  const score = isScored ? `: ${at === par ? `par${isPerfect(game) ? " ★" : ""}` : `+${at - par}`}` : "";
  const days = record.isOnDay ? streak(record.daily) : 0;
  return {
    title: `tilebase ${record.daily ? `daily ${record.daily}, ` : ""}${rows}×${cols}${metric === "multi" ? ", rows slide" : ""}${score}`,
    moves: `${plural(at, "move")}${played}${best}`,
    time: `${clockTime(secondsOf(game))}, ${help}${wrong ? `, ${plural(wrong, "mistake")}` : ""}${days > 1 ? `, ${days} days in a row` : ""}`,
  };
}

/** The result as figures, for the page. */
export function resultFigures(game) {
  const lost = lostBy(game);
  const figures = [
    ["moves", game.at],
    [game.record.daily ? "par" : "fewest", intervalOf(game.line[0]) || "…"],
    ["wasted", lost ?? "…"],
    ["time", clockTime(secondsOf(game))],
  ];
  return figures.map(([name, value]) => `<div><dd>${value}</dd><dt>${name}</dt></div>`).join("");
}

/**
 * The moves as a bar of squares, each for equally many: best, with a mistake among them, or played
 * by the page.
 */
function barOf(moves) {
  const count = Math.min(SQUARES, moves.length);
  const startOf = (square) => Math.round((square * moves.length) / count);
  const order = ["mistake", "unknown", "played", "good"];
  return Array.from({ length: count }, (_, square) => {
    const kinds = moves.slice(startOf(square), startOf(square + 1)).map(kindOf);
    return SIGNS[order.find((kind) => kinds.includes(kind))];
  }).join("");
}

/** The result as text for a message, with a link to play the same board, and no move of it. */
export function resultText(game) {
  const { title, moves, time } = linesOf(game);
  const isLinked = location.protocol.startsWith("http");
  const board = `Board ${rowsOf(game.line[0].cells, game.cols)}`;
  const where = isLinked ? [challengeOf(game)] : game.record.daily ? [] : [board];
  return [title, moves, time, barOf(judged(game)), ...where].join("\n");
}

/** The result as a picture, in the colours of the page. */
export async function resultPicture(game) {
  const [width, height] = [1200, 630];
  const canvas = Object.assign(document.createElement("canvas"), { width, height });
  const context = canvas.getContext("2d");
  const style = getComputedStyle(document.documentElement);
  const colour = (name) => style.getPropertyValue(`--${name}`).trim();
  const font = getComputedStyle(document.body).fontFamily;
  const write = (text, x, y, size, ink, weight = 600) => {
    context.font = `${weight} ${size}px ${font}`;
    context.fillStyle = colour(ink);
    context.fillText(text, x, y);
  };
  const box = (x, y, wide, high, round, ink) => {
    context.fillStyle = colour(ink);
    context.beginPath();
    context.roundRect(x, y, wide, high, round);
    context.fill();
  };
  box(0, 0, width, height, 0, "page");
  drawBoard(context, game, { x: 60, y: 60, side: 510, box, write });
  const { title, moves, time } = linesOf(game);
  const [x, room] = [620, width - 620 - 60];
  const fitted = (text, size, weight) => {
    context.font = `${weight} ${size}px ${font}`;
    return Math.min(size, (size * room) / context.measureText(text).width);
  };
  const [first, ...rest] = moves.split(/[;,] /);
  write(title, x, 100, fitted(title, 34, 600), "soft", 600);
  write(first, x, 190, fitted(first, 74, 700), "ink", 700);
  write(rest.join(", "), x, 240, fitted(rest.join(", "), 34, 500), "ink", 500);
  write(time, x, 288, fitted(time, 30, 500), "soft", 500);
  await drawCurve(context, game, { x, y: 330, wide: room, colour });
  return new Promise((done) => canvas.toBlob(done, "image/png"));
}

/** Draws the player's curve over the best possible line. */
async function drawCurve(context, game, { x, y, wide, colour }) {
  const style =
    ".axis,.curve-line{fill:none;stroke-width:1.5}.curve-line{stroke-width:2.5;stroke-linejoin:round}" +
    `.curve-best{stroke-dasharray:3 4;stroke-width:1.5}text{font:11px sans-serif;fill:${colour("soft")}}`;
  const width = 320;
  const drawn = curve(game.line.slice(0, game.at + 1), game.at, width, colour);
  const scale = wide / width;
  const svg = drawn
    .replace("<svg ", `<svg xmlns="http://www.w3.org/2000/svg" width="${wide}" height="${150 * scale}" `)
    .replace(/>/, `><style>${style}</style>`);
  const image = new Image();
  image.src = `data:image/svg+xml,${encodeURIComponent(svg)}`;
  await image.decode();
  context.drawImage(image, x, y, wide, 150 * scale);
}

/** Draws the first board of the game. */
function drawBoard(context, game, { x, y, side, box, write }) {
  const { rows, cols, line } = game;
  const unit = side / Math.max(rows, cols);
  const [wide, high] = [unit * cols, unit * rows];
  const [left, top] = [x + (side - wide) / 2, y + (side - high) / 2];
  box(left - 8, top - 8, wide + 16, high + 16, 20, "well");
  context.textAlign = "center";
  context.textBaseline = "middle";
  line[0].cells.forEach((tile, cell) => {
    if (tile === 0) return;
    const [at, down] = [left + (cell % cols) * unit, top + Math.floor(cell / cols) * unit];
    box(at + 4, down + 4, unit - 8, unit - 8, 12, "tile");
    write(String(tile), at + unit / 2, down + unit / 2, unit * 0.4, "tile-ink", 650);
  });
  context.textAlign = "start";
  context.textBaseline = "alphabetic";
}
