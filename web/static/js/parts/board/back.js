// Putting a failed turn's table back: the next move large, then all of them in words, and the whole table as a ghost.

import { button, buttons, each, h } from "../../page/dom.js";
import { press } from "../../page/table.js";
import { counted, said, t } from "../../think/texts.js";
import { ghost } from "./ghost.js";
import { nextMove } from "./next-move.js";
import { tileElement } from "./tiles.js";

const isOpen = { done: false, whole: false };

export function back(state) {
  const { moves, ghosts } = state.restore || { moves: [], ghosts: [] };
  const [left, done] = [moves.filter((one) => !one.done), moves.filter((one) => one.done)];
  return [
    nextMove(state),
    h("p", { role: "status", class: "sum" }, counted(left.length, "{n} move left", "{n} moves left")),
    left.length > 1 && h("ol.moves", { start: done.length + 2 }, left.slice(1).map(move)),
    done.length ? fold("done", t("Done: {n}", { n: done.length }), each("ol.moves", done, move)) : null,
    buttons(
      button(t("The table is as it was"), () => press("/api/turn/restored"), { id: "restored" }),
      button(
        t("Nobody remembers the rest: put it into the pool and go on"),
        () => press("/api/turn/restored", { anyway: true }),
        { id: "restored-anyway", class: "quiet" },
      ),
    ),
    fold("whole", t("The whole table as it was"), ghost(ghosts)),
  ];
}

/** Something to be opened that stays open while the moves are drawn anew. */
function fold(name, title, children) {
  return h(
    "details",
    {
      open: isOpen[name],
      id: `fold-${name}`,
      ontoggle: (event) => {
        isOpen[name] = event.target.open;
      },
    },
    h("summary", title),
    children,
  );
}

function move(one) {
  return h(
    "li",
    { class: one.done ? "ticked" : "" },
    h("span.tick", { "aria-hidden": "true" }, one.done ? "✓" : "○"),
    h("span.tiles", tileElement(one.tile)),
    h("span", said(one)),
    one.done ? h("span.unseen", t("done")) : null,
  );
}
