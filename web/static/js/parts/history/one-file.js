// A match as a single HTML file with its data inside, which any browser shows without this program.

import { clockTime, signed } from "../../think/points.js";
import { faultySets, isTableKnown, verdictOf } from "../../think/replay.js";
import { language, t } from "../../think/texts.js";
import { verdictText } from "../../think/verdicts.js";

const PIPS = { k: "●", r: "◆", b: "■", o: "▲", J: "" };
const STYLE = `
:root { color-scheme: light dark; font: 100%/1.45 system-ui, sans-serif; background: #f3efe6; color: #221f1a; }
body { margin: 0 auto; padding: 1rem; max-width: 60rem; }
h1 { font-size: 1.4rem; margin: 0; }
table { border-collapse: collapse; margin: .6rem 0; font-variant-numeric: tabular-nums; }
td, th { padding: .25rem .7rem; text-align: right; border-bottom: 1px solid #d5ccba; }
th:first-child { text-align: left; }
.controls { display: flex; gap: .5rem; align-items: center; margin: .8rem 0; }
.controls input { flex: 1; min-width: 4rem; accent-color: #1d5c4b; }
button {
  min-width: 3rem; min-height: 2.75rem; font: inherit; font-weight: 600; border: 2px solid #1d5c4b;
  border-radius: .7rem; background: #1d5c4b; color: #fff;
}
button:disabled { opacity: .4; }
#told {
  padding: .5rem .9rem; border-left: .5rem solid #1b6b43; border-radius: .6rem; background: #e0f1e6; color: #221f1a;
}
#told.illegal { border-left: .8rem double #a3201d; background: #fbe5e1; }
#board { display: flex; flex-wrap: wrap; margin: .8rem 0; padding: .6rem; border-radius: .9rem; background: #2d6553; }
.row { display: flex; margin: .3rem .4rem; padding: .2rem; border: 3px solid transparent; border-radius: .5rem; }
.row.faulty { border: 3px dashed #ffd24a; background: rgba(120, 0, 0, .55); }
.tile {
  flex: none; width: 2.3rem; height: 3rem; margin: .1rem; text-align: center; border: 1px solid #b9ae93;
  border-bottom-width: 3px;
  border-radius: .4rem; background: #fbf7ea; color: #1b1b1b; line-height: 1.15;
}
.tile b { display: block; font-size: 1.35rem; letter-spacing: -.04em; }
.tile.r { color: #bd1420; } .tile.b { color: #0f4bad; } .tile.o { color: #a84f00; } .tile.J { color: #7a1fa0; }
.tile.new { box-shadow: 0 0 0 3px #ffd24a; } .tile.moved { box-shadow: 0 0 0 3px #9cc4ff; }
.nothing { color: #f4f1e6; padding: 1rem; }
small { color: #5d574c; }
@media (prefers-color-scheme: dark) {
  :root { background: #141b19; color: #f0ece1; }
  small { color: #b5b0a3; }
}`;

/** The file of a match with this title: `match` as `/api/matches/N` returns it. */
export function oneFile(match, name) {
  const turns = match.turns.map(turnTold);
  const words = { play: t("Play"), stop: t("Stop"), empty: t("The table is empty."), pips: PIPS };
  const inside = JSON.stringify({ turns, words, match }).replace(/</g, "\\u003c");
  const label = (text) => `aria-label="${escaped(text)}"`;
  return `<!doctype html>
<html lang="${language}"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(name)} · Tilewatch</title><style>${STYLE}</style></head><body>
<h1>${escaped(name)}</h1>${scores(match)}
<h2 id="head" role="status"></h2>
<div class="controls"><button id="back" ${label(t("The turn before"))}>‹</button>
<input id="slider" type="range" min="1" max="${Math.max(1, turns.length)}" value="1" ${label(t("Turn"))}>
<button id="on" ${label(t("The next turn"))}>›</button>
<button id="run">${escaped(words.play)}</button></div>
<p id="told"></p><div id="board"></div>
<p><small>${mark("#ffd24a")} ${escaped(t("laid in this turn"))}
${mark("#9cc4ff")} ${escaped(t("moved in this turn"))}</small></p>
<script type="application/json" id="inside">${inside}</script>
<script>(${show})(JSON.parse(document.getElementById("inside").textContent));</script>
</body></html>
`;
}

const mark = (colour) => `<span style="color:${colour}">■</span>`;

function escaped(text) {
  return String(text).replace(/[&<>"]/g, (letter) => `&#${letter.charCodeAt(0)};`);
}

function turnTold(turn) {
  const faulty = faultySets(turn);
  return {
    head: `${t("Round {n}", { n: turn.round })} · ${t("{player}'s turn", { player: turn.player })}`,
    told: verdictText(verdictOf(turn)),
    time: clockTime(turn.seconds),
    legal: turn.legal,
    rows: isTableKnown(turn)
      ? turn.board.map(({ set, tiles, how }) => ({ faulty: faulty.has(set), tiles, how }))
      : null,
  };
}

/** Everybody's points, round by round. */
function scores({ players, rounds, scores: totals }) {
  const cells = (kind, list) => list.map((text) => `<${kind}>${escaped(text)}</${kind}>`).join("");
  const of = (round) => players.map((one) => (round.void ? "–" : signed(round.scores[one] ?? 0)));
  const lines = rounds.map((round) => `<tr>${cells("th", [round.round])}${cells("td", of(round))}</tr>`);
  const sums = players.map((one) => signed(totals[one]));
  const head = `<tr>${cells("th", [t("Round"), ...players])}</tr>`;
  return `<table>${head}${lines.join("")}<tr>${cells("th", [t("Total")])}${cells("td", sums)}</tr></table>`;
}

/** The script of that file: its source text is copied into the file, so it must use nothing but its arguments. */
function show({ turns, words }) {
  const PACE = 2600; // milliseconds of a turn while it runs by itself
  /** @type {any[]} */
  const [head, told, board, slider, back, on, run] = ["head", "told", "board", "slider", "back", "on", "run"].map(
    (id) => document.getElementById(id),
  );
  let at = 0;
  let running = 0;
  const made = (kind, text = "") => {
    const element = document.createElement("div");
    element.className = kind;
    element.textContent = text;
    return element;
  };
  const tile = (name, how) => {
    const drawn = made(`tile ${name[0]} ${how}`);
    const number = document.createElement("b");
    number.textContent = name === "J" ? "☺" : name.slice(1);
    drawn.append(number, words.pips[name[0]]);
    return drawn;
  };
  const go = (place) => {
    at = Math.max(0, Math.min(turns.length - 1, place));
    const turn = turns[at];
    if (!turn) return;
    head.textContent = turn.head;
    told.textContent = `${turn.legal ? "✓" : "✕"} ${turn.told} (${turn.time})`;
    told.className = turn.legal ? "" : "illegal";
    board.replaceChildren(
      ...(turn.rows ?? []).map((row) => {
        const drawn = made(`row ${row.faulty ? "faulty" : ""}`);
        drawn.append(...row.tiles.map((name, n) => tile(name, row.how[n])));
        return drawn;
      }),
    );
    board.hidden = !turn.rows;
    if (turn.rows && !turn.rows.length) board.append(made("nothing", words.empty));
    slider.value = at + 1;
    back.disabled = at === 0;
    on.disabled = at === turns.length - 1;
  };
  const stop = () => {
    clearInterval(running);
    running = 0;
    run.textContent = words.play;
  };
  run.onclick = () => {
    if (running) return stop();
    if (at === turns.length - 1) go(0);
    running = setInterval(() => (at === turns.length - 1 ? stop() : go(at + 1)), PACE);
    run.textContent = words.stop;
  };
  back.onclick = () => go(at - 1);
  on.onclick = () => go(at + 1);
  slider.oninput = () => go(Number(slider.value) - 1);
  document.addEventListener("keydown", (event) => {
    if (event.target === slider) return;
    if (event.key === "ArrowLeft") go(at - 1);
    if (event.key === "ArrowRight") go(at + 1);
  });
  go(0);
}
