// One match: its rounds, its turns, and the replay.

import { button, byId, each, fill, h, scrolled, tellTrouble } from "../page/dom.js";
import { handOver } from "../page/share.js";
import { get, listen } from "../page/table.js";
import { askToResume, byName, momentSaid, numbers, playerLink, stateSaid, winner } from "../parts/history/evenings.js";
import { oneFile } from "../parts/history/one-file.js";
import { runningTotals } from "../parts/history/plots.js";
import { beginReplay } from "../parts/history/replay.js";
import { asText } from "../parts/setup/options.js";
import { brought, clockTime, hasWon, signed } from "../think/points.js";
import { counted, isolated, t } from "../think/texts.js";

const number = byId("match").dataset.number;

async function begin() {
  const [match, { players }] = await Promise.all([get(`/api/matches/${number}`), get("/api/players")]);
  const player = byName(players);
  byId("when").textContent = momentSaid(match.began);
  fill(byId("about"), about(match, player));
  fill(byId("rounds"), rounds(match, player));
  byId("turns").replaceChildren(turns(match));
  beginReplay(byId("replay"), match);
  byId("one-file").addEventListener("click", () => shareReplay(match));
}

/** The replay as one page that any browser shows, to share or to keep. */
function shareReplay(match) {
  const page = oneFile(match, `${match.players.map(isolated).join(", ")} · ${momentSaid(match.began)}`);
  handOver(new Blob([page], { type: "text/html" }), `tilewatch-${match.began.slice(0, 10)}-${match.number}.html`);
}

function about(match, player) {
  const preset = match.rules.preset || match.rules;
  const title = JSON.parse(byId("match").dataset.titles)[preset] || preset;
  return [
    h(
      "p",
      h("span", { class: `state ${match.state}` }, stateSaid(match.state)),
      " ",
      h(
        "a",
        {
          href: `/agreement?rules=${encodeURIComponent(asText(match.rules))}`,
        },
        title,
      ),
    ),
    each("ul.seats.wide", match.players, (name) =>
      h("li", playerLink(player(name)), h("strong", signed(match.scores[name])), winner(match, name)),
    ),
    match.resumable &&
      h(
        "div.small-buttons.no-print",
        button(t("Go on with this match"), () => askToResume(match), { id: "resume" }),
      ),
  ];
}

function rounds(match, player) {
  if (!match.rounds.length) return [h("p", t("No round has been scored yet."))];
  const columns = [
    [t("Round"), (round) => String(round.round)],
    ...match.players.map((name) => [
      name,
      (round) =>
        h("span", { class: hasWon(round, name) ? "won" : "" }, brought(round, name), hasWon(round, name) ? " ★" : ""),
    ]),
  ];
  const totals = h(
    "tfoot",
    h(
      "tr",
      h("th", { scope: "row" }, t("Total")),
      match.players.map((name) => h("td", signed(match.scores[name]))),
    ),
  );
  const table = numbers(columns, match.rounds, t("Score table"));
  table.append(totals);
  const drawn = match.rounds.length > 1 && runningTotals(match.players, match.rounds, (name) => player(name).colour);
  return [scrolled(t("Score table"), table), drawn];
}

function turns(match) {
  if (!match.turns.length) return h("p", t("No turn has been played yet."));
  const columns = [
    [t("Player"), (turn) => h("a", { href: `#${turn.number}` }, turn.player)],
    [
      t("Verdict"),
      (turn) =>
        h("span", { class: `sign ${turn.legal ? "legal" : "illegal"}` }, turn.legal ? t("legal") : t("not allowed")),
    ],
    [t("Laid"), (turn) => String(turn.played)],
    [t("Drawn"), (turn) => String(turn.drawn)],
    [t("Time"), (turn) => clockTime(turn.seconds)],
  ];
  const all = [...new Set(match.turns.map((turn) => turn.round))];
  return each("div", all, (round) => {
    const own = match.turns.filter((turn) => turn.round === round);
    return h(
      "details.turns-of-round",
      h("summary", `${t("Round {n}", { n: round })} · ${counted(own.length, "{n} turn", "{n} turns")}`),
      scrolled(t("Round {n}", { n: round }), numbers(columns, own, t("Round {n}", { n: round }))),
    );
  });
}

begin().catch(tellTrouble("about"));
listen();
