// The game: whose turn, how long, the table, Done; after it the verdict, or the table to be put back.

import { mendBy } from "../page/alarm.js";
import { learnColours, ownColour } from "../page/colours.js";
import { button, buttons, byId, forget, h, show } from "../page/dom.js";
import { announce, drawSounds, muteButton, soundEffects } from "../page/effects.js";
import { mySeat } from "../page/remembered.js";
import { stayAwake } from "../page/sound.js";
import { listen, now, onState, press } from "../page/table.js";
import { askedOf, asking, isAsking, toAnswer } from "../parts/board/asking.js";
import { back } from "../parts/board/back.js";
import { board } from "../parts/board/board.js";
import { onShape } from "../parts/board/ghost.js";
import { gliding } from "../parts/board/glide.js";
import { learnAspect } from "../parts/board/places.js";
import { celebrate } from "../parts/end/confetti.js";
import { tellCorrection } from "../parts/end/corrections.js";
import { end } from "../parts/end/end.js";
import { tellChange } from "../parts/setup/rule-changes.js";
import { claim, onClaim } from "../parts/turn/claim.js";
import { countAgain, runByItself, runClock, takeBack } from "../parts/turn/clock.js";
import { watchDemo } from "../parts/turn/demo.js";
import { disagree } from "../parts/turn/disagree.js";
import { drawDoing, goOnFromDone, ready } from "../parts/turn/doing.js";
import { forBeginners, learnHelp } from "../parts/turn/explained.js";
import { askWhose, markMyTurn } from "../parts/turn/mine.js";
import { joinButton, openPlayer } from "../parts/turn/people.js";
import { byPhotos, onPhoto, photoButton } from "../parts/turn/photo-claim.js";
import { openPutRight } from "../parts/turn/put-right.js";
import { listenToRemote } from "../parts/turn/remote.js";
import { isAtTurn } from "../think/clock.js";
import { timesSaid } from "../think/pace.js";
import { signed } from "../think/points.js";
import { counted, isolated, t } from "../think/texts.js";
import { spokenAll } from "../think/tiles.js";
import { verdictText } from "../think/verdicts.js";

const LONG = 24; // letters of a name that is written smaller at 200 %

function draw(state, before) {
  const phase = state.turn.phase;
  const isPlayed = isAtTurn(phase);
  byId("play").hidden = !isPlayed;
  toAnswer(state);
  askWhose(state, redrawAll);
  if (isPlayed) markMyTurn(state, before);
  byId("idle").hidden = isPlayed;
  if (isPlayed) drawPlay(state, phase);
  else show(byId("idle"), [phase, state.match, state.rounds, state.obstacles], () => idle(state, phase));
  goOnFromDone();
  if (before) announce(state, before);
}

// whether the picture's aspect ratio was requested, which is possible only once a camera gave a picture
let hasShape = false;

function drawPlay(state, phase) {
  if (!hasShape && state.camera.size) {
    hasShape = true;
    learnAspect(redraw);
  }
  byId("whose").textContent =
    phase === "restoring"
      ? t("{player} puts the table back", { player: state.turn.player })
      : t("{player}'s turn", { player: state.turn.player });
  byId("whose").classList.toggle("long", state.turn.player.length > LONG);
  const me = state.players.find((player) => player.name === state.turn.player);
  show(
    byId("controls"),
    [
      byPhotos(state),
      phase,
      state.match.new_deal,
      state.match.by_hand,
      state.turn.number,
      me,
      state.turn.seconds === null,
    ],
    () => controls(state, phase, me),
  );
  show(byId("players"), [state.players, state.turn.player, state.pool], () => players(state));
  const sentence = state.verdict ? verdictText(state.verdict) : "";
  const verdict = byId("verdict");
  verdict.hidden = !state.verdict || Boolean(state.turn.asked);
  verdict.className = `verdict ${state.verdict?.counts_as_legal ? "legal" : "illegal"}`;
  byId("again").hidden = !state.taken_back;
  show(byId("again"), state.taken_back, () => countAgain(state));
  show(verdict, [sentence, state.by_itself?.turn], () => [
    h("p", sentence),
    forBeginners(state.verdict),
    takeBack(state),
    button(t("Do you disagree?"), () => disagree(now.state.verdict), { class: "quiet", id: "disagree" }),
  ]);
  byId("play").classList.toggle("waits", Boolean(state.pressed));
  drawDoing(state);
  const isBack = phase === "restoring";
  byId("left").hidden = isBack;
  byId("bar").parentElement.hidden = isBack;
  byId("back").hidden = !isBack;
  if (isBack) show(byId("back"), [state.restore, state.verdict?.turn], () => back(state));
  drawTable(state);
}

function drawTable(state) {
  const isUnseen = state.camera.status === "none"; // a match kept by hand shows no table
  byId("board").hidden = byId("camera").hidden = isUnseen;
  byId("play").classList.toggle("unseen-table", isUnseen);
  const doubts = byId("asking");
  doubts.hidden = Boolean(state.turn.asked) || !isAsking(state);
  show(doubts, askedOf(state), () => asking(state));
  gliding(byId("board"), () =>
    show(byId("board"), [state.table, state.unsure, state.absent, state.unread, state.face_down], () =>
      board(state, redraw),
    ),
  );
  byId("camera").textContent = cameraText(state);
  byId("camera").className = `camera ${state.steady ? "steady" : "moving"}`;
}

function redraw() {
  forget(byId("board"));
  if (now.state) drawTable(now.state);
}

function cameraText(state) {
  if (byPhotos(state)) return t("No stand: a picture is taken after each turn.");
  if (state.camera.status !== "ok") return cameraTrouble(state);
  return state.steady ? t("The camera sees the table.") : t("Something is moving over the table …");
}

function controls(state, phase, me) {
  const right = button(t("Put right"), openPutRight, { id: "right" });
  if (phase === "restoring") return buttons(right);
  if (phase === "paused")
    return [button(t("Go on"), () => press("/api/resume"), { class: "big", id: "resume" }), buttons(right)];
  const extend =
    me?.extensions > 0 &&
    state.turn.seconds !== null &&
    button(
      t("+{seconds} s ({left} left)", { seconds: state.match.extension_seconds, left: me.extensions }),
      () => press("/api/turn/extend"),
      { id: "extend" },
    );
  return [
    byPhotos(state)
      ? photoButton(t("Done: take the picture"), "done-photo", true)
      : button(t("Done"), () => claim(false), { class: "big", id: "done" }),
    buttons(
      mySeat() === state.turn.player &&
        button(t("I draw a tile"), () => claim(false, state.match.by_hand ? "nothing" : null), { id: "draw" }),
      extend,
      state.match.new_deal
        ? button(t("Three pairs: deal again"), () => press("/api/round/again", { player: state.turn.player }), {
            id: "deal-again",
          })
        : null,
      button(t("Pause"), () => press("/api/pause"), { id: "pause" }),
      state.match.by_hand
        ? button(t("Nothing: a tile is drawn"), () => claim(false, "nothing"), { id: "laid-nothing" })
        : null,
      right,
      state.match.by_hand ? button(t("The round is over"), () => press("/api/round/stop"), { id: "round-over" }) : null,
    ),
  ];
}

function players(state) {
  const one = (player) =>
    h(
      "li",
      isTurn(player, state) ? { class: "current", "aria-current": "true" } : { class: player.left ? "left" : "" },
      button(player.name, () => openPlayer(player.name), {
        class: `player-name ${ownColour(player.name)}`,
        "aria-label": t("{player}: leave, name, seat", { player: player.name }),
      }),
      h("span.points", String(player.score).replace("-", "−")),
      h("span.quiet-text", facts(player, state.pool !== null)),
    );
  return [
    ...state.players.map(one),
    own(state),
    state.pool === null ? null : h("li.pool", t("Pool: {n}", { n: state.pool })),
    h("li.pool", joinButton("join")),
  ];
}

/** On a player's own device: the player's rack and points, and the button for the rack. */
function own(state) {
  const me = state.players.find((player) => player.name === mySeat() && player.plays);
  if (!me) return null;
  const held = me.rack === null ? null : counted(me.rack, "{n} tile on the rack", "{n} tiles on the rack");
  const told = [me.name, held, signed(me.score)].filter(Boolean).map(isolated).join(" · ");
  return h("li.pool", h("strong", told), h("a.button", { href: "/my-rack", id: "my-rack" }, t("My rack")));
}

/** The known tiles of a player's rack; whether the player has opened is known only if every turn was seen. */
function facts(player, isSeen) {
  if (player.left) return player.counts ? t("left; the rack will be counted") : t("left");
  if (!player.plays) return t("plays from the next round on");
  if (player.rack === null) return "";
  const tiles = counted(player.rack, "{n} tile on the rack", "{n} tiles on the rack");
  const opened = player.opened ? t("has opened") : t("not opened yet");
  return [tiles, isSeen && opened, player.pace && timesSaid(player.pace)].filter(Boolean).join(" · ");
}

function cameraTrouble({ camera, missing }) {
  const told = {
    none: "",
    still: t("The camera shows nothing new."),
    lost: camera.size ? t("The camera is lost.") : "",
    covered: missing.length ? t("Not seen: {tiles}.", { tiles: spokenAll(missing) }) : t("Something covers the table."),
    dark: t("It is too dark to read the table."),
  };
  return told[camera.status];
}

function isTurn(player, state) {
  return player.name === state.turn.player;
}

function idle(state, phase) {
  if (phase === "ready") return ready(state);
  if (phase === "counting")
    return [
      h("p.lead", t("The round is over. Count the racks.")),
      h("a.button.big", { href: "/racks" }, t("To the racks")),
      buttons(button(t("No: play on"), () => press("/api/turn/undo"), { id: "play-on" })),
    ];
  if (phase === "over")
    return [end(state, anew("idle")), state.match.finished && buttons(muteButton("sounds", "mute"))];
  return [
    h("p.lead", t("No match is being played.")),
    h("a.button.big", { href: "/setup" }, t("Set up a match")),
    h("p", h("a.button", { href: "/check" }, t("Check a table: one photograph"))),
    document.body.dataset.demo ? h("p", button(t("Watch the demo"), watchDemo, { id: "watch-demo" })) : null,
  ];
}

/** Redraws one part of the screen, even if its key is unchanged. */
const anew = (id) => () => {
  forget(byId(id));
  if (now.state) draw(now.state, null);
};

function redrawAll() {
  forget(byId("players"), byId("controls"));
  if (now.state) draw(now.state, null);
}

mendBy("point", () => button(t("Show me"), showAsked));

function showAsked() {
  const place = byId(now.state.turn.asked ? "asked" : "asking");
  place.scrollIntoView({ block: "center" });
  place.querySelector("button")?.focus();
}

drawSounds();
onState(draw);
onState(tellCorrection);
onState(tellChange);
onState(() => learnHelp(anew("verdict")));
onState(soundEffects);
onState(celebrate);
onClaim(() => drawDoing(now.state));
onPhoto(() => drawDoing(now.state));
listen();
runClock();
learnColours(anew("players"));
onShape(anew("back"));
listenToRemote();
runByItself(byId("by-itself"));
stayAwake();
window.addEventListener("resize", () => {
  redraw();
  if (now.state) askWhose(now.state, redrawAll); // a phone that is turned may have no room for the question
});
