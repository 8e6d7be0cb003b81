// The places from the scores, and the podium for the first three.

import { each, h } from "../../page/dom.js";
import { signed } from "../../think/points.js";
import { isolated, t } from "../../think/texts.js";

/**
 * Players with their places, in order; players with equal scores share a place. A player who left early is placed
 * behind all who played on, or has no place.
 */
export function placed(state) {
  const rank = (player) => (player.placed ? -1 : Number(state.match.leaders.includes(player.name)));
  const order = state.players
    .filter((player) => player.placed !== "out")
    .sort((a, b) => rank(b) - rank(a) || b.score - a.score);
  const isAlike = (a, b) => a.score === b.score && rank(a) === rank(b);
  return order.map((player) => ({ ...player, place: 1 + order.findIndex((other) => isAlike(other, player)) }));
}

/** The first three on steps, all others below. */
export function podium(state) {
  const all = placed(state);
  const [first, second, third, ...rest] = all;
  const steps = [second, first, third].filter(Boolean);
  const early = state.players.filter((player) => player.placed);
  return h(
    "div.podium",
    each("ol.steps", steps, step),
    rest.some((player) => !player.placed)
      ? each(
          "ol.others-placed",
          rest.filter((player) => !player.placed),
          (player) => h("li", `${player.place}. ${isolated(player.name)} `, h("strong", signed(player.score))),
        )
      : null,
    early.map((player) =>
      h("p.left-early", t("{player} left early: {points}", { player: player.name, points: signed(player.score) })),
    ),
  );
}

function step(player) {
  return h(
    "li",
    {
      class: `step place-${player.place}`,
      "aria-label": t("Place {place}: {player}, {points}", {
        place: player.place,
        player: player.name,
        points: signed(player.score),
      }),
    },
    h("span.step-name", { "aria-hidden": "true" }, player.name),
    h("span.step-block", { "aria-hidden": "true" }, h("strong", String(player.place)), h("span", signed(player.score))),
  );
}
