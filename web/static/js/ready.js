// A round that is being dealt: what is in the way, who begins, and the clock's start.

import { button, h } from "./dom.js";
import { press } from "./table.js";
import { said, t } from "./texts.js";

export function ready(state) {
  const names = state.players.map((player) => player.name);
  const first = h("select", { id: "first" }, h("option", { value: "" }, t("in turn")), names.map((name) => h("option", { value: name }, name)));
  first.value = state.turn.player || "";
  const begin = (anyway) => () => press("/api/round/begin", first.value ? { first: first.value, anyway } : { anyway });
  const draw = () => { first.value = names[Math.floor(Math.random() * names.length)]; };
  const inTheWay = state.obstacles || [];
  return [
    h("p", { class: "lead" }, t("Clear the table, shuffle and deal.")),
    h("p", {}, h("label", { for: "first" }, t("Who begins?")), " ", first, " ", button(t("Draw lots"), draw, { id: "lots" })),
    inTheWay.length ? h("ul", { id: "obstacles" }, inTheWay.map((one) => h("li", {}, said(one)))) : null,
    button(t("Start the clock"), begin(false), { class: "big", id: "begin" }),
    inTheWay.length ? button(t("Start all the same"), begin(true), { id: "begin-anyway", class: "quiet" }) : null,
  ];
}
