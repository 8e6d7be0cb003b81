// The hall on a television: the clock, and alternately the tables and the standings.

import { byId, each, h } from "../page/dom.js";
import { stayAwake } from "../page/sound.js";
import { get } from "../page/table.js";
import * as club from "../parts/club/club.js";
import { helpButton } from "../parts/turn/help.js";
import { signed } from "../think/points.js";
import { isolated, t } from "../think/texts.js";

const TURN = 15000; // milliseconds that each view stays
const AT_ONCE = 24; // tables or lines that can be read across a hall
const shown = { tournament: null, standings: null, view: 0 };

function seats(tables) {
  return tables.map((table) =>
    h(
      "div",
      h("h2", t("Table {n}", { n: table.table }), h("span.quiet-text", table.result ? t("done") : "")),
      each("ul", table.players, (name) =>
        h("li", h("span", name), h("span.points", table.result ? signed(table.result.scores[name]) : "")),
      ),
    ),
  );
}

function places(list) {
  return list.map((one) =>
    h("div.place", h("h2", h("span", `${one.place}. ${isolated(one.player)}`), h("span.points", signed(one.points)))),
  );
}

function live(shown) {
  return shown.map((table) => {
    const left = club.secondsOf(table);
    return h(
      "div",
      { class: club.troubleOf(table) ? "troubled" : "" },
      h("h2", table.name, h("span.time", left === null ? "" : club.clockText(left))),
      h("p", { class: club.troubleOf(table) ? "trouble" : "quiet-text" }, club.troubleOf(table) || club.phaseOf(table)),
      each("ul", table.players || [], (player) =>
        h("li", h("span", player.name), h("span.points", signed(player.score))),
      ),
    );
  });
}

function views() {
  const round = shown.tournament?.rounds.at(-1);
  const all = club.tables();
  return [
    ...paged(round?.tables || [], seats),
    ...paged((round && shown.standings?.standings) || [], places),
    ...paged(all, live),
    () => (round || all.length ? [] : [h("p", t("No table has reported yet. Start one with --database and --table."))]),
  ].filter((view) => view().length);
}

function paged(list, draw) {
  return Array.from(
    { length: Math.ceil(list.length / AT_ONCE) },
    (_, n) => () => draw(list.slice(n * AT_ONCE, (n + 1) * AT_ONCE)),
  );
}

function draw() {
  const all = views();
  const drawn = all[shown.view % all.length]();
  byId("wall").dataset.many = drawn.length <= 9 ? "few" : "some";
  byId("wall").replaceChildren(...drawn);
  const round = shown.tournament?.rounds.at(-1);
  byId("name").textContent = !shown.tournament
    ? t("All tables")
    : round
      ? `${shown.tournament.name} · ${round.final ? t("Final") : t("Round {n}", { n: round.round })}`
      : shown.tournament.name;
}

async function read() {
  const tournament = await club.theTournament();
  const standings = tournament && (await get("/api/club/standings"));
  Object.assign(shown, { tournament, standings });
  club.setHallClock(tournament?.clock);
  draw();
}

club.onHall(draw);
club.onTournament(() => club.untilRead(read));
club.listenToHall();
stayAwake();
document.querySelector(".leave").append(" ", helpButton());
setInterval(() => {
  shown.view += 1;
  draw();
}, TURN);
