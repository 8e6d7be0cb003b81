// The scoreboard for a television: whose turn, how long, the table, the scores. Nothing to press.

import { board, learnAspect } from "./board.js";
import { runClock } from "./clock.js";
import { byId, h, show } from "./dom.js";
import { listen, now, onState } from "./table.js";
import { verdictText } from "./verdicts.js";
import { stayAwake } from "./sound.js";
import { counted, t } from "./texts.js";

function draw(state) {
  const isPlayed = ["playing", "paused", "restoring"].includes(state.turn.phase);
  const isBack = state.turn.phase === "restoring";
  byId("left").hidden = isBack || !isPlayed;
  byId("whose").textContent = isBack ? `${state.turn.player}: ${t("Put the table back")}` : isPlayed ? t("{player}'s turn", { player: state.turn.player }) : state.match ? t("Round {n}", { n: state.match.round }) : t("No match is being played.");
  const order = [...state.players].sort((a, b) => b.score - a.score);
  show(byId("players"), [state.players, state.turn.player], () => order.map((player) => h("li", { class: isPlayed && player.name === state.turn.player ? "current" : "" },
    h("strong", {}, player.name), h("span", { class: "points" }, String(player.score).replace("-", "−")), h("span", { class: "quiet-text" }, counted(player.rack, "{n} tile on the rack", "{n} tiles on the rack")))));
  show(byId("board"), [state.table, state.unsure], () => board(state, redraw, false));
  byId("verdict").textContent = state.verdict ? verdictText(state.verdict) : "";
}

function redraw() {
  byId("board").shown = null;
  if (now.state) draw(now.state);
}

onState(draw);
listen();
runClock();
learnAspect(redraw);
stayAwake();
window.addEventListener("resize", redraw);
