// The alarm line, the same on every screen: the worst trouble, its duration, and the button that helps. Below it a
// warning while the PIN is being guessed, on every screen of a device that may press.

import { said, t } from "../think/texts.js";
import { button, buttons, byId, h, notice, show } from "./dom.js";
import { onClose, openSheet } from "./sheet.js";
import { say } from "./sound.js";
import { get, now, onState, post, press } from "./table.js";

const SHORT = 3; // seconds; a shorter trouble is shown without its seconds
const mends = {
  resume: () => button(t("Go on"), () => press("/api/resume"), { id: "alarm-resume" }),
  clear: () => button(t("It may stay there"), () => press("/api/table/clear"), { id: "alarm-clear" }),
  camera: () => h("a.button", { href: "/setup" }, t("Look at the camera")),
  copy: () => h("a.button", { href: "/export/match.json", download: true }, t("Keep a copy")),
  lost: () => h("a.button", { href: "/turns" }, t("Look")),
  point: () => h("a.button", { href: "/" }, t("Show me")),
  answer: () => h("a.button", { href: "/" }, t("Answer")),
};

/** Lets a screen replace the button for one kind of help (`name`); `element` makes the new button. */
export function mendBy(name, element) {
  mends[name] = element;
}

/** The content of the line: the worst trouble or, on a screen without questions, the event that the clock waits for. */
function told(state) {
  if (!state.turn.asked || byId("asked")) return state.alarm;
  return { ...state.doing, kind: "asked", mend: "answer" };
}

function draw(state) {
  const alarm = told(state);
  const place = byId("alarm");
  if (alarm) place.dataset.kind = alarm.kind;
  else delete place.dataset.kind;
  const text = alarm ? said(alarm) : "";
  const isNew = byId("alarm-text").textContent !== text;
  // a screen reader reads a text whenever it is written, so an unchanged text is not written again
  if (isNew) byId("alarm-text").textContent = text;
  if (isNew && text) say(text);
  show(byId("alarm-mends"), [alarm?.mend, text], () => (alarm?.mend in mends ? mends[alarm.mend](state) : null));
  count();
}

/** Shows the trouble's duration. It is hidden from screen readers, which would read it every second. */
function count() {
  const alarm = now.state && told(now.state);
  const seconds = alarm?.seconds ? Math.floor(alarm.seconds + (performance.now() - now.at) / 1000) : 0;
  const isTold = alarm && alarm.kind !== "size" && seconds >= SHORT;
  const text = !isTold
    ? ""
    : seconds < 100
      ? t("{n} s", { n: seconds })
      : t("{n} min", { n: Math.floor(seconds / 60) });
  if (byId("alarm-since").textContent !== text) byId("alarm-since").textContent = text;
}

onState(draw);
setInterval(count, 500);

const LOOK = 10000; // milliseconds between two looks whether somebody guesses the PIN

/** Warns while somebody guesses the PIN, and offers remedies: another PIN, or a pass for a phone of the family. */
async function watchGuesses() {
  const place = byId("guesses");
  if (!place) return; // a device that may press nothing is not told
  const { from } = await get("/api/pin/guesses").catch(() => ({ from: [] }));
  place.hidden = !from.length;
  show(place, from, () => [
    h("p", t("Somebody is guessing the PIN (from {address}).", { address: from.slice(0, 3).join(", ") })),
    buttons(
      button(t("Change the PIN"), () => changePin().catch(tell), { id: "change-pin" }),
      button(t("Let a phone in"), () => showPass().catch(tell), { id: "let-phone-in" }),
    ),
  ]);
  setTimeout(watchGuesses, LOOK);
}

const tell = (error) => notice(error.message);

async function changePin() {
  const { pin } = await post("/api/pin/change");
  openSheet(t("Change the PIN"), h("p.pass", t("The PIN is {pin} now.", { pin })));
  onClose(() => location.reload());
}

async function showPass() {
  const { pass } = await post("/api/pin/pass");
  openSheet(t("Let a phone in"), h("p.pass", t("Type this on the phone, in the place of the PIN: {pass}", { pass })));
}

watchGuesses();
