// The one line that everybody sees, on every screen: the worst trouble there is, for how long, and the button that
// mends it.

import { said, t } from "../think/texts.js";
import "./guesses.js";
import { button, byId, h, show } from "./dom.js";
import { say } from "./sound.js";
import { now, onState, press } from "./table.js";

const SHORT = 3; // seconds that are not worth a number
const mends = {
  resume: () => button(t("Go on"), () => press("/api/resume"), { id: "alarm-resume" }),
  clear: () => button(t("It may stay there"), () => press("/api/table/clear"), { id: "alarm-clear" }),
  camera: () => h("a.button", { href: "/setup" }, t("Look at the camera")),
  copy: () => h("a.button", { href: "/export/match.json", download: true }, t("Keep a copy")),
  lost: () => h("a.button", { href: "/turns" }, t("Look")),
  point: () => h("a.button", { href: "/" }, t("Show me")),
};

/** Lets a screen mend a trouble in its own way: `element` makes the button. */
export function mendBy(name, element) {
  mends[name] = element;
}

function draw(state) {
  const { alarm } = state;
  const place = byId("alarm");
  if (alarm) place.dataset.kind = alarm.kind;
  else delete place.dataset.kind;
  const text = alarm ? said(alarm) : "";
  const isNew = byId("alarm-text").textContent !== text;
  if (isNew) byId("alarm-text").textContent = text; // said once by a screen reader: written only when it is another
  if (isNew && text) say(text);
  show(byId("alarm-mends"), [alarm?.mend, text], () => (alarm?.mend in mends ? mends[alarm.mend](state) : null));
  count();
}

/** For how long, for the eye alone: a screen reader would say every second. */
function count() {
  const alarm = now.state?.alarm;
  const seconds = alarm ? Math.floor(alarm.seconds + (performance.now() - now.at) / 1000) : 0;
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
