// The devices that may press buttons, on More: each can be sent away.

import { button, byId, h, show } from "../../page/dom.js";
import { get, press } from "../../page/table.js";
import { t } from "../../think/texts.js";

export async function drawDevices() {
  try {
    const { sessions } = await get("/api/sessions");
    byId("devices").hidden = !sessions.length;
    show(byId("sessions"), sessions, () => sessions.map(one));
  } catch {
    byId("devices").hidden = true;
  }
}

function one(session) {
  const since = new Date(session.since * 1000).toLocaleDateString();
  const revoke = async () => {
    if (await press("/api/sessions/revoke", { id: session.id })) drawDevices();
  };
  return h(
    "li",
    session.own ? h("strong", t("This device")) : session.device || "?",
    ` · ${since} `,
    button(t("Revoke"), revoke),
  );
}
