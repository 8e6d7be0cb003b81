// The table on a television: every set in reading order, with tiles as large as the screen allows.

import { each, h } from "../../page/dom.js";
import { t } from "../../think/texts.js";
import { spokenAll } from "../../think/tiles.js";
import { tileElement } from "./tiles.js";

const [LARGEST, SMALLEST] = [150, 22]; // CSS pixels of a tile's width
const TALL = 1.3; // a tile's height, in its widths; as .tv-set .tile has it
const GAP = 0.06; // between tiles of a set, in widths
const APART = 0.42; // between sets and between lines, in widths; a frame around a set fits into it

/** The greatest width of a tile at which all sets, each in one line, fit into a place of this size. */
function tileWidth(lengths, width, height) {
  for (let tile = LARGEST; tile > SMALLEST; tile -= 1) {
    if (fits(lengths, tile, width, height)) return tile;
  }
  return SMALLEST;
}

function fits(lengths, tile, width, height) {
  const room = width / tile;
  let [lines, used] = [1, 0];
  for (const length of lengths) {
    const wide = length * (1 + GAP) + APART;
    if (wide > room) return false;
    if (used + wide > room) [lines, used] = [lines + 1, 0];
    used += wide;
  }
  return lines * (TALL + APART) * tile <= height;
}

/** The sets of a state, drawn into a place whose size is known. */
export function tvBoard(state, place) {
  const sets = state.table;
  if (!sets.length) return h("p.tv-empty", t("The table is empty."));
  const tile = tileWidth(
    sets.map((set) => set.tiles.length),
    place.clientWidth,
    place.clientHeight,
  );
  const doubts = new Set(state.unsure.map((one) => `${one.set}/${one.place}`));
  const list = each("ol.tv-sets", sets, (set, n) => drawn(set, n, doubts));
  list.style.setProperty("--tile", `${tile}px`);
  return list;
}

function drawn(set, n, doubts) {
  const isFaulty = set.faults.length > 0;
  const label = t("Set {n}: {tiles}", { n: n + 1, tiles: spokenAll(set.tiles) });
  return h(
    "li",
    { class: `tv-set ${isFaulty ? "faulty" : ""}`, "aria-label": isFaulty ? `${label} ${t("Not allowed")}` : label },
    isFaulty && h("span.tv-fault", { "aria-hidden": "true" }, "!"),
    set.tiles.map((tile, place) => tileElement(tile, doubts.has(`${n}/${place}`) ? "unsure" : "")),
  );
}
