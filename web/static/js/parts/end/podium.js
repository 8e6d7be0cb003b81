// Who came first, second and third: places from the scores, and the podium itself.

import { each, h } from "../../page/dom.js";
import { signed } from "../../think/points.js";
import { isolated, t } from "../../think/texts.js";

/** Players with their places, the first first; who has as much has the same place. */
export function placed(state) {
  const isAhead = (player) => Number(state.match.leaders.includes(player.name));
  const order = [...state.players].sort((a, b) => isAhead(b) - isAhead(a) || b.score - a.score);
  const isAlike = (a, b) => a.score === b.score && isAhead(a) === isAhead(b);
  return order.map((player) => ({ ...player, place: 1 + order.findIndex((other) => isAlike(other, player)) }));
}

/** The first three on steps, everybody else below. */
export function podium(state) {
  const all = placed(state);
  const [first, second, third, ...rest] = all;
  const steps = [second, first, third].filter(Boolean);
  return h(
    "div.podium",
    each("ol.steps", steps, step),
    rest.length
      ? each("ol.others-placed", rest, (player) =>
          h("li", `${player.place}. ${isolated(player.name)} `, h("strong", signed(player.score))),
        )
      : null,
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
