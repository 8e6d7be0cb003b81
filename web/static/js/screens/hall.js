// All tables of the hall: who plays, the clock, the phase, the scores, and troubles that concern everybody.

import { all, byId, each, h, show } from "../page/dom.js";
import * as club from "../parts/club/club.js";
import { isAtTurn } from "../think/clock.js";
import { signed } from "../think/points.js";
import { counted, t } from "../think/texts.js";
import { namesOf } from "../think/tiles.js";

function draw() {
  const wanted = byId("wanted").value.trim().toLocaleLowerCase();
  const all = club.tables();
  const shown = all.filter(
    (table) =>
      !wanted ||
      [table.name, ...(table.players || []).map((one) => one.name)].some((text) =>
        text.toLocaleLowerCase().includes(wanted),
      ),
  );
  show(byId("tables"), [wanted, shown.map((table) => ({ ...table, table: null }))], () =>
    shown.length
      ? shown.map(card)
      : h(
          "p",
          all.length
            ? t("There is no table or player of that name.")
            : t("No table has reported yet. Start one with --database and --table."),
        ),
  );
  const troubled = all.filter(club.troubleOf);
  byId("alarms").textContent = troubled.length
    ? counted(troubled.length, "{n} table needs somebody: {names}", "{n} tables need somebody: {names}", {
        names: namesOf(troubled.map((table) => table.name)),
      })
    : "";
  tick();
}

function card(table) {
  const trouble = club.troubleOf(table);
  const isPlayed = isAtTurn(table.phase);
  const kind = trouble ? "troubled" : isPlayed ? "playing" : "";
  return h(
    "a",
    { class: `card ${kind}`, href: `/club-table?n=${table.number}` },
    h("header", h("h2", table.name), h("span.time", { "data-table": table.name }, "")),
    h(
      "span.quiet-text",
      table.match ? `${t("Round {n}", { n: table.match.round })} · ${club.phaseOf(table)}` : club.phaseOf(table),
    ),
    trouble ? h("p.trouble", trouble) : null,
    each("ul", table.players || [], (player) =>
      h(
        "li",
        { class: isPlayed && player.name === table.player ? "current" : "" },
        h("span", player.name),
        h("span.quiet-text", player.rack === null ? "" : `▮ ${player.rack} `),
        h("span.points", signed(player.score)),
      ),
    ),
  );
}

function tick() {
  for (const place of all("[data-table]")) {
    const table = club.hall.tables.get(place.dataset.table);
    const left = table ? club.secondsOf(table) : null;
    const text = left === null || table.silent ? "" : club.clockText(left);
    if (place.textContent !== text) place.textContent = text;
  }
}

club.onHall(draw);
club.onTournament(() => club.untilRead(async () => club.setHallClock((await club.theTournament())?.clock)));
club.listenToHall();
byId("wanted").addEventListener("input", draw);
setInterval(tick, 500);
