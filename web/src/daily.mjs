// The daily boards: for each day and size one, the same for everybody, and the days in a row on
// which a player solved one. Each has its par, the fewest moves, which climbs through the week.

import { seeded } from "./random.mjs";
import { isObject, remember, rememberedObject } from "./settings.mjs";

export const DAILY_SIZES = ["3x3", "4x4", "5x5"];

/** The day of board number 1. */
const FIRST = "2026-11-01";
const DAY = 24 * 60 * 60 * 1000;
/** The most days that are remembered. */
const KEPT = 400;
/** The least and the largest par of each day of the week, from Monday on. */
const PARS = {
  "3x3": [[14, 15], [16, 17], [18, 19], [20, 21], [22, 23], [24, 25], [26, 28]],
  "4x4": [[34, 36], [37, 39], [40, 42], [43, 45], [46, 48], [49, 52], [53, 56]],
  "5x5": [[22, 23], [24, 25], [26, 28], [29, 31], [32, 34], [35, 37], [38, 40]],
};

/** The date of a time, where the player is. */
const dateOf = (time) =>
  [time.getFullYear(), time.getMonth() + 1, time.getDate()]
    .map((part) => String(part).padStart(2, "0"))
    .join("-");

/** Today's date; that of the first daily board where the clock is before it. */
export function today() {
  const date = dateOf(new Date());
  return date < FIRST ? FIRST : date;
}

/** The date of the daily board with a number. */
export const dateNumber = (number) =>
  new Date(Date.parse(FIRST) + (number - 1) * DAY).toISOString().slice(0, 10);

/** How long it is until the next daily board, in words. */
export function untilNext() {
  const now = new Date();
  const next = new Date(now.getFullYear(), now.getMonth(), now.getDate() + 1);
  const minutes = Math.ceil((next - now) / 60_000);
  return minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
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

/** The fewest moves of the daily board of a date, where one move slides one tile. */
export function parOf(date, size) {
  const day = (new Date(date).getUTCDay() + 6) % 7;
  const [least, most] = PARS[size][day];
  return least + Math.floor(seeded(`tilebase ${size} ${date}`)() * (most - least + 1));
}

/** The daily board of a date: one that is as far as its par. */
export async function dailyBoard(tilebase, date, size, signal) {
  const options = { size, seed: `tilebase ${date}`, alongSolutions: size !== "3x3", signal };
  const { board, error } = await tilebase.sample(parOf(date, size), options);
  if (error) throw new Error(error);
  return board.cells;
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

/** The marks of a daily board: solved, and with the fewest moves and no help. */
export const [SOLVED, PERFECT] = [1, 2];

/** For each number and size the mark, on whichever day the board was solved. */
function marks() {
  const days = rememberedObject("marks", isObject) ?? {};
  return Object.fromEntries(Object.entries(days).filter(([, sizes]) => isObject(sizes)));
}

/** Keeps the mark of the game that solved a daily board first. */
export function keepMark(date, size, mark) {
  const days = marks();
  const number = numberOf(date);
  days[number] = { ...days[number], [size]: mark };
  remember("marks", JSON.stringify(days));
}

/** The mark of a daily board; 0 if it was not solved. */
export function markOf(date, size) {
  const number = numberOf(date);
  const mark = marks()[number]?.[size];
  return mark === PERFECT ? PERFECT : mark || solvedDays()[number]?.includes(size) ? SOLVED : 0;
}

/** On how many days in a row, up to a date or the day before it, a daily board was solved. */
export function streak(date) {
  const days = solvedDays();
  let number = numberOf(date);
  if (!days[number]) number -= 1;
  let length = 0;
  for (; days[number]; number -= 1) length += 1;
  return length;
}
