// The end of a round and of a match: the winner, the podium, the highlights, the picture, and the next steps.

import { button, buttons, each, h, tableHead } from "../../page/dom.js";
import { get, press } from "../../page/table.js";
import { pacesOf } from "../../think/pace.js";
import { brought, clockTime, hasWon, signed, whyLong } from "../../think/points.js";
import { counted, t } from "../../think/texts.js";
import { roundTold, winnersTold } from "../../think/verdicts.js";
import { openPeople } from "../turn/people.js";
import { corrections, openRound } from "./corrections.js";
import { keepsake, share } from "./keepsake.js";
import { podium } from "./podium.js";

const found = { key: "", highlights: [] };

/** The content between rounds and after the last round. `again`: redraws it. */
export function end(state, again) {
  if (state.match.finished) return evening(state, again);
  return [
    h("p.lead", roundTold(state)),
    button(t("Next round"), () => goOn("/api/round"), { class: "big", id: "next-round" }),
    roundTable(state),
    corrections(state),
    remembered(highlightsOf(state, again)),
    buttons(
      mendsCount(state),
      button(t("Players"), openPeople, { id: "people" }),
      h("a.button", { href: "/agreement#change" }, t("Other rules")),
      eveningEnds(),
      links(),
    ),
  ];
}

function mendsCount(state) {
  const last = state.rounds[state.rounds.length - 1];
  return button(t("Put the count right"), () => openRound(last, state.match.joker_on_rack), { id: "mend-round" });
}

/** The button that ends the match early, between two rounds: the podium is shown until a player goes on. */
export function eveningEnds() {
  return button(t("The evening ends here"), () => press("/api/match/end"), { id: "evening-ends" });
}

/** The button that continues a match which the players ended; null: the match ended as agreed. */
export function playOn(state) {
  return state.match.ended ? button(t("Play on"), () => press("/api/match/on"), { id: "play-on" }) : null;
}

function evening(state, again) {
  const picture = state.players.length ? keepsake(state, highlightsOf(state, again)) : null;
  return [
    h("p.lead", winnersTold(state)),
    podium(state),
    corrections(state),
    buttons(
      button(t("Rematch"), () => rematch(state), { class: "big", id: "rematch" }),
      playOn(state),
    ),
    remembered(highlightsOf(state, again)),
    h(
      "figure.keepsake",
      picture,
      h(
        "figcaption",
        button(shareTold(), () => share(picture), { id: "share" }),
        h("p.hint", t("The picture is made on this device; nothing is sent anywhere.")),
      ),
    ),
    buttons(mendsCount(state), links()),
  ];
}

function shareTold() {
  return navigator.canShare ? t("Share the picture") : t("Save the picture");
}

function links() {
  const scores = location.pathname !== "/scores" && h("a.button", { href: "/scores" }, t("Scores"));
  return [scores, h("a.button", { href: "/setup" }, t("New match"))];
}

/** Each player's points in the round, and the totals. */
export function roundTable(state) {
  const last = state.rounds[state.rounds.length - 1];
  const row = (player) =>
    h(
      "tr",
      h("th", { scope: "row" }, player.name, hasWon(last, player.name) && h("span", { "aria-hidden": "true" }, " ★")),
      h("td", last.void ? "–" : brought(last, player.name)),
      h("td", signed(player.score)),
    );
  return h(
    "table.round-table",
    tableHead([t("Player"), t("This round"), t("Total")]),
    each(
      "tbody",
      [...state.players].sort((a, b) => b.score - a.score),
      row,
    ),
  );
}

/** The match's figures as a list. */
export function remembered(highlights) {
  return each("dl.highlights", highlights, (one) => h("div", h("dt", one.label), h("dd", one.text)));
}

/** The highlights; they are requested once a round, and `again` is called when they arrive. */
export function highlightsOf(state, again) {
  const key = JSON.stringify([state.match.number, state.rounds.length, state.turn.number]);
  if (found.key !== key) {
    Object.assign(found, { key, highlights: [] });
    get("/api/highlights")
      .then((best) => {
        found.highlights = highlightsTold(best);
        again();
      })
      .catch(() => {
        found.key = "";
      });
  }
  return found.highlights;
}

/** Begins a match with the same players and rules. */
export async function rematch(state) {
  const staying = state.players.filter((player) => !player.left);
  const players = staying.map((player) => player.name);
  if (!(await press("/api/match", { players, rules: state.match.rules, points: state.match.points }))) return;
  const paces = pacesOf(
    players,
    staying.map((player) => player.pace),
  );
  for (const [player, pace] of paces) await press("/api/players/pace", { player, pace });
  toGame();
}

/** Presses a button that continues the game, and opens the game's screen. */
async function goOn(path) {
  if (await press(path)) toGame();
}

function toGame() {
  if (location.pathname === "/scores") location.href = "/";
}

/** The highlights of a match in words: {label, text} each. */
function highlightsTold(best) {
  if (!best.turns) return [];
  const told = (label, turn, text) => turn && { label, text: text(turn) };
  return [
    told(
      t("Longest turn"),
      best.longest_turn,
      (turn) => t("{player}, {time}", { player: turn.player, time: clockTime(turn.seconds) }) + whyLong(turn),
    ),
    told(t("Biggest opening"), best.biggest_opening, ({ player, points }) =>
      counted(points, "{player}, {n} point", "{player}, {n} points", { player }),
    ),
    told(t("Boldest rearrangement"), best.boldest_rearrangement, ({ player, moved }) =>
      counted(moved, "{player} moved {n} tile of the table", "{player} moved {n} tiles of the table", { player }),
    ),
    told(t("Best play missed"), best.missed_play, ({ player, tiles, laid }) =>
      counted(
        tiles,
        "{player} could have laid {n} tile and laid {laid}",
        "{player} could have laid {n} tiles and laid {laid}",
        { player, laid },
      ),
    ),
    told(t("The match"), best, ({ turns, seconds }) =>
      t("{turns} in {time}", { turns: counted(turns, "{n} turn", "{n} turns"), time: clockTime(seconds) }),
    ),
  ].filter(Boolean);
}
