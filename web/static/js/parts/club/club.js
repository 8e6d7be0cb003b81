// The state of a club's tables on the page: first the whole, then changes; and a tournament's standings.

import { byId, each, h, notice, tableHead } from "../../page/dom.js";
import { get, hear } from "../../page/table.js";
import { signed } from "../../think/points.js";
import { said, t } from "../../think/texts.js";

const AGAIN = 3000; // milliseconds until the tournament is asked for again that could not be read
export const hall = { tables: new Map(), version: 0, ahead: 0, tournament: 0, trouble: null };
const listeners = [];
const tournamentListeners = [];
let again = () => {}; // asks for everything anew

/** Calls back whenever a table changed. */
export function onHall(listener) {
  listeners.push(listener);
}

/** Calls back whenever the tournament changed, the first time at once. */
export function onTournament(listener) {
  tournamentListeners.push(listener);
}

function take(news) {
  if (news.since && news.since > hall.version) return again(); // something was missed
  if (!news.since) hall.tables.clear();
  for (const table of news.tables) hall.tables.set(table.name, table);
  for (const name of news.gone) hall.tables.delete(name);
  const isNewTournament = news.tournament !== hall.tournament || !news.since; // a whole answer sets its clock anew
  Object.assign(hall, {
    version: news.version,
    ahead: news.now - Date.now() / 1000,
    tournament: news.tournament,
    trouble: news.trouble,
  });
  notice(
    news.trouble ? t("The database does not answer. The tables play on; this page shows how they stood.") : "",
    Boolean(news.trouble),
  );
  for (const listener of listeners) listener(news);
  if (isNewTournament) for (const listener of tournamentListeners) listener();
}

/** The tournament; null: none was opened. */
export function theTournament() {
  return get("/api/club/tournament").catch((error) => {
    if (error.status !== 404) throw error; // it cannot be read just now, so there may be one
    return null;
  });
}

/** Calls `read` until it succeeds; meanwhile the page shows the error, and keeps its content. */
export async function untilRead(read) {
  try {
    await read();
  } catch {
    setTimeout(() => untilRead(read), AGAIN);
  }
}

/** Listens for changes until the page is left. */
export function listenToHall() {
  again = hear("/api/club/events", take, () => notice(t("The club's page does not answer. Trying again …"), true));
}

/** Every table, in order of its name. */
export function tables() {
  return [...hall.tables.values()].sort((a, b) => a.name.localeCompare(b.name, undefined, { numeric: true }));
}

/** The trouble of a table that everybody should see; null: there is none. */
export function troubleOf(table) {
  if (table.silent) return t("Nothing has been heard from this table for half a minute.");
  return table.alarm && table.alarm.kind !== "pause" ? said(table.alarm) : null;
}

const PHASES = {
  setup: () => t("no match yet"),
  ready: () => t("dealing"),
  playing: () => t("playing"),
  paused: () => t("paused"),
  restoring: () => t("putting back"),
  counting: () => t("counting racks"),
  over: () => t("round over"),
};

export function phaseOf(table) {
  return (PHASES[table.phase] || (() => ""))();
}

/** Seconds left of the turn that is being played; null: no clock. */
export function secondsOf(table) {
  if (table.ends === null || table.ends === undefined) return table.left ?? null;
  return Math.max(0, table.ends - Date.now() / 1000 - hall.ahead);
}

export function clockText(seconds) {
  const whole = Math.ceil(seconds);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}

let clock = null;
/** Shows the hall's clock in the page's `hall-clock`. */
export function setHallClock(told) {
  clock = told && { ...told, at: performance.now() };
  drawHallClock();
}

function drawHallClock() {
  const place = byId("hall-clock");
  if (!place) return;
  place.hidden = !clock;
  if (!clock) return;
  const left = Math.max(0, clock.left - (clock.runs ? (performance.now() - clock.at) / 1000 : 0));
  const text = clock.runs || !left ? clockText(left) : t("{time} (stopped)", { time: clockText(left) });
  if (place.textContent !== text) place.textContent = text;
}
setInterval(drawHallClock, 250);

/** A player's name as a button that shows the player's figures. */
export function playerLink(name) {
  return h("a", { href: `/players/${encodeURIComponent(name)}` }, name);
}

/** The standings as a table; `own`: the player whose line is marked. */
export function standingsTable(standings, own = "") {
  const counted = [t("Points"), t("Rounds won"), t("Tiles left"), t("Rounds")].map((text) => [text, "n"]);
  const row = (one) =>
    h(
      "tr",
      { class: `${one.player === own ? "mine" : ""} ${one.is_in ? "" : "gone"}` },
      h("td", one.place),
      h("td.name", one.player, one.is_in ? "" : ` (${t("has left")})`),
      h("td.n", signed(one.points)),
      h("td.n", one.won),
      h("td.n", one.tiles ?? "–"),
      h("td.n", one.played),
      h(
        "td.quiet-text",
        one.final
          ? t("final {n}: {points}", { n: one.final.table, points: signed(one.final.points) })
          : one.by
            ? said(one.by)
            : "",
      ),
    );
  return h("table.standings", tableHead(["", t("Player"), ...counted, ""]), each("tbody", standings.standings, row));
}
