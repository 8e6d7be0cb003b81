// Corrections of facts that the camera cannot see: seconds, whose turn it is, racks, the last turn, the round's end.

import { button, buttons, byId, each, h, show } from "../../page/dom.js";
import { closeSheet, openSheet } from "../../page/sheet.js";
import { now, onState, press, pressAndClose } from "../../page/table.js";
import { isAtTurn } from "../../think/clock.js";
import { counted, t } from "../../think/texts.js";
import { clockStands } from "./disagree.js";

const SECONDS = [30, 60, -30];
const AT_TURN = ["playing", "paused"];

export function openPutRight() {
  openSheet(t("Put right"), h("div", { id: "put-right" }));
  draw(now.state);
  clockStands();
}

function draw(state) {
  const place = byId("put-right");
  if (!place) return;
  if (!isAtTurn(state.turn.phase)) {
    closeSheet();
    return;
  }
  show(place, [state.players, state.turn.player, state.turn.phase, state.turn.seconds, state.verdict?.turn], () => [
    clock(state),
    racks(state),
    turns(state),
  ]);
}

function clock(state) {
  if (!AT_TURN.includes(state.turn.phase) || state.turn.seconds === null) return null;
  const one = (seconds) =>
    button(signed(seconds), () => press("/api/clock", { seconds }), { id: `seconds-${seconds}` });
  return h("section", h("h3", t("The clock of this turn")), each("div.small-buttons", SECONDS, one));
}

function signed(seconds) {
  return t("{n} s", { n: seconds > 0 ? `+${seconds}` : `−${-seconds}` });
}

function racks(state) {
  const isKnown = state.players.some((player) => player.rack !== null);
  const title = isKnown ? t("Racks, and whose turn it is") : t("Whose turn it is");
  return h(
    "section",
    h("h3", title),
    each(
      "ul.racks-right",
      state.players.filter((player) => player.plays),
      (player, n) =>
        h("li", h("strong", player.name), player.rack === null ? null : held(player, n), turnOf(state, player, n)),
    ),
  );
}

/** The field for a rack's number of tiles, with buttons for one fewer or more. */
function held(player, n) {
  const label = counted(player.rack, "{n} tile on the rack", "{n} tiles on the rack");
  return [step(player, -1, n), h("span.held", { "aria-label": label }, String(player.rack)), step(player, 1, n)];
}

function step(player, by, n) {
  const tiles = player.rack + by;
  const label =
    by > 0
      ? t("{player}: one tile more", { player: player.name })
      : t("{player}: one tile fewer", { player: player.name });
  return button(by > 0 ? "+" : "−", () => press("/api/rack/count", { player: player.name, tiles }), {
    "aria-label": label,
    id: `rack-${n}-${by > 0 ? "more" : "fewer"}`,
    disabled: tiles < 0,
  });
}

function turnOf(state, player, n) {
  if (player.name === state.turn.player) return h("span.quiet-text", t("has the turn"));
  if (!AT_TURN.includes(state.turn.phase)) return null;
  return button(t("give the turn"), () => press("/api/turn/player", { player: player.name }), {
    id: `turn-of-${n}`,
    "aria-label": `${t("give the turn")}: ${player.name}`,
  });
}

function turns(state) {
  const isLast = state.verdict?.turn;
  const back = () => pressAndClose("/api/turn/undo", { turn: isLast });
  const stop = () => pressAndClose("/api/round/stop");
  const others = h("a.button", { href: "/agreement#change", id: "other-rules" }, t("Other rules"));
  return h(
    "section",
    h("h3", t("Turn and round")),
    buttons(
      isLast && button(t("Take {player}'s turn back", { player: state.verdict.player }), back, { id: "undo-last" }),
      AT_TURN.includes(state.turn.phase) && button(t("End the round: count the racks"), stop, { id: "stop-round" }),
      others,
    ),
  );
}

onState(draw);
