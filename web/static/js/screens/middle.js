// A tablet in the middle of the table: the present player's clock, a large Done, the verdict in tiles. Everything is
// visible in every state, and turned towards the present player, if the screen was turned for this player before.

import { learnColours, ownColour } from "../page/colours.js";
import { button, byId, forget, h, show } from "../page/dom.js";
import { announce, muteButton, soundEffects } from "../page/effects.js";
import { stayAwake } from "../page/sound.js";
import { listen, now, onState, press } from "../page/table.js";
import { toAnswer } from "../parts/board/asking.js";
import { celebrate } from "../parts/end/confetti.js";
import { roundTable } from "../parts/end/end.js";
import { podium } from "../parts/end/podium.js";
import { acts, beginner, begins } from "../parts/middle/act.js";
import { drawnMove, drawnVerdict } from "../parts/middle/drawn.js";
import { layFor, turnFor } from "../parts/middle/turned.js";
import { followRacks, toComeSaid } from "../parts/racks/to-come.js";
import { onClaim } from "../parts/turn/claim.js";
import { countAgain, runByItself, runClock, takeBack } from "../parts/turn/clock.js";
import { disagree } from "../parts/turn/disagree.js";
import { drawDoing } from "../parts/turn/doing.js";
import { helpButton } from "../parts/turn/help.js";
import { openPlayer } from "../parts/turn/people.js";
import { onPhoto } from "../parts/turn/photo-claim.js";
import { openPutRight } from "../parts/turn/put-right.js";
import { listenToRemote } from "../parts/turn/remote.js";
import { isAtTurn } from "../think/clock.js";
import { signed } from "../think/points.js";
import { said, t } from "../think/texts.js";
import { roundTold, winnersTold } from "../think/verdicts.js";

// font sizes for verdicts and questions: the first at which all text is visible is used
const SIZES = [1.4, 1.26, 1.2, 1, 0.92, 0.85, 0.78, 0.7, 0.6, 0.5, 0.4, 0.3];
const LONG = 10; // letters of a name from which it is written smaller

function draw(state, before) {
  const { phase } = state.turn;
  const isPlayed = isAtTurn(phase);
  layFor(isPlayed ? state.turn.player : null);
  byId("middle").dataset.phase = phase;
  toAnswer(state);
  whose(state, phase, isPlayed);
  byId("left").hidden = byId("bar").parentElement.hidden =
    !isPlayed || phase === "restoring" || state.turn.seconds === null;
  show(
    byId("press"),
    [phase, state.match?.by_hand, state.match?.round, state.match?.ended, state.obstacles, chosen(state)],
    () => acts(state),
  );
  drawDoing(state);
  const { verdict, restore, rounds, obstacles, taken_back: takenBack } = state;
  show(byId("told"), [phase, verdict, restore, rounds, obstacles, takenBack, state.match?.finished], () =>
    told(state, phase),
  );
  show(byId("players"), [state.players, state.turn.player, phase, chosen(state)], () =>
    state.players.filter((player) => !player.left).map((player) => seat(state, player, phase)),
  );
  show(byId("tools"), [phase, state.verdict?.turn, state.turn.player, state.match, state.players], () =>
    tools(state, phase, isPlayed),
  );
  if (before) announce(state, before);
}

const chosen = (state) => state.turn.phase === "ready" && beginner(state);

function whose(state, phase, isPlayed) {
  const titles = {
    ready: t("Clear the table, shuffle and deal."),
    counting: t("Counting"),
    over: state.match?.finished ? winnersTold(state) : state.rounds.length ? roundTold(state) : "",
    setup: t("No match is being played."),
  };
  const place = byId("whose");
  const text = isPlayed ? state.turn.player : titles[phase];
  if (place.textContent !== text) place.textContent = text;
  const kind = isPlayed ? ownColour(state.turn.player) : "words";
  place.className = `middle-whose ${kind} ${text.length > LONG ? "long" : ""}`;
}

/** Gives verdict and question the remaining height, and reduces their font until all text is visible. */
function fit(place) {
  for (const size of SIZES) {
    place.style.fontSize = `${size}em`;
    if (place.scrollHeight <= place.clientHeight && place.scrollWidth <= place.clientWidth) return;
  }
}

function told(state, phase) {
  if (phase === "ready") {
    const words = [t("Who begins?"), ...(state.obstacles ?? []).map(said)];
    return words.map((line) => h("p.middle-line", line));
  }
  if (phase === "restoring") return drawnMove(state);
  if (phase === "counting")
    return [
      h("p.middle-line", t("The round is over. Count the racks.")),
      toComeSaid() && h("p.middle-line", toComeSaid()),
    ];
  if (phase === "over") return state.match.finished ? podium(state) : roundTable(state);
  if (phase === "setup") return null;
  return [state.verdict && drawnVerdict(state.verdict), takeBack(state), countAgain(state)];
}

/** A player with the points so far; a tap chooses who begins while tiles are dealt, else opens the player's actions. */
function seat(state, player, phase) {
  const isDealt = phase === "ready";
  const isNow = isDealt ? beginner(state) === player.name : isAtTurn(phase) && player.name === state.turn.player;
  const tap = () => {
    if (!isDealt) return openPlayer(player.name);
    begins(state, player.name);
    return draw(state, null);
  };
  return h(
    "li",
    { class: isNow ? "current" : "", "aria-current": isNow },
    button([name(player.name), h("span.points", signed(player.score))], tap, {
      "aria-pressed": isDealt ? String(isNow) : null,
    }),
  );
}

function name(text) {
  return h("span.name", { class: `${ownColour(text)} ${text.length > LONG ? "long" : ""}` }, text);
}

function tools(state, phase, isPlayed) {
  const { player } = state.turn;
  const turn = () => {
    turnFor(player);
    redraw();
  };
  const { by_hand: byHand, new_deal: mayDealAgain, extension_seconds: seconds } = state.match ?? {};
  const left = state.turn.seconds === null ? 0 : (state.players.find((one) => one.name === player)?.extensions ?? 0);
  return [
    phase === "playing" && left
      ? button(t("+{seconds} s ({left} left)", { seconds, left }), () => press("/api/turn/extend"), { id: "extend" })
      : null,
    phase === "playing" && mayDealAgain
      ? button(t("Three pairs: deal again"), () => press("/api/round/again", { player }), { id: "deal-again" })
      : null,
    phase === "playing" && byHand
      ? button(t("The round is over"), () => press("/api/round/stop"), { id: "round-over" })
      : null,
    phase === "playing" && button(t("Pause"), () => press("/api/pause"), { id: "pause" }),
    isPlayed && button(t("Put right"), openPutRight, { id: "right" }),
    isPlayed && state.verdict && button(t("Do you disagree?"), () => disagree(now.state.verdict), { id: "disagree" }),
    isPlayed && button(t("Rotate to {player}", { player }), turn, { id: "turn-screen" }),
    phase === "over" && muteButton("sounds"),
    helpButton(),
    document.fullscreenEnabled &&
      !document.fullscreenElement &&
      button(t("Full screen"), () => document.documentElement.requestFullscreen(), { id: "full-screen" }),
    h("a.button", { href: "/", id: "leave-middle" }, t("Leave")),
  ];
}

function redraw() {
  forget(byId("told"), byId("tools"), byId("players"));
  if (now.state) draw(now.state, null);
}

onState(draw);
onState(soundEffects);
onState(celebrate);
onClaim(() => drawDoing(now.state));
onPhoto(() => drawDoing(now.state));
listen();
followRacks(redraw);
runClock();
learnColours(redraw);
listenToRemote();
runByItself(byId("by-itself"));
stayAwake();
window.addEventListener("resize", redraw);
document.addEventListener("fullscreenchange", redraw);
for (const id of ["told", "asked"]) {
  const refit = () => fit(byId(id));
  new ResizeObserver(refit).observe(byId(id));
  new MutationObserver(refit).observe(byId(id), { childList: true });
}
