// What this device says and sounds, as buttons.

import { button, byId } from "../../page/dom.js";
import { effect } from "../../page/effects.js";
import { choose, SOUNDS, say, setting, tick } from "../../page/sound.js";
import { now } from "../../page/table.js";
import { t } from "../../think/texts.js";

/** What this device does at the table; each can be muted with one tap, and stays so. */
export function drawSounds() {
  const names = { voice: t("Voice"), sounds: t("Sounds"), tick: t("Ticking"), vibrate: t("Vibration") };
  byId("sounds").replaceChildren(
    ...SOUNDS.map((name) =>
      button(names[name], () => mute(name), { id: `sound-${name}`, "aria-pressed": String(setting(name)) }),
    ),
  );
}

function mute(name) {
  choose(name, !setting(name));
  drawSounds();
  byId(`sound-${name}`).focus();
  if (!setting(name)) window.speechSynthesis?.cancel();
  else if (name === "sounds") effect("right");
  else if (name === "voice") say(t("{player}, your turn", { player: now.state?.turn.player || "" }));
  else tick(false);
}
