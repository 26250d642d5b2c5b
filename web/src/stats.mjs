// The statistics of the games that were solved on this device, which can be saved and deleted.

import { forgetPlayed, played, summaryOf } from "./played.mjs";
import { save } from "./save.mjs";
import { listenForOthers } from "./settings.mjs";
import { clockTime, plural } from "./words.mjs";

const $ = (id) => document.getElementById(id);
const HEAD = ["Size", "Games", "Perfect", "Wasted", "Best time", "Mean of 5", "Mean of 12"];
const nameOf = ({ size, metric }) =>
  size.replace("x", " × ") + (metric === "multi" ? ", rows slide" : "");
const time = (seconds) => (seconds === null ? "–" : clockTime(seconds));

export function showStats() {
  const games = played();
  $("stats-card").hidden = games.length === 0;
  if (games.length === 0) return;
  const all = summaryOf(games);
  const last = games.length > 10 ? `; ${all.lastPerfect} of the last 10` : "";
  $("stats-line").textContent = `${plural(games.length, "game")}, ${all.perfect} perfect${last}.`;
  const bySize = new Map();
  for (const game of games) bySize.set(nameOf(game), [...(bySize.get(nameOf(game)) ?? []), game]);
  const rows = [...bySize].map(([name, some]) => {
    const { games: count, perfect, wasted, best, five, twelve } = summaryOf(some);
    const lost = wasted === null ? "–" : wasted.toFixed(1);
    return [name, count, perfect, lost, time(best), time(five), time(twelve)];
  });
  const row = (cells, tag) =>
    `<tr>${cells.map((cell, at) => (at ? `<${tag}>${cell}</${tag}>` : `<th>${cell}</th>`)).join("")}</tr>`;
  $("stats").innerHTML = row(HEAD, "th") + rows.map((cells) => row(cells, "td")).join("");
}

export function offerStats() {
  $("stats-save").onclick = () =>
    save("tilebase-games.json", new Blob([JSON.stringify(played(), null, 1)], { type: "application/json" }));
  $("stats-delete").onclick = () => {
    $("stats-sure").hidden = !$("stats-sure").hidden;
  };
  $("stats-sure").onclick = () => {
    $("stats-sure").hidden = true;
    forgetPlayed();
    showStats();
  };
  listenForOthers(() => ["played"], showStats);
  showStats();
}
