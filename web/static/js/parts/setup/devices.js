// The devices that may press buttons, on More: each can be sent away.

import { button, byId, h, show } from "../../page/dom.js";
import { get, post, press } from "../../page/table.js";
import { t } from "../../page/texts.js";

const LOOK = 10000; // milliseconds between two looks whether somebody guesses the PIN

export async function drawDevices() {
  try {
    const { sessions } = await get("/api/sessions");
    byId("devices").hidden = !sessions.length;
    show(byId("sessions"), sessions, () => sessions.map(one));
  } catch {
    byId("devices").hidden = true;
  }
}

/** Says so while somebody guesses the PIN: it can be changed, and a phone of the family's let in all the same. */
export async function watchGuesses() {
  const place = byId("guesses");
  const { from } = await get("/api/pin/guesses").catch(() => ({ from: [] }));
  place.hidden = !from.length;
  show(place, from, () => [h("p", {}, t("Somebody is guessing the PIN (from {address}).", { address: from.slice(0, 3).join(", ") })),
    h("div", { class: "small-buttons" }, button(t("Change the PIN"), changePin, { id: "change-pin" }), button(t("Let a phone in"), showPass, { id: "let-phone-in" }))]);
  setTimeout(watchGuesses, LOOK);
}

async function changePin() {
  if (await press("/api/pin/change")) location.reload();
}

async function showPass() {
  const { pass } = await post("/api/pin/pass");
  byId("guesses").append(h("p", { class: "pass" }, t("Type this on the phone, in the place of the PIN: {pass}", { pass })));
}

function one(session) {
  const since = new Date(session.since * 1000).toLocaleDateString();
  const revoke = async () => { if (await press("/api/sessions/revoke", { id: session.id })) drawDevices(); };
  return h("li", {}, session.own ? h("strong", {}, t("This device")) : session.device || "?", ` · ${since} `, button(t("Revoke"), revoke));
}
