// Settings that are saved: what is shown, what counts as one move, and what keys do.

import { inMetric, metricFor, movesIn } from "./metric.mjs";
import { NOTATIONS, chooseNotation, notation } from "./notation.mjs";
import { remember, rememberedWord } from "./settings.mjs";

const $ = (id) => document.getElementById(id);

const isOn = (name) => rememberedWord(name, ["no", "yes"]) === "yes";

/** Offers the settings of the view Play. In the frame of another page, answers are on show. */
export function offerPreferences(play, isEmbedded) {
  offerAnswers(play, isEmbedded);
  offerMetric(play);
  const { view, timer } = play;
  $("convention").value = view.convention = rememberedWord("convention", ["tile", "blank"]);
  $("convention").onchange = () => remember("convention", (view.convention = $("convention").value));
  for (const [name, shows] of Object.entries(NOTATIONS))
    $("notation").append(new Option(shows, name));
  $("notation").value = notation();
  $("notation").onchange = () => {
    chooseNotation($("notation").value);
    play.show();
  };
  $("timed").checked = timer.isOn = isOn("timer");
  $("timed").onchange = () => {
    timer.isOn = $("timed").checked;
    remember("timer", $("timed").checked ? "yes" : "no");
  };
  $("gear").onclick = () => {
    const isOpen = $("look").hidden;
    $("look").hidden = !isOpen;
    document.querySelector(".play").classList.toggle("with-settings", isOpen);
    $("gear").setAttribute("aria-expanded", isOpen);
    if (isOpen) $("look").scrollIntoView({ block: "nearest" });
  };
}

/** Offers to show answers on every board. A result without them is worth more. */
function offerAnswers(play, isEmbedded) {
  const { game, verdict, speaker } = play;
  const isPlain = () => !game.record.daily && !game.record.beat;
  play.onother = () => ($("answers").checked = isPlain() && (isEmbedded || isOn("answers")));
  play.onother();
  $("answers").onchange = () => {
    // Of a daily board and a challenge, the choice is for this board alone.
    if (isPlain()) remember("answers", $("answers").checked ? "yes" : "no");
    verdict.stage = 0;
    verdict.relax();
    if (!$("answers").checked) game.dropAhead();
    else if (!game.isSolved) game.record.isHelped = true;
    play.show();
    speaker.tell(verdict.spokenHint);
  };
}

/** Offers what counts as one move, and says why it is one tile although rows were chosen. */
function offerMetric(play) {
  const { game, finder } = play;
  game.wanted = rememberedWord("metric", ["single", "multi"]);
  const show = () => {
    const { metric, size, goal } = game;
    // A link may ask for another one than the setting.
    if (metricFor(game.wanted, goal.length) !== metric) game.wanted = metric;
    $("metric").value = game.wanted;
    const isOther = metric !== game.wanted;
    $("metric-note").hidden = !isOther;
    $("metric-note").textContent = isOther
      ? `At ${size.replace("x", " × ")} one move slides one tile: for rows, the page has no answers at this size.`
      : "";
  };
  game.addEventListener("change", show);
  $("metric").onchange = () => {
    game.wanted = $("metric").value;
    remember("metric", game.wanted);
    const metric = metricFor(game.wanted, game.goal.length);
    // A board that is looked for is looked for anew.
    if (finder.isOn) play.shuffle();
    else if (metric === game.metric) show();
    else goOn(play, metric);
  };
}

/** Goes on with the same game in another metric, or from here if moves were played for the player. */
function goOn(play, metric) {
  const { rows, cols, goal, line, at, own, cells, record, moves } = play.game;
  const isOwn = own === at;
  const made = isOwn ? inMetric(movesIn(moves), metric) : [];
  // A daily board and a challenge are counted in one metric. The rest is another game.
  const { daily, beat, id, isHelped, ...others } = record;
  const kept = line.length === 1 && daily ? { daily } : isOwn ? { ...others, isHelped } : { isHelped };
  const start = isOwn ? line[0].cells : cells;
  play.begin(rows, cols, start, goal, kept, { moves: made.join(""), own: "1".repeat(made.length) });
}
