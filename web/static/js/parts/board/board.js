// The table: the live picture with outlines, the tiles in their positions, or in rows, which are easier to read.

import { button, each, h } from "../../page/dom.js";
import { keep, kept } from "../../page/remembered.js";
import { t } from "../../think/texts.js";
import { called } from "../../think/tiles.js";
import { why } from "../turn/explained.js";
import { addTile, afterRow, mendTile } from "./mend.js";
import { pictured } from "./pictured.js";
import { fits, inPlaces, turn } from "./places.js";
import { marksOf, tileButton } from "./tiles.js";

const view = { chosen: kept("view") };

/** The board's elements for a state. `again` is called when the user chooses another view. */
export function board(state, again, mayPress = true) {
  const sets = state.table;
  const isPictured = mayPress && view.chosen === "picture";
  const isInPlaces =
    sets.length > 0 &&
    !isPictured &&
    (view.chosen && view.chosen !== "picture" ? view.chosen === "places" : fits(state));
  const shown = isPictured ? "picture" : isInPlaces ? "places" : "rows";
  const way = (name, text) =>
    button(text, () => choose(name, again), { id: `view-${name}`, "aria-pressed": String(shown === name) });
  const tools = h(
    "div.board-tools.no-print",
    way("picture", t("Picture")),
    way("places", t("As it lies")),
    way("rows", t("In rows")),
    isInPlaces && button(t("Turn the view"), () => turn(again), { id: "view-turn" }),
  );
  return [
    drawn(state, shown, mayPress),
    mayPress ? tools : null,
    isPictured && h("p.hint", t("Tap a tile to mend it, an empty place to add one.")),
  ];
}

function drawn(state, shown, mayPress) {
  if (shown === "picture") return pictured(state, document.getElementById("board").clientWidth || 360);
  if (!state.table.length && !state.unread?.length) return h("p.felt.empty", t("The table is empty."));
  const doubts = new Map(state.unsure.map((one) => [`${one.set}/${one.place}`, one]));
  return shown === "places" ? inPlaces(state, doubts, mayPress) : inRows(state.table, doubts, mayPress);
}

function choose(which, again) {
  view.chosen = which;
  keep("view", which);
  again();
}

function inRows(sets, doubts, mayPress) {
  return each("ol.felt.rows", sets, (set, n) =>
    h(
      "li",
      { class: set.faults.length ? "faulty" : "" },
      set.faults.length
        ? button("", () => why(set.faults), {
            class: "fault-button",
            "aria-label": t("Set {n} is not allowed. Why?", { n: n + 1 }),
          })
        : null,
      set.tiles.map((tile, place) => {
        const doubt = doubts.get(`${n}/${place}`);
        const mend = () => mayPress && mendTile(n, place);
        return tileButton(tile, mend, called(tile, doubt), marksOf(set, place, doubt));
      }),
      mayPress &&
        button("+", () => addTile(afterRow(set)), {
          class: "tile add",
          "aria-label": t("Add a tile to set {n}", { n: n + 1 }),
        }),
    ),
  );
}
