// One table of the hall: its tiles as they lie, its players, and the matches played at it.

import { byId, each, h, scrolled, show, tableHead } from "../page/dom.js";
import { get } from "../page/table.js";
import { tilesOf } from "../parts/board/tiles.js";
import * as club from "../parts/club/club.js";
import { momentSaid } from "../parts/history/evenings.js";
import { isAtTurn } from "../think/clock.js";
import { signed } from "../think/points.js";
import { counted, t } from "../think/texts.js";
import { namesOf } from "../think/tiles.js";

const number = Number(new URLSearchParams(location.search).get("n"));
const SHOWN = 12; // matches of the table
let listed = null;

function draw() {
  const table = club.tables().find((one) => one.number === number);
  if (!table) {
    byId("name").textContent = t("There is no such table.");
    return;
  }
  byId("name").textContent = table.name;
  byId("alarm").textContent = club.troubleOf(table) || "";
  show(byId("players"), [table.players, table.player, table.phase, table.match, table.pool], () => players(table));
  show(byId("board"), [table.table, table.verdict], () => board(table));
  tick();
  const key = `${table.match?.number}/${table.phase === "over"}`;
  if (key !== listed) club.untilRead(() => matches(table));
  listed = key;
}

function players(table) {
  const isPlayed = isAtTurn(table.phase);
  return [
    h("p.lead", club.phaseOf(table), " ", h("span", { id: "time", class: "time" }, "")),
    scrolled(
      t("Players"),
      h(
        "table.standings",
        tableHead([t("Player"), [t("Tiles"), "n"], [t("Points"), "n"]]),
        each("tbody", table.players || [], (player) =>
          h(
            "tr",
            { class: isPlayed && player.name === table.player ? "mine" : "" },
            h("td.name", club.playerLink(player.name)),
            h("td.n", player.rack),
            h("td.n", signed(player.score)),
          ),
        ),
      ),
    ),
    table.pool === null || table.pool === undefined ? null : h("p.quiet-text", t("Pool: {n}", { n: table.pool })),
    table.address ? h("p", h("a.button", { href: table.address }, t("The table's own page"))) : null,
  ];
}

function board(table) {
  const rows = (table.table || []).map((row) => h("li", tilesOf(row)));
  const verdict = table.verdict;
  return [
    rows.length ? h("ol.felt.rows.rows-of-tiles.tiles", rows) : h("p.felt.empty", t("The table is empty.")),
    h("p", { role: "status" }, verdict ? turnTold(verdict) : ""),
  ];
}

function turnTold({ player, legal, played, by_hand: isByHand }) {
  if (!legal) return t("{player}'s turn was not allowed.", { player });
  if (isByHand) return t("{player} is done.", { player }); // nobody saw what was laid
  return counted(played.length, "{player} laid {n} tile.", "{player} laid {n} tiles.", { player });
}

function tick() {
  const table = club.tables().find((one) => one.number === number);
  const place = byId("time");
  const left = table ? club.secondsOf(table) : null;
  if (place) place.textContent = left === null || table.silent ? "" : club.clockText(left);
}

async function matches(table) {
  const own = await newestOf(table);
  const line = (match) =>
    h("li", h("a", { href: `/matches/${match.number}` }, `${momentSaid(match.began)} · ${namesOf(match.players)}`));
  byId("matches").replaceChildren(
    own.length ? each("ul", own, line) : h("p", t("No match has been played at this table yet.")),
  );
}

/** The newest matches of a table, from as many pages of all matches as it takes. */
async function newestOf(table) {
  const found = [];
  for (let page = 1, pages = 1; page <= pages && found.length < SHOWN; page += 1) {
    const told = await get(`/api/matches?page=${page}`);
    found.push(...told.matches.filter((match) => match.table === table.name));
    pages = told.pages;
  }
  return found.slice(0, SHOWN);
}

club.onHall(draw);
club.listenToHall();
setInterval(tick, 500);
