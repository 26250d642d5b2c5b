// The two figures: the distance after each move, and the number of boards at each distance.

import { exchanged, same, standardGoal } from "./grid.mjs";
import { farthestOffered, levelOf } from "./shuffle.mjs";

const LEFT = 30;

const escape = (text) => String(text).replace(/[&<>"]/g, (sign) => `&#${sign.codePointAt(0)};`);
const figure = (width, height, label, body) =>
  `<svg viewBox="0 0 ${width} ${height}" role="img" aria-label="${escape(label)}">${body}</svg>`;

/** The distance of each board of a line. Moves that are still ahead are drawn pale. */
export function curve(line, at, width) {
  const height = 130;
  const [top, bottom] = [12, height - 22];
  const known = line
    .map(({ distance }, move) => ({ move, distance }))
    .filter(({ distance }) => distance !== null);
  const most = Math.max(4, ...known.map(({ distance }) => distance));
  const x = (move) => LEFT + (move / Math.max(1, line.length - 1)) * (width - LEFT - 8);
  const y = (distance) => bottom - (distance / most) * (bottom - top);
  const points = (part) =>
    part.map(({ move, distance }) => `${x(move).toFixed(1)},${y(distance).toFixed(1)}`).join(" ");
  const made = known.filter(({ move }) => move <= at);
  const ahead = known.filter(({ move }) => move >= at);
  const isMistake = ({ move, distance }) => move > 0 && distance > (line[move - 1].distance ?? 1e9);
  const dots = made
    .filter(isMistake)
    .map(({ move, distance }) => `<circle cx="${x(move)}" cy="${y(distance)}" r="3.5"/>`);
  const here = line[at].distance;
  const label =
    here === null
      ? "The distance is not known yet"
      : `${at} moves made; the distance now is ${here}`;
  return figure(
    width,
    height,
    label,
    `<path class="axis" d="M${LEFT} ${top}V${bottom}H${width - 8}"/>` +
      `<text x="${LEFT - 6}" y="${top + 4}" text-anchor="end">${most}</text>` +
      `<text x="${LEFT - 6}" y="${bottom + 4}" text-anchor="end">0</text>` +
      `<text x="${LEFT}" y="${height - 4}">move 0</text>` +
      (line.length > 1
        ? `<text x="${width - 8}" y="${height - 4}" text-anchor="end">${line.length - 1}</text>`
        : "") +
      `<polyline class="curve-line curve-ahead" points="${points(ahead)}"/>` +
      `<polyline class="curve-line" points="${points(made)}"/>` +
      `<g class="curve-mistakes">${dots.join("")}</g>` +
      (here === null ? "" : `<circle class="curve-dot" cx="${x(at)}" cy="${y(here)}" r="5"/>`),
  );
}

/** The number of boards at each distance, with one distance marked. */
export function distribution(counts, distance, width) {
  const height = 150;
  const [top, bottom] = [20, height - 20];
  const most = Math.max(...counts);
  const step = (width - 8) / counts.length;
  const bars = counts.map((count, at) => {
    const tall = Math.max(count > 0 ? 1 : 0, (count / most) * (bottom - top));
    const box = `x="${(4 + at * step).toFixed(2)}" y="${(bottom - tall).toFixed(2)}" height="${tall.toFixed(2)}"`;
    const tip = `<title>${at}: ${count.toLocaleString("en")}</title>`;
    return `<rect ${box} width="${Math.max(1, step - (step > 6 ? 2 : 1)).toFixed(2)}"${at === distance ? ' class="here"' : ""}>${tip}</rect>`;
  });
  const ticks = [0, counts.length - 1].filter((at) => Math.abs(at - (distance ?? -9)) * step > 24);
  const text = (at, name) => {
    const anchor = at === 0 ? "start" : at === counts.length - 1 ? "end" : "middle";
    const place = at === 0 ? 4 : at === counts.length - 1 ? width - 4 : 4 + (at + 0.5) * step;
    return `<text x="${place}" y="${height - 4}" text-anchor="${anchor}"${name}>${at}</text>`;
  };
  const peak = counts.indexOf(most);
  return figure(
    width,
    height,
    `Boards at each distance from 0 to ${counts.length - 1}; most, ${most.toLocaleString("en")}, at ${peak}`,
    `<g class="bars">${bars.join("")}</g><path class="axis" d="M4 ${bottom}H${width - 4}"/>` +
      ticks.map((at) => text(at, "")).join("") +
      (distance === null ? "" : text(distance, ' class="here"')),
  );
}

/** A share in per cent, cut instead of rounded, so that it is never all or nothing. */
function percent(part, whole) {
  const share = (100 * part) / whole;
  if (share < 0.1) return "under 0.1";
  if (share > 99.9) return "over 99.9";
  const tens = share < 10 || share > 90 ? 10 : 1;
  return (Math.floor(share * tens) / tens).toFixed(tens === 10 ? 1 : 0);
}

/** Compares a distance with those of all boards, in words. */
export function standing(counts, states, distance, cells) {
  const count = (number) => number.toLocaleString("en");
  const nearer = counts.slice(0, distance).reduce((sum, here) => sum + here, 0);
  const diameter = counts.length - 1;
  if (distance === 0)
    return `This is the goal. ${count(states)} boards can reach it, the farthest in ${diameter} moves.`;
  const here = counts[distance];
  const level =
    here === 1 ? "This board alone is" : `${count(here)} of ${count(states)} boards are`;
  const word = levelOf(distance, farthestOffered(cells, diameter));
  const compared =
    word === "easy"
      ? `easier than ${percent(states - nearer - here, states)}%`
      : `harder than ${percent(nearer, states)}%`;
  return (
    `${WORD[word]}: ${compared} of all boards. ` +
    `${level} ${distance} ${distance === 1 ? "move" : "moves"} from the goal; the farthest are ${diameter} away.`
  );
}

const WORD = { easy: "Easy", medium: "Medium", hard: "Hard" };
const NUMBERS = ["", "", "two", "three", "four", "five", "six", "seven", "eight", "nine"];
const MORE = { 17: "seventeen" };

/** What is special about a board; empty if nothing is. */
export function story({ cells, goal, size }, distance, counts) {
  const { length } = cells;
  const isLoyds =
    size === "4x4" && same(goal, standardGoal(16)) && same(cells, exchanged(goal, 14, 15));
  if (isLoyds)
    return "The 14-15 puzzle: Sam Loyd offered 1,000 dollars for its solution. He never had to pay, because there is none.";
  if (length < 6 || !counts || distance !== counts.length - 1) return "";
  const alike = counts.at(-1);
  const number = NUMBERS[alike] ?? MORE[alike] ?? alike.toLocaleString("en");
  return alike === 1
    ? "The hardest board of all: no other is as far from the goal."
    : `One of the ${number} hardest boards: no board is farther from the goal.`;
}
