// The scores: the table as in leaflets, charts of the totals, times, and possible better plays.

import { colourOf, learnColours, ownColour } from "../page/colours.js";
import { button, byId, each, fill, forget, h, show, tableHead } from "../page/dom.js";
import { get, listen, now, onState } from "../page/table.js";
import { tilesOf } from "../parts/board/tiles.js";
import { corrections, roundButton, tellCorrection } from "../parts/end/corrections.js";
import { end } from "../parts/end/end.js";
import { runningTotals } from "../parts/history/plots.js";
import { bestPlay, coached } from "../parts/racks/plays.js";
import { brought, clockTime, hasWon, signed, whyLong } from "../think/points.js";
import { t } from "../think/texts.js";

function draw(state, before) {
  show(byId("table"), [state.rounds, state.players], () => scoreTable(state));
  show(byId("chart"), [state.rounds], () => chart(state));
  drawNext(state);
  if (!before || before.turn.number !== state.turn.number) times();
  const racks = state.turn.phase === "over" ? lastRacks(state) : [];
  byId("possible").hidden = !racks.length;
  if (racks.length) show(byId("possible"), state.rounds, () => possible(racks));
}

function drawNext(state) {
  show(byId("next"), [state.turn.phase, state.match], () => next(state));
}

function next(state) {
  if (state.turn.phase === "ready") return h("a.button.big", { href: "/" }, t("Game"));
  return state.turn.phase === "over" && state.rounds.length ? h("section.card.centred.end", end(state, redraw)) : null;
}

function redraw() {
  forget(byId("next"));
  if (now.state) drawNext(now.state);
}

function scoreTable(state) {
  if (!state.rounds.length) return h("p", t("No round has been scored yet."));
  const names = state.players.map((player) => player.name);
  const row = (round) =>
    h(
      "tr",
      { class: round.void ? "void" : "" },
      h("th", { scope: "row" }, roundButton(round, state)),
      names.map((name) =>
        h(
          "td",
          { class: hasWon(round, name) ? "won" : "" },
          brought(round, name),
          hasWon(round, name) && h("span", { "aria-hidden": "true" }, " ★"),
        ),
      ),
    );
  const scores = h(
    "table",
    tableHead([t("Round"), ...names.map((name) => [name, ownColour(name)])]),
    each("tbody", state.rounds, row),
    h(
      "tfoot",
      h(
        "tr",
        h("th", { scope: "row" }, t("Total")),
        state.players.map((player) => h("td", signed(player.score))),
      ),
    ),
  );
  return [scores, corrections(state), h("p.hint.no-print", t("A number that is wrong? Press the round's number."))];
}

function chart(state) {
  if (!state.rounds.length) return h("p", t("No round has been scored yet."));
  const names = state.players.map((player) => player.name);
  return runningTotals(names, state.rounds, colourOf);
}

async function times() {
  const { players, longest } = await get("/api/times");
  byId("times").closest("section").hidden = !longest;
  if (!longest) return;
  const heads = [t("Player"), t("Turns"), t("Total time"), t("Average turn"), t("Longest turn")];
  const row = ([name, one]) =>
    h(
      "tr",
      h("th", { scope: "row" }, name),
      h("td", one.turns),
      ["total", "mean", "longest"].map((key) => h("td", clockTime(one[key]))),
    );
  byId("times").replaceChildren(
    h("table", tableHead(heads), each("tbody", Object.entries(players), row)),
    h(
      "p",
      t("The longest turn: {player}'s in round {n}, {time}.", {
        player: longest.player,
        n: longest.round,
        time: clockTime(longest.seconds) + whyLong(longest),
      }),
    ),
  );
}

/** The racks of the last counted round with known tiles: [player, tiles]. */
function lastRacks(state) {
  const last = state.rounds[state.rounds.length - 1];
  return Object.entries(last?.racks || {}).filter(([, rack]) => rack && typeof rack === "string");
}

/** The best play that each counted rack could still have made, after a round, for everybody. */
function possible(racks) {
  const answer = h("div", { role: "status" });
  const ask = (name, rack) => async () => {
    const told = await coached(rack, name);
    fill(answer, h("h3", name), told.error || bestPlay(told.best));
  };
  return [
    h("h2", t("What could each rack still have laid?")),
    racks.map(([name, rack]) => h("p", button(name, ask(name, rack)), " ", h("span.tiles", tilesOf(rack)))),
    answer,
  ];
}

onState(draw);
onState(tellCorrection);
listen();
learnColours(() => {
  forget(byId("table"), byId("chart"));
  if (now.state) draw(now.state, now.state);
});
byId("print").addEventListener("click", () => window.print());
