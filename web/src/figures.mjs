// The two figures: the distance after each move, and the number of boards at each distance.

import { exchanged, same, standardGoal } from "./grid.mjs";
import { plural } from "./words.mjs";

const LEFT = 30;

const escape = (text) => String(text).replace(/[&<>"]/g, (sign) => `&#${sign.codePointAt(0)};`);
const figure = (width, height, label, body) =>
  `<svg viewBox="0 0 ${width} ${height}" role="img" aria-label="${escape(label)}">${body}</svg>`;

/** What is known of the distance of a board: at least so much, and at most. */
export function boundsOf({ distance, bound, rest }) {
  if (distance !== null) return [distance, distance];
  return rest && bound ? [bound, rest.length] : null;
}

/**
 * The distance of each board of a line: a curve, or a band where it is known only between two
 * bounds. The best possible line is drawn under it, and moves that are still ahead are pale. A
 * picture outside the page names its colours with `colour`.
 */
export function curve(line, at, width, colour = null) {
  const height = 150;
  const [top, bottom] = [12, height - 22];
  const known = line
    .map((board, move) => ({ move, bounds: boundsOf(board) }))
    .filter(({ bounds }) => bounds !== null);
  const most = Math.max(4, ...known.map(({ bounds }) => bounds[1]));
  const [, least] = boundsOf(line[0]) ?? [0, 0];
  const last = Math.max(1, line.length - 1, least);
  const x = (move) => LEFT + (move / last) * (width - LEFT - 8);
  const y = (distance) => bottom - (distance / most) * (bottom - top);
  const point = (move, distance) => `${x(move).toFixed(1)},${y(distance).toFixed(1)}`;
  const points = (part, end) => part.map(({ move, bounds }) => point(move, bounds[end])).join(" ");
  const made = known.filter(({ move }) => move <= at);
  const ahead = known.filter(({ move }) => move >= at);
  const isBand = made.some(({ bounds }) => bounds[0] !== bounds[1]);
  const band = `${points(made, 1)} ${points(made.toReversed(), 0)}`;
  const isMistake = ({ distance }, move) =>
    move > 0 && move <= at && distance !== null && distance >= (line[move - 1].distance ?? 1e9);
  const dots = line.map((board, move) =>
    isMistake(board, move) ? `<circle cx="${x(move)}" cy="${y(board.distance)}" r="3.5"/>` : "",
  );
  const here = boundsOf(line[at]);
  const told = here?.[0] === here?.[1] ? here?.[0] : here?.join(" to ");
  const label = here
    ? `${at} moves made; the distance now is ${told}`
    : "The distance is not known yet";
  const ink = (name) => (colour ? `stroke="${colour(name)}"` : "");
  const fill = (name) => (colour ? `fill="${colour(name)}"` : "");
  return figure(
    width,
    height,
    label,
    `<path class="axis" ${ink("line")} d="M${LEFT} ${top}V${bottom}H${width - 8}"/>` +
      `<text x="${LEFT - 6}" y="${top + 4}" text-anchor="end">${most}</text>` +
      `<text x="${LEFT - 6}" y="${bottom + 4}" text-anchor="end">0</text>` +
      `<text x="${LEFT}" y="${height - 4}">move 0</text>` +
      `<text x="${width - 8}" y="${height - 4}" text-anchor="end">${last}</text>` +
      (least
        ? `<polyline class="curve-line curve-best" ${ink("soft")} points="${point(0, least)} ${point(least, 0)}"/>`
        : "") +
      (isBand ? `<polygon class="curve-band" ${fill("wash")} points="${band}"/>` : "") +
      `<polyline class="curve-line curve-ahead" ${ink("bar")} points="${points(ahead, 1)}"/>` +
      `<polyline class="curve-line curve-made" pathLength="1" ${ink("accent")} points="${points(made, 1)}"/>` +
      (isBand
        ? `<polyline class="curve-line" ${ink("accent")} points="${points(made, 0)}"/>`
        : "") +
      `<g class="curve-mistakes" ${fill("second")}>${dots.join("")}</g>` +
      (here
        ? `<circle class="curve-dot" ${fill("accent")} cx="${x(at)}" cy="${y(here[1])}" r="5"/>`
        : ""),
  );
}

/** The number of boards at each distance, with one distance marked, and the levels under them. */
export function distribution(counts, distance, width, ranges) {
  const height = 165;
  const [top, bottom] = [10, height - 36];
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
    return `<text x="${place}" y="${bottom + 14}" text-anchor="${anchor}"${name}>${at}</text>`;
  };
  const peak = counts.indexOf(most);
  // The levels, under the distances that they are at.
  const ends = [0, ranges.medium[0], ranges.hard?.[0] ?? ranges.medium[1] + 1, counts.length];
  const levels = ["easy", "medium", "hard"].map((name, at) => {
    const [from, to] = [4 + ends[at] * step, 4 + ends[at + 1] * step];
    return (
      `<path class="axis" d="M${from + 1} ${height - 14}H${Math.max(from + 1, to - 1)}"/>` +
      (to - from > 30
        ? `<text x="${(from + to) / 2}" y="${height - 2}" text-anchor="middle">${name}</text>`
        : "")
    );
  });
  return figure(
    width,
    height,
    `Boards at each distance from 0 to ${counts.length - 1}; most, ${most.toLocaleString("en")}, at ${peak}`,
    `<g class="bars">${bars.join("")}</g><path class="axis" d="M4 ${bottom}H${width - 4}"/>` +
      ticks.map((at) => text(at, "")).join("") +
      levels.join("") +
      (distance === null ? "" : text(distance, ' class="here"')),
  );
}

/** Compares a distance with those of all boards, in words. */
export function standing(counts, states, distance, level) {
  const nearer = counts.slice(0, distance).reduce((sum, count) => sum + count, 0);
  const hundredth = Math.floor((100 * nearer) / states);
  const share = hundredth
    ? `Farther than ${hundredth} in 100 boards`
    : "Nearer than 99 in 100 boards";
  return `${plural(distance, "move")}: ${level}. ${share}; none is farther than ${counts.length - 1}.`;
}

const NUMBERS = ["", "", "two", "three", "four", "five", "six", "seven", "eight", "nine"];

/** What is special about a board; empty if nothing is. */
export function story({ cells, goal, size }, distance, counts) {
  const { length } = cells;
  const isLoyds =
    size === "4x4" && same(goal, standardGoal(16)) && same(cells, exchanged(goal, 14, 15));
  if (isLoyds)
    return "The 14-15 puzzle. Sam Loyd offered 1,000 dollars for its solution, and never had to pay.";
  if (length < 6 || !counts || distance !== counts.length - 1) return "";
  const alike = counts.at(-1);
  const number = NUMBERS[alike] ?? alike.toLocaleString("en");
  return alike === 1
    ? `The hardest board of its size: it alone needs ${distance} moves.`
    : `One of the ${number} hardest boards of its size: they need ${distance} moves, and no other as many.`;
}
