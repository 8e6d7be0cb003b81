// Everybody who ever played here: the all-time table.

import { byId, h, tellTrouble } from "../page/dom.js";
import { get, listen } from "../page/table.js";
import { daySaid, number, numbers, playerLink, share } from "../parts/history/evenings.js";
import { signed } from "../think/points.js";
import { t } from "../think/texts.js";

async function begin() {
  const { players } = await get("/api/players");
  if (!players.length) {
    byId("table").replaceChildren(h("p", t("Nobody has played here yet.")));
    return;
  }
  const columns = [
    [t("Player"), playerLink],
    [t("Points"), (one) => h("strong", signed(one.points))],
    [t("Matches"), (one) => number(one.matches)],
    [t("Matches won"), (one) => number(one.matches_won)],
    [t("Rounds"), (one) => number(one.rounds)],
    [t("Rounds won"), (one) => number(one.won)],
    [t("Share of rounds won"), (one) => (one.rounds ? share(one.won / one.rounds) : "")],
    [t("Played last"), (one) => daySaid(one.last_played)],
  ];
  byId("table").replaceChildren(numbers(columns, players, t("The all-time table")));
}

begin().catch(tellTrouble("table"));
listen();
