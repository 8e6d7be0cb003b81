// A round that is being dealt: what is in the way, who begins, and the clock's start.

import { button, buttons, h } from "../../page/dom.js";
import { press } from "../../page/table.js";
import { said, t } from "../../think/texts.js";
import { eveningEnds } from "../end/end.js";
import { openPeople } from "./people.js";

let chosen = null; // who begins, if somebody said so; what is in the way may change meanwhile

export function ready(state) {
  const names = state.players.filter((player) => player.plays).map((player) => player.name);
  const first = h(
    "select",
    { id: "first", onchange: () => choose(first.value) },
    h("option", { value: "" }, t("in turn")),
    names.map((name) => h("option", { value: name }, name)),
  );
  const round = `${state.match.number}/${state.match.round}`;
  const choose = (name) => {
    chosen = { round, name };
    first.value = name;
  };
  first.value = chosen?.round === round ? chosen.name : state.turn.player || "";
  const begin = (anyway) => () => press("/api/round/begin", first.value ? { first: first.value, anyway } : { anyway });
  const draw = () => choose(names[Math.floor(Math.random() * names.length)]);
  const inTheWay = state.obstacles || [];
  return [
    h("p.lead", t("Clear the table, shuffle and deal.")),
    h(
      "p",
      h("label", { for: "first" }, t("Who begins?")),
      " ",
      first,
      " ",
      button(t("Draw lots"), draw, { id: "lots" }),
    ),
    inTheWay.length
      ? h(
          "ul",
          { id: "obstacles" },
          inTheWay.map((one) => h("li", said(one))),
        )
      : null,
    button(t("Start the clock"), begin(false), { class: "big", id: "begin" }),
    inTheWay.length ? button(t("Start anyway"), begin(true), { id: "begin-anyway", class: "quiet" }) : null,
    buttons(button(t("Players"), openPeople, { id: "people" }), state.rounds.length ? eveningEnds() : null),
  ];
}
