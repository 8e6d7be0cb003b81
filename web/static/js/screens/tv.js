// The television: scoreboard and referee. It follows the game without any press.

import { learnColours, ownColour } from "../page/colours.js";
import { button, byId, each, forget, h, show } from "../page/dom.js";
import { announce, muteButton, soundEffects, unheard } from "../page/effects.js";
import { stayAwake } from "../page/sound.js";
import { listen, now, onState } from "../page/table.js";
import { toAnswer } from "../parts/board/asking.js";
import { nextMove } from "../parts/board/back.js";
import { onShape } from "../parts/board/ghost.js";
import { gliding } from "../parts/board/glide.js";
import { tvBoard } from "../parts/board/tv-board.js";
import { celebrate } from "../parts/end/confetti.js";
import { highlightsOf, playOn, rematch, remembered, roundTable } from "../parts/end/end.js";
import { podium } from "../parts/end/podium.js";
import { followRacks, toCome, toComeSaid } from "../parts/racks/to-come.js";
import { claimed, onClaim } from "../parts/turn/claim.js";
import { runByItself, runClock } from "../parts/turn/clock.js";
import { helpButton } from "../parts/turn/help.js";
import { listenToRemote } from "../parts/turn/remote.js";
import { isAtTurn } from "../think/clock.js";
import { signed } from "../think/points.js";
import { counted, isolated, said, t } from "../think/texts.js";
import { roundTold, verdictText, winnersTold } from "../think/verdicts.js";

// font sizes on the stage, tried in this order; 1 is 32 pixels on a screen 1920 wide
const SIZES = [1, 0.9, 0.8, 0.7];
const [LONG, WORD] = [12, 9]; // letters of a name, and of a word in it, from which it is written smaller

function draw(state) {
  const phase = state.turn.phase;
  const isPlayed = isAtTurn(phase);
  byId("tv").dataset.phase = phase;
  whose(state, phase, isPlayed);
  byId("left").hidden = byId("bar").parentElement.hidden =
    !isPlayed || phase === "restoring" || state.turn.seconds === null;
  byId("players").classList.toggle("many", state.players.length > 4);
  show(byId("players"), [state.players, state.turn.player, isPlayed], () =>
    state.players.map((player) => seat(player, state, isPlayed)),
  );
  toAnswer(state);
  line(byId("now"), state.turn.asked ? "" : happening(state));
  const verdict = byId("verdict");
  line(verdict, isPlayed && state.verdict && !state.turn.asked ? verdictText(state.verdict) : "");
  verdict.classList.toggle("illegal", Boolean(state.verdict) && !state.verdict.counts_as_legal);
  byId("move").hidden = phase !== "restoring";
  show(byId("move"), [phase, state.restore], () => (phase === "restoring" ? move(state) : null));
  byId("stage").classList.toggle("told", !isPlayed || state.match.by_hand);
  gliding(byId("stage"), () =>
    show(
      byId("stage"),
      [phase, state.table, state.unsure, state.rounds, state.obstacles, state.match, state.turn.player, state.players],
      () => stage(state, phase, isPlayed),
    ),
  );
  fit(byId("stage"), isPlayed ? [1] : SIZES);
}

/** Reduces a place's font until all of it is visible, to make room for long names. */
function fit(place, sizes) {
  for (const size of sizes) {
    place.style.fontSize = `${size}em`;
    if (place.scrollHeight <= place.clientHeight) return;
  }
}

/** A line that takes no room while it is empty. */
function line(place, text) {
  place.hidden = !text;
  if (place.textContent !== text) place.textContent = text;
}

function whose(state, phase, isPlayed) {
  const place = byId("whose");
  const name = state.turn.player || "";
  const title = {
    ready: t("Dealing"),
    counting: t("Counting"),
    over: state.match?.finished ? t("The match is over") : t("Between rounds"),
    setup: "Tilewatch",
  };
  place.textContent = isPlayed ? name : title[phase];
  place.classList.toggle("long", place.textContent.length > LONG);
  const round = state.match?.round ? t("Round {n}", { n: state.match.round }) : "";
  const pool = isPlayed && state.pool !== null ? t("Pool: {n}", { n: state.pool }) : "";
  const told = { paused: [t("Paused"), pool], restoring: [t("puts the table back")] }[phase] || [round, pool];
  byId("round").textContent = told.filter(Boolean).join(" · ");
}

/** The present activity, or why a press of Done on this device had no effect; alarms are shown above. */
function happening(state) {
  if (state.doing) return said(state.doing);
  if (claimed.turn === state.turn.number && state.turn.phase === "playing") {
    if (claimed.isSent) return t("The table is being read …");
    if (claimed.why) return claimed.why.message;
  }
  return "";
}

function isLong(name) {
  return name.length > LONG || name.split(/[\s-]/).some((part) => part.length > WORD);
}

function seat(player, state, isPlayed) {
  const isTurn = isPlayed && player.name === state.turn.player;
  return h(
    "li",
    isTurn ? { class: "current", "aria-current": "true" } : {},
    h(
      "strong",
      {
        class: `${isLong(player.name) ? "long" : ""} ${ownColour(player.name)}`,
      },
      player.name,
    ),
    h("span.points", signed(player.score)),
    isPlayed &&
      player.rack !== null &&
      player.plays &&
      h(
        "span.tv-facts",
        counted(player.rack, "{n} tile", "{n} tiles"),
        player.opened || state.pool === null ? "" : ` · ${t("not opened")}`,
      ),
  );
}

/** The next move of putting the table back, and the number of moves left. */
function move(state) {
  const left = (state.restore?.moves || []).filter((one) => !one.done).length;
  return left ? nextMove(state) : h("p.tv-title", t("Put the table back"));
}

function stage(state, phase, isPlayed) {
  if (isPlayed && state.match.by_hand)
    return [
      h("p.tv-title", t("{player}'s turn", { player: state.turn.player })),
      state.rounds.length ? roundTable(state) : null,
    ];
  if (isPlayed) return tvBoard(state, byId("stage"));
  if (phase === "ready") return dealing(state);
  if (phase === "counting") return counting(state);
  if (phase === "over")
    return state.match.finished
      ? evening(state)
      : [h("p.tv-title", roundTold(state)), roundTable(state), remembered(highlightsOf(state, redraw))];
  return h("p.tv-title", t("No match is being played."));
}

function dealing(state) {
  const inTheWay = state.obstacles || [];
  return [
    h("p.tv-title", t("Clear the table, shuffle and deal.")),
    state.turn.player ? h("p.tv-title", t("{player} begins.", { player: state.turn.player })) : null,
    inTheWay.length ? each("ul.tv-list", inTheWay, (one) => h("li", said(one))) : null,
  ];
}

function counting(state) {
  const racks = state.players
    .filter((player) => player.counts && player.rack !== 0)
    .map(({ name, rack }) => {
      const held = rack === null ? "" : counted(rack, "{n} tile on the rack", "{n} tiles on the rack");
      const isHere = toCome()?.includes(name) === false;
      return h("li", isHere ? `✓ ${isolated(name)}` : [isolated(name), held].filter(Boolean).join(": "));
    });
  const still = toComeSaid();
  return [
    h("p.tv-title", t("The round is over. Count the racks.")),
    still && h("p.tv-title", { role: "status" }, still),
    h("ul.tv-list", racks),
  ];
}

function evening(state) {
  return [
    h("p.tv-title", winnersTold(state)),
    podium(state),
    remembered(highlightsOf(state, redraw)),
    h(
      "p.tv-rematch",
      button(t("Rematch"), () => rematch(state), { class: "big", id: "rematch" }),
      " ",
      playOn(state),
      " ",
      muteButton("sounds"),
      unheard(),
    ),
  ];
}

function redraw() {
  forget(byId("stage"), byId("move"));
  if (now.state) draw(now.state);
}

onState(draw);
onState(soundEffects);
onState(celebrate);
onState((state, before) => {
  if (before) announce(state, before);
});
listen();
runClock();
onShape(redraw);
learnColours(() => {
  forget(byId("players"));
  if (now.state) draw(now.state);
});
listenToRemote();
onClaim(() => {
  if (now.state) draw(now.state);
});
runByItself(byId("by-itself"));
followRacks(redraw);
stayAwake();
document.querySelector(".leave").append(" ", helpButton());
new ResizeObserver(redraw).observe(byId("stage"));
