// The daily board's panel: which one it is, its par, and the days in a row; and folded its sizes,
// the time until the next one, and a calendar of those before with their marks.

import {
  DAILY_SIZES,
  PERFECT,
  dateNumber,
  markOf,
  numberOf,
  parOf,
  streak,
  today,
  untilNext,
} from "./daily.mjs";
import { listenForOthers } from "./settings.mjs";
import { plural } from "./words.mjs";

const $ = (id) => document.getElementById(id);
/** The days that the calendar shows at a time. */
const SHOWN = 28;
const MINUTE = 60_000;

/** A mark as a sign with its name. */
const signOf = (mark) =>
  mark === 0
    ? ""
    : ` <span class="tick">${mark === PERFECT ? "★" : "✓"}<span class="sr"> ${mark === PERFECT ? "perfect" : "solved"}</span></span>`;

/** The best mark of a day, at any size. */
const bestOf = (date) => Math.max(...DAILY_SIZES.map((size) => markOf(date, size)));

/** A date in words, without its year. */
const inWords = (date) =>
  new Date(date).toLocaleDateString("en-GB", { day: "numeric", month: "long", timeZone: "UTC" });

export class DayPanel {
  /** Called with the date and the size of the daily board that was chosen. */
  onpick = () => {};
  #game;
  /** The number of the last day in the calendar; 0 for today. */
  #end = 0;

  constructor(game) {
    this.#game = game;
    $("day-sizes").onclick = ({ target }) => {
      const size = target.closest("button")?.dataset.size;
      if (size) this.onpick(game.record.daily, size);
    };
    $("calendar").onclick = ({ target }) => {
      const { date, by } = target.closest("button")?.dataset ?? {};
      if (by) this.#turn(Number(by));
      else if (date) this.onpick(date, game.size);
    };
    // The page may stay open past midnight, and another tab may solve the board.
    document.addEventListener("visibilitychange", () => this.show());
    listenForOthers(() => ["daily", "marks"], () => this.show());
    setInterval(() => document.hidden || this.#showTime(), MINUTE);
  }

  /** Shows the panel, and marks the button of today's board until it is solved at one size. */
  show() {
    const isNew = bestOf(today()) === 0;
    $("daily").classList.toggle("new", isNew);
    $("daily").title = isNew ? "Today’s board, not solved yet" : "Today’s board";
    const { daily: date } = this.#game.record;
    $("day").hidden = !date;
    if (!date) return;
    this.showPar();
    this.#showTime();
    $("day-sizes").innerHTML = DAILY_SIZES.map((size) => {
      const current = size === this.#game.size ? ' aria-current="true"' : "";
      return `<button data-size="${size}"${current}>${size.replace("x", " × ")}${signOf(markOf(date, size))}</button>`;
    }).join("");
    this.#showCalendar(date);
  }

  /** Shows which board it is, and its par, which a search has to find where rows slide. */
  showPar() {
    const { record, size, metric, line } = this.#game;
    const { daily: date } = record;
    if (!date) return;
    const shape = size.replace("x", "×");
    const which = date === today() ? `Today’s ${shape}` : `The ${shape} of ${inWords(date)}`;
    const par = metric === "single" ? parOf(date, size) : line[0].distance;
    const days = streak(today());
    const row = days > 1 ? ` <span>${plural(days, "day")} in a row.</span>` : "";
    const text = `<b>${which}.${par === null ? "" : ` Par ${par}.`}</b>${row}`;
    if ($("day-name").innerHTML !== text) $("day-name").innerHTML = text;
  }

  #showTime() {
    const { daily: date } = this.#game.record;
    if (date) $("day-next").textContent = `No. ${numberOf(date)}. The next board comes in ${untilNext()}.`;
  }

  #turn(by) {
    const last = numberOf(today());
    this.#end = Math.min(last, Math.max(Math.min(SHOWN, last), (this.#end || last) + by * SHOWN));
    this.#showCalendar(this.#game.record.daily);
    const turned = $("calendar").querySelector(`[data-by="${by}"]`);
    (turned.disabled ? $("calendar").querySelector("button:not(:disabled)") : turned).focus();
  }

  #showCalendar(date) {
    const last = numberOf(today());
    const end = this.#end || last;
    const first = Math.max(1, end - SHOWN + 1);
    const day = (number) => {
      const of = dateNumber(number);
      const current = of === date ? ' aria-current="date"' : "";
      const what = DAILY_SIZES.map((size) => [size.replace("x", " × "), markOf(of, size)])
        .filter(([, mark]) => mark)
        .map(([size, mark]) => `${size} ${mark === PERFECT ? "perfect" : "solved"}`);
      return `<button data-date="${of}" title="${[of, ...what].join(", ")}"${current}>${Number(of.slice(8))}${signOf(bestOf(of))}</button>`;
    };
    const turn = (by, sign, name, isOff) =>
      `<button data-by="${by}" aria-label="${name}"${isOff ? " disabled" : ""}>${sign}</button>`;
    const days = Array.from({ length: end - first + 1 }, (_, at) => day(first + at));
    $("calendar").innerHTML =
      `<p class="bar spread">${turn(-1, "‹", "Earlier", first === 1)}<span>${dateNumber(first)} to ${dateNumber(end)}</span>${turn(1, "›", "Later", end === last)}</p>` +
      `<div class="days">${days.join("")}</div>`;
  }
}
