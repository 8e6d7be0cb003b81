// The space bar, Enter or a presentation remote presses Done, or the button that continues the game.

import { byId } from "../../page/dom.js";
import { setting } from "../../page/sound.js";
import { now, press } from "../../page/table.js";
import { claim } from "./claim.js";

const KEYS = [" ", "Enter", "PageDown", "ArrowRight"]; // the last two are what presentation remotes send
const APART = 800; // milliseconds between two presses that are meant
// elements that use the space bar and Enter themselves while they have the focus
const PRESSED = "button, a, summary, [role=button]";
const TYPED = "input, select, textarea, .pictured"; // elements that use every key

const goesOn = {
  playing: () => claim(false),
  paused: () => press("/api/resume"),
  restoring: () => press("/api/turn/restored"),
};
let last = -APART;

/** Listens to the keys of a remote control until the page is left. */
export function listenToRemote() {
  document.addEventListener("keydown", (event) => {
    const act = goesOn[now.state?.turn.phase];
    if (!act || now.state.turn.asked || !KEYS.includes(event.key) || !setting("remote") || isSomethingElse(event))
      return;
    event.preventDefault();
    if (event.repeat || event.timeStamp - last < APART) return;
    last = event.timeStamp;
    act();
  });
}

function isSomethingElse(event) {
  if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey || !byId("sheet").hidden) return true;
  const own = event.key === " " || event.key === "Enter" ? `${PRESSED}, ${TYPED}` : TYPED;
  return event.target.closest?.(own) !== null;
}
