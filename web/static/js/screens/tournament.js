// The tournament: the present round, the standings, and the controls of the director or a table's host.

import { button, byId, each, h, notice, scrolled, show } from "../page/dom.js";
import { get, post, press } from "../page/table.js";
import {
  listenToHall,
  onTournament,
  setHallClock,
  standingsTable,
  theTournament,
  untilRead,
} from "../parts/club/club.js";
import { directorPanel, resultForm } from "../parts/club/director.js";
import { podium } from "../parts/end/podium.js";
import { signed } from "../think/points.js";
import { said, t } from "../think/texts.js";
import { namesOf } from "../think/tiles.js";

const isDirector = document.body.dataset.director === "yes";
const [kind, of] = [document.body.dataset.role.split(":")[0], document.body.dataset.role.split(":").slice(1).join(":")];

function seatsOf(round, isOver = false) {
  return each("div.seats", round.tables, (table) => {
    const mayEnter = isDirector || (kind === "host" && of === String(table.table));
    const isOwn = (kind === "host" && of === String(table.table)) || table.players.includes(of);
    const result = table.result;
    const here = t("Table {n}, round {round}", { n: table.table, round: round.round });
    const forTable = (text, action, id = null) => button(text, action, { id, "aria-label": `${text}: ${here}` });
    const state = !result
      ? isOver
        ? t("no result")
        : t("being played")
      : result.signed
        ? t("signed ✓")
        : result.by_table
          ? t("reported")
          : t("entered");
    return h(
      "div",
      { class: isOwn ? "mine" : "" },
      h("h3", t("Table {n}", { n: table.table }), h("span.quiet-text", state)),
      each("ul", table.players, (name) =>
        h(
          "li",
          h("span", name, result?.winners.includes(name) ? " ★" : ""),
          h("span.points", result ? signed(result.scores[name]) : ""),
        ),
      ),
      result?.reason ? h("p.quiet-text", `“${result.reason}”`) : null,
      h(
        "p.small-buttons.no-print",
        mayEnter &&
          forTable(
            result ? t("Correct") : t("Enter the result"),
            () => resultForm(table, round.round, isDirector, read),
            `result-${round.round}-${table.table}`,
          ),
        isDirector && result && !result.signed
          ? forTable(t("Sign"), () => act("/api/club/sign", { table: table.table, round: round.round }))
          : null,
      ),
    );
  });
}

/** The podium, once all planned rounds are counted. */
function podiumOf(told, standings) {
  const isThrough = told.rounds.filter((round) => !round.final).length >= told.planned;
  if (!isThrough || told.rounds.at(-1).tables.some((table) => !table.result) || !standings?.standings.length)
    return null;
  const players = standings.standings.map((one) => ({ name: one.player, score: one.points, place: one.place }));
  return podium({ players, match: { leaders: players.filter((one) => one.place === 1).map((one) => one.name) } });
}

function roundOf(told) {
  const round = told.rounds.at(-1);
  if (!round)
    return h(
      "p",
      t("No round is seated yet. {n} players are entered.", { n: told.players.filter((one) => one.is_in).length }),
    );
  return [
    h("h2", round.final ? t("Final") : t("Round {n} of {planned}", { n: round.round, planned: told.planned })),
    seatsOf(round),
    round.byes.length ? h("p", t("Sits out: {names}", { names: namesOf(round.byes) })) : null,
    told.rounds.length > 1 &&
      h(
        "details",
        h("summary", t("Earlier rounds")),
        told.rounds
          .slice(0, -1)
          .reverse()
          .map((one) => [h("h3", one.final ? t("Final") : t("Round {n}", { n: one.round })), seatsOf(one, true)]),
      ),
  ];
}

function ownLine(told) {
  const round = told.rounds.at(-1);
  if (kind !== "player" || !round) return "";
  const table = round.tables.find((one) => one.players.includes(of));
  if (!table) return round.byes.includes(of) ? t("{name}, you sit out this round.", { name: of }) : "";
  return t("{name}, you play at table {n} with {others}.", {
    name: of,
    n: table.table,
    others: namesOf(table.players.filter((name) => name !== of)),
  });
}

function draw(told, standings) {
  const isOpen = Boolean(told);
  for (const id of ["round", "standings", "papers"]) byId(id).hidden = !isOpen;
  byId("opening").hidden = !isDirector || (isOpen && !byId("opening").dataset.wanted);
  byId("director").hidden = !isOpen || !isDirector;
  byId("pin-card").hidden = isDirector;
  byId("title").textContent = isOpen ? told.name : t("Tournament");
  byId("own").hidden = !isOpen || !ownLine(told);
  if (!isOpen) return;
  byId("own").textContent = ownLine(told);
  setHallClock(told.clock);
  show(byId("round"), [told.rounds, told.players], () => roundOf(told));
  show(byId("standings"), standings, () => [
    podiumOf(told, standings),
    h("h2", t("Standings")),
    scrolled(t("Standings"), standingsTable(standings, of)),
    h("p.quiet-text", said(standings.agreed)),
  ]);
  if (isDirector) show(byId("director"), told, () => directorPanel(told, act));
}

async function act(path, body = {}) {
  const isDone = await press(path, body);
  if (isDone) await read();
  return isDone;
}

function read() {
  return untilRead(async () => {
    const told = await theTournament();
    draw(told, told && (await get("/api/club/standings")));
  });
}

function names() {
  return byId("t-players").value;
}

async function open(event) {
  event.preventDefault();
  const [limit, unopened] = [byId("t-limit").value, Number(byId("t-unopened").value || 0)];
  const rules = {
    preset: byId("t-rules").value,
    ...(limit ? { most_lost: Number(limit) } : {}),
    ...(unopened ? { never_opened_pays: unopened } : {}),
  };
  try {
    await post("/api/club/tournament", {
      name: byId("t-name").value,
      csv: names(),
      rounds: Number(byId("t-rounds").value),
      seats: Number(byId("t-seats").value),
      rules,
    });
    delete byId("opening").dataset.wanted;
    await read();
  } catch (error) {
    byId("t-said").textContent = error.message;
  }
}

/** The text of an entry list's file: UTF-8, or the older encoding of Windows. */
function written(bytes) {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("windows-1252").decode(bytes);
  }
}

async function beDirector() {
  try {
    await post("/api/club/entries", { csv: "x" }); // asks for the PIN where it is needed
    location.reload();
  } catch (error) {
    notice(error.message);
  }
}

byId("open").addEventListener("submit", open);
byId("t-file").addEventListener("change", async (event) => {
  const [list] = event.target.files;
  if (list) byId("t-players").value = written(await list.arrayBuffer());
});
byId("be-director").addEventListener("click", beDirector);
let isRead = false;
onTournament(() => {
  setTimeout(read, isRead ? Math.random() * 800 : 0); // so that a thousand phones do not ask in the same moment
  isRead = true;
});
listenToHall();
