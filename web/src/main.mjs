// The page: loads the engine, and puts the views together.

import { Tilebase } from "../tilebase.mjs";
import { keepAddress, readAddress } from "./address.mjs";
import { offerControls, offerKeys, offerPaste } from "./controls.mjs";
import { answerParent } from "./embed.mjs";
import { keepFocus } from "./focus.mjs";
import { Game } from "./game.mjs";
import { keepGame } from "./kept.mjs";
import { Learn } from "./learn.mjs";
import { offerThemes } from "./looks.mjs";
import { Opening } from "./opening.mjs";
import { inflated } from "./packed.mjs";
import { Play } from "./play.mjs";
import { offerPreferences } from "./preferences.mjs";
import { offerSharing } from "./sharing.mjs";
import { offerStats } from "./stats.mjs";
import { offerViews, showView } from "./tabs.mjs";

const $ = (id) => document.getElementById(id);

const [wasm, script] = await Promise.all([inflated("wasm"), inflated("worker")]);
const tilebase = await Tilebase.load({
  wasm,
  startWorker: () => {
    const source = new Blob([script], { type: "text/javascript" });
    const url = URL.createObjectURL(source);
    const worker = new Worker(url);
    URL.revokeObjectURL(url);
    return worker;
  },
});
// For the console.
window.tilebase = tilebase;

const asked = readAddress();
const game = new Game();
const play = new Play(tilebase, game);
const learn = new Learn(tilebase, game);
const opening = new Opening(tilebase, play, learn, asked.isEmbedded);

keepAddress(game, learn);
if (asked.isEmbedded) document.documentElement.dataset.embed = "";
else keepGame(game);
answerParent(tilebase, asked);

offerPreferences(play, asked.isEmbedded);
offerControls(play, opening);
offerKeys(play);
offerPaste(play, tilebase, () => {
  if ($("view-play").hidden && !learn.isFree) showView("play");
});
offerThemes(() => learn.repaint());
offerSharing(tilebase, game, (text, how) => play.speaker.say(text, how));
offerStats();
keepFocus(() => play.focusBoard());
offerViews((name) => {
  play.player.pause();
  learn.shown = name === "learn";
});
$("gear").addEventListener("click", () => showView("play"));

opening.load();
