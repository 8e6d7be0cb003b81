// A match by photographs: Done opens the phone's camera, and the photograph is judged.

import { h, notice } from "../../page/dom.js";
import { fitting } from "../../page/photo.js";
import { now, post, press } from "../../page/table.js";
import { said, t } from "../../think/texts.js";

const sending = { part: null, why: null };
let changed = () => {};
let anyway = false; // whether the next picture is to be judged though it is blurred, or a row is cut

/** Calls back when a photograph is sent, and when it was answered. */
export function onPhoto(listener) {
  changed = listener;
}

/** Whether this match is played by photographs. */
export function byPhotos(state) {
  return state.camera.status === "photos";
}

const fields = new Map(); // always the same ones: a picture that is being taken is not lost when all is drawn anew

function field(id, isClaim) {
  if (!fields.has(id)) {
    const chosen = (event) => {
      const [file] = event.target.files;
      event.target.value = "";
      if (file) send(file, isClaim);
    };
    const attributes = { type: "file", accept: "image/*", capture: "environment", id, class: "unseen" };
    fields.set(id, h("input", { ...attributes, onchange: chosen }));
  }
  return fields.get(id);
}

/** A button that opens the camera; with `isClaim` for Done, and the clock stands from the tap on. */
export function photoButton(text, id, isClaim, kind = "big") {
  const stops = () => {
    const { turn, pressed } = now.state;
    if (isClaim && turn.phase === "playing" && !pressed) press("/api/turn/done", { turn: turn.number, wait: true });
  };
  return [
    field(id, isClaim),
    h("label", { for: id, class: `button ${kind}`, id: `${id}-label`, onclick: stops }, text),
  ];
}

async function send(file, isClaim) {
  Object.assign(sending, { part: 0, why: null });
  changed();
  const form = new FormData();
  const { turn } = now.state;
  form.append("photo", await fitting(file), "table.jpg");
  form.append("claim", String(isClaim));
  if (isClaim) form.append("turn", String(turn.number));
  if (anyway) form.append("anyway", "true");
  try {
    await post("/api/turn/picture", form, (part) => {
      sending.part = part;
      changed();
    });
    anyway = false;
  } catch (error) {
    sending.why = error.body?.code === "photo-again" ? error : null;
    anyway = Boolean(sending.why); // the next picture is accepted even with the same fault
    if (!sending.why) notice(error.message);
  }
  sending.part = null;
  changed();
}

/** The line shown while a photograph is sent and read, or why it has to be taken again; null: nothing. */
export function photoSaid() {
  if (sending.part !== null) return sending.part < 1 ? t("Sending …") : t("Reading …");
  return sending.why ? said(sending.why.body) : null;
}

/** The share of the photograph that was sent, 0 to 1; null: no photograph is being sent. */
export function photoSent() {
  return sending.part;
}
