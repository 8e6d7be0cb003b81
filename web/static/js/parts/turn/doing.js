// The present activity: before a round, and after a press of Done; and obstacles, with the buttons that remove them.

import { button, buttons, byId, h, isGone, land, show } from "../../page/dom.js";
import { press } from "../../page/table.js";
import { said, t } from "../../think/texts.js";
import { eveningEnds } from "../end/end.js";
import { claim, claimed, hasJustBegun } from "./claim.js";
import { openPeople } from "./people.js";
import { byPhotos, photoSaid, photoSent } from "./photo-claim.js";

let chosen = null; // who begins, as chosen on this device: it stays chosen while obstacles come and go
let isHeld = false; // whether Done had the keyboard's focus when it was disabled

/** Draws it for a state: the table's activity, or this device's own request. */
export function drawDoing(state) {
  const isSent = claimed.isSent && claimed.turn === state.turn.number; // the next player need not wait for its answer
  if (claimed.turn !== state.turn.number || state.turn.phase !== "playing") claimed.why = null;
  const isRunning = Boolean(state.doing) || isSent;
  const why = isRunning ? null : claimed.why;
  const waits = state.pressed?.turn === state.turn.number ? state.pressed : null;
  const asks = Boolean(waits?.asks);
  const photo = byPhotos(state) ? photoSaid() : null;
  const text = photo
    ? photo
    : state.turn.asked
      ? "" // the question stands above everything else
      : waits && state.doing
        ? t("Done. {waiting}", { waiting: said(state.doing) })
        : state.doing
          ? said(state.doing)
          : isSent
            ? t("The table is being read …")
            : why?.message || "";
  const place = byId("doing");
  place.classList.toggle("told", text !== "");
  place.classList.toggle("running", isRunning);
  show(place, [text, why?.body.code, waits !== null, asks, photoSent()], () => [
    text ? h("p", text) : null,
    photoSent() === null ? null : h("progress", { max: "1", value: String(photoSent()), "aria-label": text }),
    waits && text ? waiting(asks) : null,
    why ? remedies(why.body.code) : null,
  ]);
  if (byId("done")) rest(byId("done"), isSent || waits !== null || hasJustBegun());
}

/** A Done that waits for a clear view: a button cancels it; if the view stays blocked, another judges at once. */
function waiting(asks) {
  return buttons(
    asks && button(t("Judge it as it lies"), () => claim(true), { id: "anyway-now" }),
    button(t("Not done yet"), () => press("/api/turn/done/forget"), { id: "not-done" }),
  );
}

/** Disables or enables Done; if it had the keyboard's focus, it gets that back. */
function rest(done, isResting) {
  isHeld ||= isResting && document.activeElement === done;
  done.disabled = isResting;
  if (isResting || !isHeld) return;
  isHeld = false;
  if (document.activeElement === document.body) done.focus();
}

/** Moves the keyboard's focus from Done to the next button, if the press led to something else. */
export function goOnFromDone() {
  const done = byId("done");
  if (!isHeld || (done && !isGone(done))) return;
  isHeld = false;
  if (document.activeElement === document.body) land();
}

function remedies(code) {
  return buttons(
    code === "camera-lost"
      ? [
          h("a.button", { href: "/setup" }, t("Look at the camera")),
          button(t("Say what was played"), () => claim(true), { id: "anyway-now" }),
        ]
      : button(t("Judge it as it lies"), () => claim(true), { id: "anyway-now" }),
    button(t("Pause"), () => press("/api/pause")),
  );
}

/** A round being dealt: the obstacles, who begins, and the button that starts the clock. */
export function ready(state) {
  const names = state.players.filter((player) => player.plays).map((player) => player.name);
  const first = h(
    "select",
    { id: "first", onchange: () => choose(first.value) },
    h("option", { value: "" }, t("in turn")),
    names.map((name) => h("option", { value: name }, name)),
  );
  const round = `${state.match.number}/${state.match.round}`;
  const choose = (name) => {
    chosen = { round, name };
    first.value = name;
  };
  first.value = chosen?.round === round ? chosen.name : state.turn.player || "";
  const begin = (anyway) => () => press("/api/round/begin", first.value ? { first: first.value, anyway } : { anyway });
  const draw = () => choose(names[Math.floor(Math.random() * names.length)]);
  const inTheWay = state.obstacles || [];
  return [
    h("p.lead", t("Clear the table, shuffle and deal.")),
    h(
      "p",
      h("label", { for: "first" }, t("Who begins?")),
      " ",
      first,
      " ",
      button(t("Draw lots"), draw, { id: "lots" }),
    ),
    inTheWay.length
      ? h(
          "ul",
          { id: "obstacles" },
          inTheWay.map((one) => h("li", said(one))),
        )
      : null,
    button(t("Start the clock"), begin(false), { class: "big", id: "begin" }),
    inTheWay.length ? button(t("Start anyway"), begin(true), { id: "begin-anyway", class: "quiet" }) : null,
    buttons(
      button(t("Players"), openPeople, { id: "people" }),
      state.rounds.length ? eveningEnds() : h("a.button", { href: "/setup", id: "to-setup" }, t("Back to Set up")),
    ),
  ];
}
