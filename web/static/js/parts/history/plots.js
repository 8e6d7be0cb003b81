// Line charts by uPlot. A table beside each has the same numbers, so charts are hidden from screen readers.

import { h } from "../../page/dom.js";
import { coloursApart } from "../../think/players.js";
import { language, t } from "../../think/texts.js";

const { uPlot } = /** @type {any} */ (window);
const HEIGHT = 200; // CSS pixels
const DASHES = [[], [8, 4], [2, 4], [12, 4, 2, 4]];
const drawn = [];

function colour(name) {
  return getComputedStyle(document.documentElement).getPropertyValue(name).trim();
}

function axis(more) {
  const line = { stroke: colour("--line"), width: 1 };
  return { stroke: colour("--ink"), grid: line, ticks: line, font: `13px ${colour("--font")}`, ...more };
}

function options(chart, width) {
  const whole = (values) =>
    values.map((value) =>
      Number.isInteger(value) ? String(chart.names ? (chart.names[value - 1] ?? "") : value) : "",
    );
  const amount = new Intl.NumberFormat(language, chart.format || {});
  const line = (one, n) => ({
    label: one.name,
    stroke: colour(one.colour),
    width: 2.5,
    dash: DASHES[n % DASHES.length],
    spanGaps: true,
    points: { show: true, size: 8, fill: colour(one.colour) },
  });
  return {
    width,
    height: chart.height || HEIGHT,
    cursor: { show: false },
    legend: { show: false },
    padding: [12, 16, 0, 0],
    scales: {
      x: { time: false, range: (_, low, high) => [low - 0.3, high + 0.3] },
      y: { range: (_, low, high) => around(chart, low, high) },
    },
    axes: [
      axis({ values: (_, at) => whole(at), incrs: [1, 2, 5, 10, 20, 50, 100, 200, 500] }),
      axis({ size: 60, values: (_, at) => at.map((value) => amount.format(value)) }),
    ],
    series: [{}, ...chart.series.map(line)],
  };
}

/** The range of the axis always includes zero, so that small differences do not look large. */
function around(chart, low, high) {
  const [least, most] = [Math.min(0, low ?? 0), Math.max(chart.least || 1, high ?? 0)];
  const room = (most - least) * 0.08;
  return [least < 0 ? least - room : 0, most + room];
}

/** A plot: {label, x, series: [{name, values, colour}], format}; `colour` is a variable of the style sheet. */
export function plot(chart) {
  const place = h("div.plot", { role: "img", "aria-label": chart.label });
  const entry = { place, chart, made: null };
  drawn.push(entry);
  sizes.observe(place);
  return h("div", place, chart.series.length > 1 ? key(chart.series) : null);
}

/** A chart of each player's running total by round; `ownOf`: a player's own colour, 0 to 7, if there is one. */
export function runningTotals(names, rounds, ownOf) {
  const colours = coloursApart(names, ownOf);
  const brought = (round, name) => (round.void || !Object.hasOwn(round.scores, name) ? 0 : round.scores[name]);
  const series = names.map((name) => ({
    name,
    colour: `--p${colours.get(name)}`,
    mark: `p${colours.get(name)}`,
    values: rounds.reduce((line, round) => [...line, line.at(-1) + brought(round, name)], [0]),
  }));
  const x = [0, ...rounds.map((_, n) => n + 1)];
  return plot({ label: t("The running total of each player"), x, series, height: 240 });
}

function key(series) {
  return h(
    "ul.plot-key",
    { "aria-hidden": "true" },
    series.map((one) => h("li", { class: one.mark }, one.name)),
  );
}

function draw(entry) {
  const width = Math.floor(entry.place.clientWidth);
  if (!width) return;
  entry.made?.destroy();
  entry.made = new uPlot(
    options(entry.chart, width),
    [entry.chart.x, ...entry.chart.series.map((one) => one.values)],
    entry.place,
  );
}

const sizes = new ResizeObserver((seen) => {
  for (const { target } of seen) {
    const entry = drawn.find((one) => one.place === target);
    if (entry && entry.made?.width !== Math.floor(target.clientWidth)) draw(entry);
  }
});

function again() {
  for (const entry of drawn) if (entry.place.isConnected) draw(entry);
}

window.matchMedia("(prefers-color-scheme: dark)").addEventListener("change", again);
new MutationObserver(again).observe(document.documentElement, { attributes: true, attributeFilter: ["data-light"] });
window.addEventListener("beforeprint", again);
