// Common parts of the pages about matches and players: dates, points, players with their colours, tables of numbers,
// the pictures of a turn; and players of earlier evenings, offered as names.

import { button, byId, each, h, tableHead } from "../../page/dom.js";
import { askFirst } from "../../page/sheet.js";
import { get, post } from "../../page/table.js";
import { counted, language, t } from "../../think/texts.js";
import { rowsOf } from "../board/tiles.js";

const day = new Intl.DateTimeFormat(language, { dateStyle: "medium" });
const moment = new Intl.DateTimeFormat(language, { dateStyle: "long", timeStyle: "short" });

export function daySaid(text) {
  return day.format(new Date(text));
}
export function momentSaid(text) {
  return moment.format(new Date(text));
}

export function share(part) {
  return part === null
    ? ""
    : new Intl.NumberFormat(language, { style: "percent", maximumFractionDigits: 0 }).format(part);
}

export function number(value) {
  return value === null || value === undefined
    ? ""
    : new Intl.NumberFormat(language, { maximumFractionDigits: 1 }).format(value);
}

/** A player's picture, or the first letter on the player's colour. */
export function face(player, more = "") {
  const attributes = { class: `portrait p${player.colour ?? 0} ${more}`, "aria-hidden": "true" };
  if (player.picture) return h("img", { ...attributes, src: player.picture, alt: "" });
  return h("span", attributes, [...player.name][0].toUpperCase());
}

export function playerLink(player) {
  return h(
    "a.player-link",
    { href: `/players/${encodeURIComponent(player.name)}` },
    face(player),
    h("span", player.name),
  );
}

/** The players of a list by name; a name that is not in the list gets the first colour. */
export function byName(players) {
  const known = new Map(players.map((player) => [player.name, player]));
  return (name) => known.get(name) || { name, colour: 0, picture: null };
}

/** A table of numbers: `columns` are [head, cell of a row]; the first column names the row. */
export function numbers(columns, rows, caption) {
  const line = (row) =>
    each("tr", columns, ([, cell], n) => (n ? h("td", cell(row)) : h("th", { scope: "row" }, cell(row))));
  return h(
    "table",
    caption ? h("caption.unseen", caption) : null,
    tableHead(columns.map(([name]) => name)),
    each("tbody", rows, line),
  );
}

export function stateSaid(state) {
  return { over: t("over"), left: t("left in the middle"), running: t("on the table now") }[state];
}

/** The star of a player who has won a match. */
export function winner(match, name) {
  const hasWon = match.state === "over" && match.leaders.includes(name);
  return hasWon ? h("span.winner", "★", h("span.unseen", t("won the match"))) : null;
}

/** The tiles on the table of a match that is to be resumed, in notation. */
function lastTable(match) {
  const last = match.turns[match.turns.length - 1];
  if (!last || match.rounds.some((round) => round.round === last.round)) return [];
  return last.legal ? last.after : last.before;
}

/** Resumes a match that was left, after a confirmation that lists the tiles to lay. */
export function askToResume(match) {
  const rows = lastTable(match);
  const said = h("p.trouble", { role: "alert" });
  const sure = async () => {
    try {
      await post(`/api/matches/${match.number}/resume`);
      location.href = "/";
    } catch (error) {
      said.textContent = error.message;
    }
  };
  const words = [
    h(
      "p",
      t(
        "It goes on where it stood, with the clock stopped. A match that is being played now is left, and can be resumed in the same way.",
      ),
    ),
    rows.length
      ? h("p", counted(rows.length, "First lay this set on the table:", "First lay these {n} sets on the table:"))
      : null,
    rows.length ? rowsOf(rows) : null,
  ];
  const attributes = { id: "resume-sure", class: "big" };
  askFirst(t("Go on with this match"), words, t("Go on with this match"), sure, attributes, t("Cancel"));
  byId("sheet").append(said);
}

const MOST = 12; // the ones who played last; the others are typed

/** Shows the players in a place; `pick` is called with the name that is tapped. */
export async function offerKnown(place, pick) {
  const { players } = await get("/api/players").catch(() => ({ players: [] }));
  const newest = [...players].sort((a, b) => b.last_played.localeCompare(a.last_played)).slice(0, MOST);
  place.hidden = !newest.length;
  const one = (player) => {
    const made = button("", () => pick(player.name), { class: "known", "data-name": player.name });
    made.append(face(player), h("span", player.name));
    return h("li", made);
  };
  place.replaceChildren(h("p.hint", t("Who played here before: tap a name.")), each("ul", newest, one));
}

/** The available pictures of a turn; `told`: their captions and descriptions. */
export function pair(pictures, told) {
  const sides = ["before", "after"].filter((side) => pictures[side]);
  if (!sides.length) return null;
  return each("div.pair", sides, (side) => {
    const [below, alt] = told(side);
    const image = h("img", { src: pictures[side], loading: "lazy", alt });
    return h("figure", h("a", { href: pictures[side] }, image), h("figcaption", below));
  });
}

export function sideSaid(side, turn) {
  return side === "before"
    ? t("Before {player}'s turn", { player: turn.player })
    : t("After {player}'s turn", { player: turn.player });
}
