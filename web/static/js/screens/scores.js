// The scores: the table as leaflets print it, the running total as lines, times, and what would have been possible.

import { learnColours, ownColour } from "../page/colours.js";
import { button, byId, each, fill, forget, h, show, svg, tableHead } from "../page/dom.js";
import { get, listen, now, onState } from "../page/table.js";
import { tilesOf } from "../parts/board/tiles.js";
import { corrections, roundButton, tellCorrection } from "../parts/end/corrections.js";
import { end } from "../parts/end/end.js";
import { bestPlay } from "../parts/racks/plays.js";
import { clockTime, signed, whyLong } from "../think/points.js";
import { t } from "../think/texts.js";

const SHAPES = [circle, square, triangle, diamond];
const LONGEST = 8; // letters of a name beside its line; the table has it in full
const DASHES = ["", "9 4", "3 4", "12 4 3 4"];

function draw(state, before) {
  show(byId("table"), [state.rounds, state.players], () => scoreTable(state));
  show(byId("chart"), [state.rounds], () => chart(state));
  drawNext(state);
  if (!before || before.turn.number !== state.turn.number) times();
  byId("possible").hidden = state.turn.phase !== "over" || !state.rounds.length;
  if (!byId("possible").hidden) show(byId("possible"), state.rounds, () => possible(state));
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
          { class: round.winners.includes(name) ? "won" : "" },
          name in round.scores ? signed(round.scores[name]) : "–",
          round.winners.includes(name) ? h("span", { "aria-hidden": "true" }, " ★") : null,
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

function circle(x, y) {
  return svg("circle", { cx: x, cy: y, r: 5 });
}
function square(x, y) {
  return svg("rect", { x: x - 4.5, y: y - 4.5, width: 9, height: 9 });
}
function triangle(x, y) {
  return svg("path", { d: `M${x} ${y - 6} l6 11 h-12 z` });
}
function diamond(x, y) {
  return svg("path", { d: `M${x} ${y - 6.5} l6.5 6.5 -6.5 6.5 -6.5 -6.5 z` });
}

function chart(state) {
  if (!state.rounds.length) return h("p", t("No round has been scored yet."));
  const names = state.players.map((player) => player.name);
  const brought = (round, name) => (round.void ? 0 : round.scores[name] || 0);
  const totals = names.map((name) =>
    state.rounds.reduce((line, round) => [...line, line[line.length - 1] + brought(round, name)], [0]),
  );
  const [low, high] = [Math.min(0, ...totals.flat()), Math.max(10, ...totals.flat())];
  const x = (n) => 52 + (n * 470) / state.rounds.length;
  const y = (points) => 20 + ((high - points) * 240) / (high - low);
  const places = spread(totals.map((line) => y(line[line.length - 1])));
  return svg(
    "svg",
    { class: "chart", viewBox: "0 0 640 290", role: "img", "aria-label": t("The running total of each player") },
    grid(low, high, x, y, state.rounds.length),
    names.map((name, n) => line(name, n, totals[n], x, y, places[n])),
  );
}

/** Heights of the names, moved apart where they would cover each other. */
function spread(heights) {
  const order = heights.map((height, n) => [height, n]).sort((a, b) => a[0] - b[0]);
  for (let i = 1; i < order.length; i += 1) order[i][0] = Math.max(order[i][0], order[i - 1][0] + 22);
  const places = [];
  for (const [height, n] of order) places[n] = height;
  return places;
}

function grid(low, high, x, y, rounds) {
  const step = [5, 10, 20, 50, 100, 200, 500, 1000].find((size) => (high - low) / size <= 6) || 2000;
  const lines = [];
  for (let at = Math.ceil(low / step) * step; at <= high; at += step) {
    lines.push(
      svg("line", { class: at === 0 ? "zero" : "grid", x1: 52, x2: 522, y1: y(at), y2: y(at) }),
      svg("text", { x: 44, y: y(at) + 4, "text-anchor": "end" }, signed(at)),
    );
  }
  for (let n = 0; n <= rounds; n += Math.ceil(rounds / 12))
    lines.push(svg("text", { x: x(n), y: 284, "text-anchor": "middle" }, n));
  return lines;
}

function line(name, n, totals, x, y, label) {
  const points = totals.map((points_, round) => [x(round), y(points_)]);
  return svg(
    "g",
    { class: `line-${n % 4}` },
    svg("polyline", { points: points.map((p) => p.join(",")).join(" "), "stroke-dasharray": DASHES[n % 4] }),
    points.map(([px, py]) => SHAPES[n % 4](px, py)),
    SHAPES[n % 4](535, label),
    svg("text", { x: 546, y: label + 4 }, name.length > LONGEST ? `${name.slice(0, LONGEST - 1)}…` : name),
  );
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

/** After a round everybody may look at what each rack could still have laid. */
function possible(state) {
  const last = state.rounds[state.rounds.length - 1];
  const racks = Object.entries(last.racks).filter(([, rack]) => rack && typeof rack === "string");
  if (!racks.length) return null;
  const answer = h("div", { role: "status" });
  const ask = (name, rack) => async () => {
    const told = await get(`/api/coach?rack=${encodeURIComponent(rack)}&player=${encodeURIComponent(name)}`).catch(
      (error) => ({ error: error.message }),
    );
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
  forget(byId("table"));
  if (now.state) draw(now.state, now.state);
});
byId("print").addEventListener("click", () => window.print());
