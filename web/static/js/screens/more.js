// Settings of this device: voice, looks, PIN; the other devices that may press; and backups.

import { all, button, byId, h, show } from "../page/dom.js";
import { canSpeak, choose, say, setting, tick } from "../page/sound.js";
import { get, isHere, post, press, showHost } from "../page/table.js";
import { language, t } from "../think/texts.js";

const OFFERED = [3, 5, 8, 12]; // seconds after which a turn may be done by itself

for (const box of all("[data-setting]")) {
  const name = box.dataset.setting;
  box.checked = setting(name);
  box.addEventListener("change", () => {
    choose(name, box.checked);
    document.documentElement.dataset.letters = setting("letters") ? "yes" : "no";
  });
}
for (const one of all("[name=light]")) {
  one.checked = one.value === document.documentElement.dataset.light;
  one.addEventListener("change", () => {
    choose("light", one.value);
    document.documentElement.dataset.light = one.value;
  });
}

/** The choice of when turns are claimed automatically: a setting of the table, the same on every device. */
async function byItself() {
  const select = byId("by-itself-after");
  const { by_itself: chosen } = await get("/api/state").catch(() => ({}));
  const offered = [...new Set([...OFFERED, chosen?.after].filter(Boolean))].sort((a, b) => a - b);
  for (const n of offered) select.add(new Option(t("after {n} s", { n }), n));
  select.value = chosen?.after ? String(chosen.after) : "";
  select.addEventListener("change", () =>
    press("/api/turn/by-itself", { seconds: select.value ? Number(select.value) : null }),
  );
}

/** The devices that may press buttons, each with a button that ends its session. */
async function drawDevices() {
  try {
    const { sessions } = await get("/api/sessions");
    byId("devices").hidden = !sessions.length;
    show(byId("sessions"), sessions, () => sessions.map(one));
  } catch {
    byId("devices").hidden = true;
  }
}

function one(session) {
  const since = new Date(session.since * 1000).toLocaleDateString(language);
  const revoke = async () => {
    if (await press("/api/sessions/revoke", { id: session.id })) drawHosts();
  };
  return h(
    "li",
    session.own ? h("strong", t("This device")) : session.device || "?",
    ` · ${session.plays_only ? t("plays") : t("host")} · ${since} `,
    button(t("Revoke"), revoke),
  );
}

/** Everything that was removed within a day, each with a button that restores it. */
async function drawTaken() {
  const { taken } = await get("/api/taken-away").catch(() => ({ taken: [] }));
  byId("taken").hidden = !taken.length;
  show(byId("taken-list"), taken, () => taken.map(oneTaken));
}

const KINDS = {
  device: (name) => t("{name} was sent away", { name }),
  pin: (name) => t("The PIN was {name}", { name }),
  player: (name) => t("{name} was forgotten", { name }),
  merged: (name) => t("{name} was made one with another player", { name }),
  set: (name) => t("The set {name}, as it was before something was forgotten", { name }),
};

function oneTaken({ id, kind, name, moment, by }) {
  const when = new Date(moment * 1000).toLocaleTimeString(language, { hour: "2-digit", minute: "2-digit" });
  const giveBack = async () => {
    if (await press("/api/taken-away/give-back", { id })) drawHosts();
  };
  return h("li", `${KINDS[kind](name)} · ${when}, ${by} `, button(t("Give back"), giveBack));
}

/** Whether everybody in the network may look. */
async function drawLooking() {
  const told = await get("/api/looking").catch(() => null);
  byId("looking").hidden = !told;
  byId("let-in-only").checked = Boolean(told?.let_in_only);
}

function drawHosts() {
  drawLooking();
  drawDevices();
  drawTaken();
  drawBackups();
}

/** The copies of everything stored; a second tap restores one. */
async function drawBackups() {
  try {
    const { backups, trouble } = await get("/api/backups");
    byId("backups").hidden = false;
    byId("backup-trouble").hidden = !trouble;
    byId("backup-trouble").textContent = trouble || "";
    show(byId("backup-list"), backups, () => backups.map(oneBackup));
  } catch {
    byId("backups").hidden = true;
  }
}

function oneBackup(backup) {
  const when = new Date(backup.moment * 1000).toLocaleString(language);
  const item = h("li");
  const restore = async () => {
    if (await press("/api/restore", { name: backup.name }))
      byId("backup-said").textContent = t(
        "The table is put back as it was at {when}; the page is away for some seconds.",
        { when },
      );
    offer();
  };
  const offer = () => item.replaceChildren(`${when} `, button(t("Restore"), ask));
  const ask = () =>
    item.replaceChildren(
      h("p", t("Back to {when}? How it stands now becomes a backup, too.", { when })),
      button(t("Restore"), restore),
      button(t("Cancel"), offer),
    );
  offer();
  return item;
}

byItself();
byId("try").addEventListener("click", () => {
  byId("no-voice").hidden = canSpeak() || !setting("voice");
  tick(true);
  say(t("{player}, your turn", { player: "Ada" }));
});
byId("pinform").addEventListener("submit", async (event) => {
  event.preventDefault();
  try {
    await post("/api/pin", { pin: byId("pin").value || " " });
    byId("pinsaid").textContent = t("Saved.");
    drawHosts();
  } catch (error) {
    byId("pinsaid").textContent = error.message;
  }
});
byId("let-in-only").addEventListener("change", async () => {
  await press("/api/looking", { let_in_only: byId("let-in-only").checked });
  drawLooking();
});
byId("is-here").hidden = !isHere;
byId("is-here").addEventListener("click", async () => {
  byId("pinsaid").textContent = await showHost();
});
drawHosts();
byId("backup-now").addEventListener("click", async () => {
  if (await press("/api/backup")) drawBackups();
});
const awake = byId("awake");
if (awake) awake.hidden = window.isSecureContext;
