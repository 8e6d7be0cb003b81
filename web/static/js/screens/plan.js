// The seat plan of the round and the standings, for paper.

import { byId, each, fill, h, scrolled } from "../page/dom.js";
import { get } from "../page/table.js";
import { standingsTable } from "../parts/club/club.js";
import { seatsByName } from "../think/players.js";
import { said, t } from "../think/texts.js";

function plan(tournament, round) {
  const where = seatsByName(round, t("sits out"));
  return h(
    "section",
    h("h1", `${tournament.name} · ${round.final ? t("Final") : t("Round {n}", { n: round.round })}`),
    each("div.seats", round.tables, (table) =>
      h(
        "div",
        h("h3", t("Table {n}", { n: table.table })),
        each("ul", table.players, (name) => h("li", name)),
      ),
    ),
    h("h2", t("Who sits where")),
    each("div.alphabet", where, ([name, table]) => h("p", h("span", name), h("strong", table))),
  );
}

async function draw() {
  const tournament = await get("/api/club/tournament");
  const standings = await get("/api/club/standings");
  const round = tournament.rounds.at(-1);
  fill(
    byId("plan"),
    round && plan(tournament, round),
    h(
      "section",
      h("h1", `${tournament.name} · ${t("Standings")}`),
      scrolled(t("Standings"), standingsTable(standings)),
      h("p.quiet-text", said(standings.agreed)),
    ),
  );
}

draw().catch((error) => byId("plan").replaceChildren(h("p", error.message)));
byId("print").addEventListener("click", () => window.print());
