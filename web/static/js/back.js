// Putting a failed turn's table back: the old table as a ghost over the picture now, and the moves in words.

import { button, h } from "./dom.js";
import { ghost } from "./ghost.js";
import { press } from "./table.js";
import { tileElement } from "./tiles.js";
import { counted, said, t } from "./texts.js";

export function back(state) {
  const { moves, ghosts } = state.restore || { moves: [], ghosts: [] };
  const left = moves.filter((move) => !move.done).length;
  return [
    h("h2", {}, t("Put the table back")),
    h("p", {}, t("{player}'s turn failed. The pale tiles over the picture show where everything lay.", { player: state.verdict?.player || state.turn.player })),
    ghost(ghosts),
    h("p", { role: "status", class: "sum" }, counted(left, "{n} move left", "{n} moves left")),
    h("ol", { class: "moves" }, moves.map(move)),
    h("div", { class: "small-buttons" },
      button(t("The table is as it was"), () => press("/api/turn/restored"), { id: "restored" }),
      button(t("Go on anyway: nobody remembers the rest, it goes to the pool"), () => press("/api/turn/restored", { anyway: true }), { id: "restored-anyway", class: "quiet" })),
  ];
}

function move(one) {
  return h("li", { class: one.done ? "ticked" : "" }, h("span", { class: "tick", "aria-hidden": "true" }, one.done ? "✓" : "○"),
    h("span", { class: "tiles" }, tileElement(one.tile)), h("span", {}, said(one)), one.done ? h("span", { class: "unseen" }, t("done")) : null);
}
