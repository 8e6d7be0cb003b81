// While somebody looks at what happened the clock stands, for everybody to see; closing goes on, and so does leaving.

import { onClose } from "../../page/sheet.js";
import { now, post } from "../../page/table.js";

let stopped = false; // whether this device stopped the clock

/** Stops the clock for as long as the sheet that was just opened is there. */
export function clockStands() {
  onClose(goOn);
  if (stopped || now.state?.turn.phase !== "playing") return;
  stopped = true;
  post("/api/pause", { why: "dispute" }).catch(() => {
    stopped = false;
  });
}

function goOn() {
  if (!stopped) return;
  stopped = false;
  // it may have been started by somebody else, or the turn is another
  post("/api/resume", { why: "dispute" }, { keepalive: true }).catch(() => {});
}

window.addEventListener("pagehide", goOn);
