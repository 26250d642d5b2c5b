// Numbers and times in words.

export const plural = (count, one, many = `${one}s`) =>
  `${count.toLocaleString("en")} ${count === 1 ? one : many}`;

/** A time in minutes and seconds, as 1:02.3. */
export function clockTime(seconds) {
  const tenths = Math.floor(seconds * 10);
  const rest = ((tenths % 600) / 10).toFixed(1).padStart(4, "0");
  return `${Math.floor(tenths / 600)}:${rest}`;
}
