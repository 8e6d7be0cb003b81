// The best play from a rack, in words and as the table would lie.

import { h } from "./dom.js";
import { tileElement } from "./tiles.js";
import { counted, t } from "./texts.js";

export function bestPlay(best) {
  if (!best.play.length) return [h("p", {}, t("Nothing can be laid."))];
  return [h("p", {}, t("The best play: {tiles} ({points})", { tiles: best.play, points: counted(best.points, "{n} point", "{n} points") })),
    h("ol", { class: "felt rows" }, best.table.map((row) => h("li", {}, row.split(" ").map((tile) => tileElement(tile, best.play.includes(tile) ? "new" : ""))))),
    best.optimal ? null : h("p", { class: "quiet-text" }, t("This is the best found in a few seconds; there may be a better play."))];
}
