// The trial: any three tiles in a row appear named, and a wrong one is mended by a tap. It proves that tonight will work.

import { byId, h, show } from "./dom.js";
import { mendTile } from "./mend.js";
import { onState } from "./table.js";
import { spoken, t } from "./texts.js";
import { tileButton } from "./tiles.js";

const ENOUGH = 3; // tiles in one row
let tried = false;

/** Whether three tiles in a row were read since this page was opened. */
export function isTried() {
  return tried;
}

function draw(state) {
  const place = state.match && !state.match.ended ? -1 : state.table.findIndex((row) => row.tiles.length >= ENOUGH);
  if (place >= 0 && state.steady) tried = true;
  const row = state.table[place];
  const doubts = state.unsure.filter((one) => one.set === place).map((one) => one.place);
  show(byId("trial"), [place, row?.tiles, doubts], () => (row ? [
    h("p", { class: "tiles" }, row.tiles.map((tile, at) => tileButton(tile, () => mendTile(place, at), spoken(tile), doubts.includes(at) ? "unsure" : ""))),
    h("p", { class: "hint" }, t("Is one of them wrong? Tap it, and say what it is.")),
  ] : []));
}

if (byId("trial")) onState(draw);
