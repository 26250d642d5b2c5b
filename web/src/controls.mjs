// Buttons, keys and pasted text: what each does in the view Play.

import { DAILY_SIZES, today } from "./daily.mjs";
import { shapeOf } from "./finder.mjs";
import { listenForKeys } from "./keys.mjs";
import { movesIn } from "./metric.mjs";
import { NOTATIONS } from "./notation.mjs";
import { listenForPaste } from "./paste.mjs";
import { offerSizes } from "./sizes.mjs";

const $ = (id) => document.getElementById(id);

/** Gives the buttons of the view their work. `opening` begins daily boards. */
export function offerControls(play, opening) {
  const { game, asker, finder, verdict, setup, lesson, speaker } = play;
  offerSizes($("size"));
  $("size").onchange = () => {
    play.shuffle(shapeOf($("size").value));
    play.focusBoard();
  };
  $("daily").onclick = () => {
    const size = DAILY_SIZES.find((known) => known === finder.size) ?? DAILY_SIZES[0];
    const isOnShow = !finder.isOn && game.record.daily === today() && game.size === size;
    // What was begun goes on.
    if (isOnShow) speaker.say("This is today’s board");
    else opening.beginDaily(today(), size);
  };
  play.day.onpick = (date, size) => opening.beginDaily(date, size);
  for (const id of ["shuffle", "next-board"]) $(id).onclick = () => play.shuffle();
  $("hints").onclick = ({ target }) => {
    const { stage } = target.dataset;
    if (stage) play.hint(() => verdict.hint(Number(stage)));
  };
  $("retry").onclick = () => play.retry();
  $("compare").onclick = () => play.compare();
  $("mend-mistakes").onclick = () => lesson.begin();
  $("mend").onclick = () => setup.exchange(...$("mend").dataset.tiles.split(" ").map(Number));
  $("mend-goal").onclick = () => $("goal-first").click();
  $("stop").onclick = () => asker.stop();
  $("again").onclick = () => asker.ask();
  $("enlarge").onclick = () => asker.enlarge();
  $("count-all").onclick = () => asker.count();
}

/** Gives keys their work. */
export function offerKeys(play) {
  const { lesson, player, replay, verdict, view } = play;
  /** What a key does to the game, unless a lesson or a replay leaves it as it is. */
  const inGame = (act) => (event) => lesson.isOn || replay.isOpen || act(event);
  listenForKeys({
    isOn: () => !$("view-play").hidden,
    onarrow: (event) => {
      if (view.pressArrow(event) && document.activeElement === document.body) play.focusBoard();
    },
    doings: {
      z: inGame(({ shiftKey }) => (shiftKey ? player.redo() : player.undo())),
      y: inGame(() => player.redo()),
      h: () => play.hint(() => verdict.nextHint()),
      n: ({ repeat }) => repeat || play.shuffle(),
      " ": inGame(() => player.toggle()),
      home: inGame(() => player.jump(0)),
      end: inGame(() => player.last()),
    },
  });
}

/** Takes boards and moves that are pasted anywhere. `onboard` is called before anything is shown. */
export function offerPaste(play, tilebase, onboard) {
  const { game, setup, speaker } = play;
  const look = (moves) => play.look(movesIn(moves));
  listenForPaste(game, tilebase, setup, {
    onmoves: look,
    onpaste: () => {
      speaker.say("");
      setup.forget();
      onboard();
    },
    onerror: (why) => speaker.say(why, { isHeld: true }),
    onask: (found) => {
      speaker.say("These moves can be read in two ways. They show: ", { isHeld: true });
      const buttons = found.map(({ from, moves }) => {
        const button = document.createElement("button");
        button.className = "quiet";
        button.textContent = NOTATIONS[from];
        button.onclick = () => {
          speaker.say("");
          look(moves);
        };
        return button;
      });
      $("status").append(...buttons);
    },
  });
}
