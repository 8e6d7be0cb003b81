// Elements that show tiles, and the panel for choosing one.

import { button, buttons, each, h, svg } from "../../page/dom.js";
import { closeSheet, openSheet } from "../../page/sheet.js";
import { spoken, t } from "../../think/texts.js";
import { COLOURS, colourOf } from "../../think/tiles.js";

const PIPS = { k: "●", r: "◆", b: "■", o: "▲", J: "" };

function face(tile) {
  const colour = colourOf(tile);
  const number = h("span.number", { "aria-hidden": "true" }, tile === "J" ? "☺" : tile.slice(1));
  const pip = h("span.pip", { "aria-hidden": "true" }, PIPS[colour]);
  const letter = h("span.letter", { "aria-hidden": "true" }, tile === "J" ? "J" : colour);
  return [number, pip, letter];
}

/** A tile that cannot be pressed. */
export function tileElement(tile, more = "") {
  return h(
    "span",
    { class: `tile ${colourOf(tile)} ${more}`, role: "img", "aria-label": spoken(tile), "data-glide": tile },
    face(tile),
  );
}

/** Tiles that cannot be pressed, from notation separated by blanks. */
export function tilesOf(row, more = (_tile) => "") {
  return row.split(" ").map((tile) => tileElement(tile, more(tile)));
}

/** Sets in notation, one below the other. */
export function rowsOf(sets, more = (_tile) => "") {
  return each("ol.felt.rows", sets, (row) => h("li", tilesOf(row, more)));
}

/** A tile that can be pressed; `label`: its accessible name. */
export function tileButton(tile, action, label = spoken(tile), more = "") {
  const attributes = {
    class: `tile ${colourOf(tile)} ${more}`,
    "aria-label": label,
    "data-tile": tile,
    "data-glide": tile,
    title: label,
  };
  return h("button", { type: "button", onclick: action, ...attributes }, face(tile));
}

/** The classes of a tile in a set: in doubt, or corrected by a player. */
export function marksOf(set, place, doubt) {
  return `${doubt ? "unsure" : ""} ${set.told?.includes(place) ? "told" : ""}`;
}

/** The corners in an order in which the number is upright for the reader, however the tile lies. */
export function upright(quad) {
  return quad[3][1] < quad[0][1] ? [quad[2], quad[3], quad[0], quad[1]] : quad;
}

/** A tile drawn into its outline: four corners in reading order, in the drawing's units. */
export function tileInPlace(tile, quad, more = "") {
  const [[ox, oy], [ax, ay], , [bx, by]] = quad;
  const matrix = [(ax - ox) / 100, (ay - oy) / 100, (bx - ox) / 134, (by - oy) / 134, ox, oy];
  const colour = colourOf(tile);
  const name = tile === "J" ? "☺" : tile.slice(1);
  return svg(
    "g",
    { class: `placed ${colour} ${more}`, transform: `matrix(${matrix.map((x) => x.toFixed(4)).join(" ")})` },
    svg("rect", { class: "face", x: 2, y: 2, width: 96, height: 130, rx: 14 }),
    svg("text", { class: "number", x: 50, y: 78, "text-anchor": "middle" }, name),
    svg("text", { class: "pip", x: 50, y: 118, "text-anchor": "middle" }, PIPS[colour]),
    svg("text", { class: "letter", x: 50, y: 122, "text-anchor": "middle" }, tile === "J" ? "J" : colour),
  );
}

/** Every kind of tile, one row for each colour; `pick` gives the action for pressing a tile. */
function allTiles(pick) {
  const names = COLOURS.map((colour) => Array.from({ length: 13 }, (_, i) => `${colour}${i + 1}`));
  names[names.length - 1].push("J");
  const row = (tiles) => each("div.picker-row", tiles, (tile) => tileButton(tile, pick(tile)));
  return each("div.picker", names, row);
}

/** Opens a panel for choosing one tile, the likely ones first; `picture`: shown above; `more`: shown below. */
export function pickTile(title, likely, chosen, more = [], picture = null) {
  const pick = (tile) => () => {
    closeSheet();
    chosen(tile);
  };
  const first = likely.length ? each("div.likely", likely, (tile) => tileButton(tile, pick(tile))) : null;
  openSheet(title, picture || first ? h("div.answers", picture, first) : null, allTiles(pick), more);
}

/**
 * Opens a panel for choosing several tiles one after the other, until Done is pressed. `chosen` is called with each;
 * `tiles`: the tiles to choose from.
 */
export function pickTiles(title, chosen, tiles) {
  const lies = h("p.tiles.picked", { role: "status" });
  const draw = () => lies.replaceChildren(...tiles().map((tile) => tileElement(tile)));
  const pick = (tile) => () => {
    chosen(tile);
    draw();
  };
  openSheet(
    title,
    lies,
    allTiles(pick),
    buttons(
      button(t("Take the last one back"), pick(null), { id: "pick-back" }),
      button(t("Done"), closeSheet, { class: "big", id: "pick-done" }),
    ),
  );
  draw();
}
