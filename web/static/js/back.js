// Putting a failed turn's table back: the old table as a ghost over the picture now, and the moves in words.

import { button, h, t } from "./dom.js";
import { ghost } from "./ghost.js";
import { press } from "./table.js";
import { spoken, tileElement } from "./tiles.js";

export function back(state) {
  const { moves, ghosts } = state.restore || { moves: [], ghosts: [] };
  const left = moves.filter((move) => !move.done).length;
  return [
    h("h2", {}, t("back.title")),
    h("p", {}, t("back.lead", { player: state.verdict?.player || state.turn.player })),
    ghost(ghosts),
    h("p", { role: "status", class: "sum" }, t("back.left", { n: left })),
    h("ol", { class: "moves" }, moves.map(move)),
    h("div", { class: "small-buttons" },
      button(t("back.press"), () => press("/api/turn/restored"), { id: "restored" }),
      button(t("back.anyway"), () => press("/api/turn/restored", { anyway: true }), { id: "restored-anyway", class: "quiet" })),
  ];
}

function words(move) {
  const tile = spoken(move.tile);
  if (move.to === "rack") return t("back.rack", { tile });
  if (move.left && move.right) return t("back.between", { tile, left: spoken(move.left), right: spoken(move.right) });
  const beside = move.left || move.right;
  return beside ? t("back.beside", { tile, left: spoken(beside) }) : t("back.alone", { tile });
}

function move(one) {
  return h("li", { class: one.done ? "ticked" : "" }, h("span", { class: "tick", "aria-hidden": "true" }, one.done ? "✓" : "○"),
    h("span", { class: "tiles" }, tileElement(one.tile)), h("span", {}, words(one)), one.done ? h("span", { class: "unseen" }, t("back.done")) : null);
}
