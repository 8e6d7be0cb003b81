// The seat plan of the round and the standings, for paper.

import { signed } from "./club.js";
import { byId, h } from "./dom.js";
import { get } from "./table.js";
import { said, t } from "./texts.js";

function plan(told, round) {
  const where = round.tables.flatMap((table) => table.players.map((name) => [name, table.table]));
  for (const name of round.byes) where.push([name, t("sits out")]);
  where.sort((a, b) => a[0].localeCompare(b[0]));
  return h("section", {}, h("h1", {}, `${told.name} · ${round.final ? t("Final") : t("Round {n}", { n: round.round })}`),
    h("div", { class: "seats" }, round.tables.map((table) => h("div", {}, h("h3", {}, t("Table {n}", { n: table.table })), h("ul", {}, table.players.map((name) => h("li", {}, name)))))),
    h("h2", {}, t("Who sits where")), h("div", { class: "alphabet" }, where.map(([name, table]) => h("p", {}, h("span", {}, name), h("strong", {}, table)))));
}

/** The standings as a table; `own`: the player whose line is marked. */
export function standingsTable(told, own = "") {
  const heads = [["", ""], [t("Player"), ""], [t("Points"), "n"], [t("Rounds won"), "n"], [t("Tiles left"), "n"], [t("Rounds"), "n"], ["", ""]];
  const row = (one) => h("tr", { class: `${one.player === own ? "own" : ""} ${one.is_in ? "" : "gone"}` },
    h("td", {}, one.place), h("td", { class: "name" }, one.player, one.is_in ? "" : ` (${t("has left")})`), h("td", { class: "n" }, signed(one.points)), h("td", { class: "n" }, one.won),
    h("td", { class: "n" }, one.tiles ?? "–"), h("td", { class: "n" }, one.played), h("td", { class: "quiet-text" }, one.final ? t("final {n}: {points}", { n: one.final.table, points: signed(one.final.points) }) : one.by ? said(one.by) : ""));
  return h("table", { class: "standings" }, h("thead", {}, h("tr", {}, heads.map(([text, kind]) => h("th", { scope: "col", class: kind }, text)))), h("tbody", {}, told.standings.map(row)));
}

async function draw() {
  const told = await get("/api/club/tournament");
  const standings = await get("/api/club/standings");
  const round = told.rounds.at(-1);
  byId("plan").replaceChildren(...[round && plan(told, round), h("section", {}, h("h1", {}, `${told.name} · ${t("Standings")}`), h("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": t("Standings") }, standingsTable(standings)), h("p", { class: "quiet-text" }, said(standings.agreed)))].filter(Boolean));
}

if (byId("plan")) {
  draw().catch((error) => byId("plan").replaceChildren(h("p", {}, error.message)));
  byId("print").addEventListener("click", () => window.print());
}
