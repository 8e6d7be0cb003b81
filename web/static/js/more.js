// What this device does: its voice, its looks, its PIN.

import { drawDevices } from "./devices.js";
import { byId, notice } from "./dom.js";
import { choose, say, setting, tick } from "./sound.js";
import { post, Refusal } from "./table.js";
import { t } from "./texts.js";

for (const box of document.querySelectorAll("[data-setting]")) {
  const name = box.dataset.setting;
  box.checked = setting(name);
  box.addEventListener("change", () => {
    choose(name, box.checked);
    document.documentElement.dataset.letters = setting("letters") ? "yes" : "no";
  });
}
for (const one of document.querySelectorAll("[name=light]")) {
  one.checked = one.value === document.documentElement.dataset.light;
  one.addEventListener("change", () => {
    choose("light", one.value);
    document.documentElement.dataset.light = one.value;
  });
}
byId("try").addEventListener("click", () => { tick(true); say(t("{player}, your turn", { player: "Ada" })); });
byId("pinform").addEventListener("submit", async (event) => {
  event.preventDefault();
  try {
    await post("/api/pin", { pin: byId("pin").value || " " });
    byId("pinsaid").textContent = t("Saved.");
    drawDevices();
  } catch (error) {
    if (!(error instanceof Refusal)) notice(t("The table does not answer. Trying again …"));
    byId("pinsaid").textContent = error.message;
  }
});
drawDevices();
const awake = byId("awake");
if (awake) awake.hidden = window.isSecureContext;
