// Numbers, times and messages in words.

export const count = (number) => number.toLocaleString("en");

/** A number that may have a fraction, of which three places are shown. */
export const amount = (number) => count(Math.round(number * 1000) / 1000);

export const plural = (number, one, many = `${one}s`) =>
  `${count(number)} ${number === 1 ? one : many}`;

/** Things as a list in words: `1, 2 or 3`. */
export const listed = (things) =>
  things.length < 2 ? `${things}` : `${things.slice(0, -1).join(", ")} or ${things.at(-1)}`;

/** The distance of a board as far as it is known: `12`, `92–96`, `92 or more`; empty if it is not. */
export function intervalOf({ distance, bound, rest }) {
  if (distance !== null) return String(distance);
  if (!rest) return bound ? `${bound} or more` : "";
  return bound === rest.length ? String(bound) : `${bound ?? 0}–${rest.length}`;
}

/** The most characters of somebody's text that a message quotes. */
const QUOTED = 20;

/** One of several moves, as they were written. */
export const whichMove = ({ number, move }) =>
  `move ${number}, “${[...move].slice(0, QUOTED).join("")}”`;

/** A time in minutes and seconds, as 1:02.3. */
export function clockTime(seconds) {
  const tenths = Math.floor(seconds * 10);
  const rest = ((tenths % 600) / 10).toFixed(1).padStart(4, "0");
  return `${Math.floor(tenths / 600)}:${rest}`;
}

/** A message of the library as a sentence. */
export function sentence(message) {
  const text = message
    // Its last sign would be read as the end of the sentence.
    .replace("_ or .", "_ or a dot")
    .replace(/`/g, "“")
    .replace(/“([^“]*)“/g, "“$1”");
  return text && `${text[0].toUpperCase()}${text.slice(1).replace(/\.$/, "")}.`;
}

/** How many moves are the fewest, as far as it is known; empty if nothing is. */
export function fewest(start) {
  const least = intervalOf(start);
  if (start.distance !== null) return `${least} is the fewest`;
  return least && `The fewest is ${least.replace("–", " to ")}`;
}
