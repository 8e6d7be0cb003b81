// The best play from a rack, in words and as the table would lie.

import { h, t } from "./dom.js";
import { spoken, tileElement } from "./tiles.js";

export function bestPlay(best) {
  if (!best.play.length) return [h("p", {}, t("mine.nothing"))];
  return [h("p", {}, t("mine.play", { tiles: best.play.map(spoken).join(", "), points: best.points })),
    h("ol", { class: "felt rows" }, best.table.map((row) => h("li", {}, row.split(" ").map((tile) => tileElement(tile, best.play.includes(tile) ? "new" : ""))))),
    best.optimal ? null : h("p", { class: "quiet-text" }, t("mine.not.proved"))];
}
