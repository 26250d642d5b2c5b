// The daily boards: for each day and size one, the same for everybody, and the days in a row on
// which a player solved one.

import { manhattan, same, standardGoal } from "./grid.mjs";
import { anyBoard, seeded } from "./random.mjs";
import { isObject, remember, rememberedObject } from "./settings.mjs";

export const DAILY_SIZES = ["3x3", "4x4", "5x5"];

/** The day of board number 1. */
const FIRST = "2026-11-01";
const DAY = 24 * 60 * 60 * 1000;
/** The most days that are remembered. */
const KEPT = 400;
/**
 * How far the tiles of a daily board are from home in all: neither over at once, nor a board that a
 * search takes long for.
 */
const APART = { "3x3": [10, 18], "4x4": [26, 32], "5x5": [48, 60] };

/** Today's date, where the player is. */
export function today() {
  const now = new Date();
  return [now.getFullYear(), now.getMonth() + 1, now.getDate()]
    .map((part) => String(part).padStart(2, "0"))
    .join("-");
}

/**
 * The number of the daily board of a date; null for what is no date, before the first, or after
 * tomorrow, which it is in some places already.
 */
export function numberOf(date) {
  const isDay = /^\d{4}-\d\d-\d\d$/.test(date) && isReal(date);
  const since = (day) => (Date.parse(date) - Date.parse(day)) / DAY;
  return isDay && since(FIRST) >= 0 && since(today()) <= 1 ? since(FIRST) + 1 : null;
}

/** Whether a month has such a day. A browser takes November 31 for December 1. */
function isReal(date) {
  const day = new Date(date);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(date);
}

export function dailyBoard(date, size) {
  const random = seeded(`tilebase ${size} ${date}`);
  const cols = Number(size[2]);
  const goal = standardGoal(cols * cols);
  const [least, most] = APART[size];
  for (;;) {
    const cells = anyBoard(goal, cols, random);
    const apart = manhattan(cells, goal, cols);
    if (apart >= least && apart <= most && !same(cells, goal)) return cells;
  }
}

/** For each number, the sizes that were solved and count for its day. */
function solvedDays() {
  const isDay = ([number, sizes]) =>
    Number(number) > 0 && Array.isArray(sizes) && sizes.every((size) => DAILY_SIZES.includes(size));
  const days = rememberedObject("daily", isObject) ?? {};
  return Object.fromEntries(Object.entries(days).filter(isDay));
}

/** Keeps that a daily board was solved that was begun on its day. Others do not count. */
export function keepSolved(date, size) {
  const days = solvedDays();
  const number = numberOf(date);
  days[number] = [...new Set([...(days[number] ?? []), size])];
  const kept = Object.entries(days).slice(-KEPT);
  remember("daily", JSON.stringify(Object.fromEntries(kept)));
}

export const isSolvedDaily = (date, size) =>
  Boolean(solvedDays()[numberOf(date)]?.includes(size));

/** On how many days in a row, up to a date or the day before it, a daily board was solved. */
export function streak(date) {
  const days = solvedDays();
  let number = numberOf(date);
  if (!days[number]) number -= 1;
  let length = 0;
  for (; days[number]; number -= 1) length += 1;
  return length;
}
