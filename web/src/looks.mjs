// How the page looks: colours, and pictures on the tiles.

import { cut, isKept, kept, picture } from "./pictures.mjs";
import { remember, remembered, rememberedWord } from "./settings.mjs";

const THEMES = ["auto", "light", "dark"];

const $ = (id) => document.getElementById(id);

/** Offers colours. `onchange` is called when they change. */
export function offerThemes(onchange) {
  const show = (theme) => {
    if (theme === "auto") delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = theme;
    $("theme").value = theme;
    remember("theme", theme);
    onchange();
  };
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", onchange);
  $("theme").onchange = () => show($("theme").value);
  show(rememberedWord("theme", THEMES));
}

/** Shows a picture on the tiles and the goal; null for none. */
function showPicture(url) {
  const play = document.querySelector(".play");
  play.classList.toggle("pictured", Boolean(url));
  play.style.setProperty("--picture", url ? `url("${url}")` : "none");
}

/** Offers pictures on the tiles. Returns a function to call when the shape of the board changes. */
export function offerFaces(game, say, onchoice) {
  let own = remembered("picture", "", isKept);
  const names = [...$("faces").options].map(({ value }) => value);
  let faces = rememberedWord("faces", names);
  if (faces === "own" && !own) faces = "numbers";
  const show = async () => {
    const { rows, cols, size } = game;
    $("faces").value = faces;
    let url = picture(faces, rows, cols);
    try {
      if (faces === "own") url = await cut(own, rows, cols);
    } catch {
      // What was saved is no picture.
      own = "";
      faces = names[0];
      $("faces").value = faces;
    }
    if (size === game.size) showPicture(url);
  };
  const choose = (name) => {
    faces = name;
    remember("faces", faces);
    show();
  };
  $("faces").onchange = () => {
    const name = $("faces").value;
    if (name === "own") $("file").click();
    if (name !== "own" || own) choose(name);
    else $("faces").value = faces;
    onchoice();
  };
  $("file").onchange = async () => {
    const [file] = $("file").files;
    if (!file) return;
    try {
      own = await kept(file);
    } catch {
      say("The browser cannot read this file as a picture.");
      return;
    }
    remember("picture", own);
    choose("own");
  };
  return show;
}
