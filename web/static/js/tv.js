// The scoreboard for a television: whose turn, how long, the table, the scores. Nothing to press.

import { board, learnAspect } from "./board.js";
import { runClock } from "./clock.js";
import { byId, h, show, t } from "./dom.js";
import { listen, now, onState } from "./table.js";
import { verdictText } from "./verdicts.js";
import { stayAwake } from "./sound.js";

function draw(state) {
  const isPlayed = ["playing", "paused", "restoring"].includes(state.turn.phase);
  const isBack = state.turn.phase === "restoring";
  byId("left").hidden = isBack || !isPlayed;
  byId("whose").textContent = isBack ? `${state.turn.player}: ${t("back.title")}` : isPlayed ? t("turn.of", { player: state.turn.player }) : t(state.match ? "tv.round" : "no.match", { n: state.match?.round });
  const order = [...state.players].sort((a, b) => b.score - a.score);
  show(byId("players"), [state.players, state.turn.player], () => order.map((player) => h("li", { class: isPlayed && player.name === state.turn.player ? "current" : "" },
    h("strong", {}, player.name), h("span", { class: "points" }, String(player.score).replace("-", "−")), h("span", { class: "quiet-text" }, t("rack.count", { n: player.rack })))));
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
