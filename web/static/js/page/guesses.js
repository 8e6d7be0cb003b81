// Somebody guesses the PIN: said on every screen of a device that may press, with what helps.

import { t } from "../think/texts.js";
import { button, buttons, byId, h, show } from "./dom.js";
import { onClose, openSheet } from "./sheet.js";
import { get, post } from "./table.js";

const LOOK = 10000; // milliseconds between two looks whether somebody guesses the PIN

/** Says so while somebody guesses the PIN: it can be changed, and a phone of the family's let in all the same. */
async function watchGuesses() {
  const place = byId("guesses");
  if (!place) return; // a device that may press nothing is not told
  const { from } = await get("/api/pin/guesses").catch(() => ({ from: [] }));
  place.hidden = !from.length;
  show(place, from, () => [
    h("p", t("Somebody is guessing the PIN (from {address}).", { address: from.slice(0, 3).join(", ") })),
    buttons(
      button(t("Change the PIN"), changePin, { id: "change-pin" }),
      button(t("Let a phone in"), showPass, { id: "let-phone-in" }),
    ),
  ]);
  setTimeout(watchGuesses, LOOK);
}

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
