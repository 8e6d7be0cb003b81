// The last act and its author, on every screen, with a button that undoes it as long as the table allows.

import { isolated, said, t } from "../think/texts.js";
import { button, byId, h, show } from "./dom.js";
import { now, onState, press } from "./table.js";

const BEAT = 250; // milliseconds between two looks at the time that is left

let putAway = ""; // the key of the act whose bar was closed on this device

/** A key of an act: its number counts from the start of the program, so the start is part of the key. */
function called() {
  return `${now.state.since} ${now.state.undo.number}`;
}

/** Whole seconds for which the last act is told; 0: no act is told. */
function secondsLeft() {
  const undo = now.state?.undo;
  return undo && called() !== putAway ? Math.max(0, Math.ceil(undo.left - (performance.now() - now.at) / 1000)) : 0;
}

function draw() {
  const place = byId("undo");
  const left = secondsLeft();
  place.hidden = !left;
  document.body.classList.toggle("may-undo", left > 0);
  if (!left) return;
  const { undo } = now.state;
  const told = said(undo) + (undo.by ? ` (${isolated(undo.by)})` : "");
  show(place, [undo.number, undo.possible, told], () => [
    h("span", told),
    undo.possible && button(t("Undo"), () => press("/api/undo", { number: undo.number }), { id: "undo-now" }),
    undo.possible && h("span.undo-left", { "aria-hidden": "true" }),
    button("×", putsAway, { id: "undo-away", class: "quiet", "aria-label": t("Close") }),
  ]);
  const seconds = place.querySelector(".undo-left");
  if (seconds) seconds.textContent = t("{n} s", { n: left });
}

/** Hides the bar on this device: it covers a button that somebody wants to press. */
function putsAway() {
  putAway = called();
  draw();
}

onState(draw);
setInterval(draw, BEAT);
