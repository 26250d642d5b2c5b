// Keys that work wherever the focus is, except where they have another use.

/** Where arrow keys, Home and End have another use. */
const WITH_ARROWS = "input:not([type=checkbox]), select, [role=tab], [role=toolbar]";
/** Where letters have another use. */
const WITH_LETTERS = "input[type=text], select";
/** Where the space bar has another use. */
const WITH_SPACE = "button:not(.cell button), input, select, summary, [role=tab], [role=toolbar]";

/**
 * Listens for keys while `isOn()`. `doings` has for each key what it does, and `onarrow` takes the
 * events of arrow keys and returns whether it used them.
 */
export function listenForKeys({ isOn, doings, onarrow }) {
  document.addEventListener("keydown", (event) => {
    const { key, target, altKey, ctrlKey, metaKey } = event;
    if (!isOn() || altKey || event.defaultPrevented) return;
    const isIn = (where) => target.closest?.(where);
    const name = key.toLowerCase();
    const withControl = ctrlKey || metaKey;
    if (name.startsWith("arrow")) {
      if (!isIn(WITH_ARROWS)) onarrow(event);
      return;
    }
    if (!doings[name] || (withControl && name !== "z" && name !== "y")) return;
    if (isIn(name === " " ? WITH_SPACE : name.length > 1 ? WITH_ARROWS : WITH_LETTERS)) return;
    event.preventDefault();
    doings[name](event);
  });
}
