// Check a table: one photograph, or the two of a turn, judged without a match; nothing is stored.

import { all, button, buttons, byId, forget, h, notice, show } from "../page/dom.js";
import { keep, kept } from "../page/remembered.js";
import { handOver } from "../page/share.js";
import { listen, now, onState, post } from "../page/table.js";
import { asked, verdictSaid, why } from "../parts/check/answer.js";
import { inWords, outlined } from "../parts/check/outlined.js";
import { sharedPicture } from "../parts/check/shared.js";
import { Shot } from "../parts/check/shot.js";
import { whole } from "../think/mended.js";
import { t } from "../think/texts.js";

const shots = { after: new Shot("after", mend), before: new Shot("before", mend) };
/** The last answer; its request; the share of a photograph that was sent, null: no photograph is being sent. */
const answer = { told: null, version: 0, sent: null, error: "" };
let isSettled = false; // whether somebody settled what was doubtful about the turn
let mended = []; // the corrections, the last at the end: the photograph, and its table before

const isTurn = () => byId("of-turn").checked;
const hasMatch = () => Boolean(now.state?.match) && now.state.turn.phase !== "over";
const isOfMatch = () => isTurn() && hasMatch() && byId("of-match").checked;

/** The conditions sent with every request: the rules, and whether the player had opened. */
function terms() {
  const rules = byId("rules").value;
  const had = isTurn() && !isOfMatch() ? { opened: byId("opened").checked } : {};
  return { ...(rules ? { rules } : {}), ...had };
}

async function take(side, file) {
  if (!file) return;
  await shots[side].take(file);
  isSettled = false;
  mended = [];
  draw();
  if (isReady()) await send();
}

function isReady() {
  return Boolean(shots.after.file) && (!isTurn() || isOfMatch() || Boolean(shots.before.file));
}

/** Sends the photographs to be read and judged. */
async function send() {
  const form = new FormData();
  for (const [name, value] of Object.entries(terms())) form.append(name, String(value));
  form.append("after", shots.after.file, "after.jpg");
  if (isOfMatch()) form.append("before", "match");
  else if (isTurn()) form.append("before", shots.before.file, "before.jpg");
  await ask(form, (part) => {
    answer.sent = part;
    draw();
  });
}

/** Sends corrected tables to be judged. */
async function judge() {
  if (!shots.after.table) return;
  const before = isOfMatch()
    ? { before: "match" }
    : isTurn() && shots.before.table
      ? { before: shots.before.sent }
      : {};
  await ask({ ...shots.after.sent, ...before, ...terms(), anyway: isSettled });
}

async function ask(body, progress = null) {
  answer.version += 1;
  const asked = answer.version;
  Object.assign(answer, { sent: progress ? 0 : null, error: "", told: progress ? null : answer.told });
  draw();
  try {
    const told = await post("/api/check", body, progress);
    if (asked !== answer.version) return; // another photograph was taken meanwhile
    Object.assign(answer, { told, sent: null });
    shots.after.table = told;
    shots.before.table = told.before?.width ? told.before : null;
  } catch (error) {
    if (asked === answer.version) Object.assign(answer, { sent: null, error: error.message });
  }
  draw();
  if (progress && answer.told) byId("verdict").scrollIntoView({ block: "start" });
}

/** Handles a user's correction: it is shown at once, and the table is judged again. */
function mend(shot, table) {
  mended.push({ shot, before: shot.table });
  shows(shot, table);
}

/** Takes the last correction back. */
function undo() {
  const { shot, before } = mended.pop();
  shows(shot, before);
}

function shows(shot, table) {
  shot.table = table;
  isSettled = false;
  judge();
}

function judgeSo() {
  isSettled = true;
  judge();
}

function again() {
  for (const shot of Object.values(shots)) shot.forget();
  mended = [];
  Object.assign(answer, { told: null, error: "", sent: null, version: answer.version + 1 });
  isSettled = false;
  draw();
  byId("take").scrollIntoView({ block: "start" });
}

function draw() {
  const [turn, ofMatch] = [isTurn(), isOfMatch()];
  byId("match-line").hidden = !(turn && hasMatch());
  byId("opened-line").hidden = !turn || ofMatch;
  const taken = [Boolean(shots.before.file), Boolean(shots.after.file)];
  show(byId("sources"), [turn, ofMatch, taken, Boolean(answer.told)], () => sources(turn, ofMatch));
  show(byId("sending"), [answer.sent, answer.error], () => sending());
  byId("answer").hidden = !answer.told;
  if (!answer.told) return;
  const key = [answer.told, innerWidth];
  show(byId("verdict"), key, () => [h("p.lead", verdictSaid(answer.told)), why(answer.told)]);
  byId("verdict").className = `verdict ${whole(answer.told)}`;
  show(byId("asking"), key, () => [asked(answer.told, shots, judgeSo)]);
  show(byId("pictures"), key, pictures);
}

const INPUTS = new Map(); // the fields that take photographs, always the same ones: one being taken is not lost

function field(side, isCamera) {
  const id = `${side}-${isCamera ? "camera" : "gallery"}`;
  if (!INPUTS.has(id)) {
    const chosen = (event) => {
      const [file] = event.target.files;
      take(side, file);
      event.target.value = "";
    };
    const camera = isCamera ? { capture: "environment" } : {};
    INPUTS.set(id, h("input", { type: "file", accept: "image/*", ...camera, id, class: "unseen", onchange: chosen }));
  }
  return INPUTS.get(id);
}

function sources(turn, ofMatch) {
  const words = {
    after: turn ? t("Take the table after") : t("Take a photograph"),
    before: t("Take the table before"),
  };
  const one = (side) =>
    h(
      "div.source-line",
      field(side, true),
      h(
        "label",
        { for: `${side}-camera`, class: `button ${isNext(side, turn, ofMatch) ? "big" : ""}` },
        shots[side].file ? `✓ ${words[side]}` : words[side],
      ),
      field(side, false),
      h("label", { for: `${side}-gallery`, class: "button quiet" }, t("from the gallery")),
    );
  return [turn && !ofMatch ? one("before") : null, one("after")];
}

function isNext(side, turn, ofMatch) {
  const first = turn && !ofMatch && !shots.before.file ? "before" : "after";
  return side === first && !answer.told;
}

function sending() {
  if (answer.error) return [h("p.trouble", { role: "alert" }, answer.error), button(t("Try again"), send)];
  if (answer.sent === null) return [];
  const said = answer.sent < 1 ? t("Sending …") : t("Reading …");
  return [h("progress", { max: "1", value: String(answer.sent), "aria-label": said }), h("p.hint", said)];
}

function pictures() {
  const wide = byId("pictures").clientWidth || 360;
  const before = shots.before.table && shots.before.picture;
  return [
    outlined(shots.after, wide),
    h("p.hint", t("Tap a tile to mend it, an empty place to add one.")),
    inWords(shots.after.table),
    buttons(
      mended.length > 0 && button(t("Undo"), undo, { id: "undo-mended" }),
      shots.after.picture ? button(t("Share the picture"), share, { id: "share" }) : null,
      button(t("Another photograph"), again, { id: "again" }),
    ),
    before &&
      h(
        "details",
        { open: answer.told.turn?.question?.kind === "misread-before" },
        h("summary", t("The table before")),
        outlined(shots.before, wide),
      ),
  ];
}

async function share() {
  const blob = await sharedPicture(shots.after, answer.told, verdictSaid(answer.told));
  handOver(blob, `tilewatch-${new Date().toISOString().slice(0, 10)}.jpg`);
}

/** A picture that was dropped or pasted: it is the one that is wanted next. */
function given(files) {
  const file = [...(files ?? [])].find((one) => one.type.startsWith("image/") || !one.type);
  if (file) take(isTurn() && !isOfMatch() && !shots.before.file ? "before" : "after", file);
  else if (files?.length) notice(t("That is no picture."));
}

document.addEventListener("dragover", (event) => event.preventDefault());
document.addEventListener("drop", (event) => {
  event.preventDefault();
  given(event.dataTransfer.files);
});
document.addEventListener("paste", (event) => {
  if (event.clipboardData.files.length) given(event.clipboardData.files);
});

/** Handles another kind of check, or other rules: the present photographs are judged again. */
async function termsChanged() {
  keep("check.rules", byId("rules").value || null);
  isSettled = false;
  const isRead = shots.after.table && (!isTurn() || isOfMatch() || shots.before.table);
  if (isRead) await judge();
  else if (isReady()) await send();
  else {
    answer.told = null;
    draw();
  }
}

for (const one of all("#take input, #take select")) one.addEventListener("change", termsChanged);
onState(() => {
  const choice = byId("rules-match");
  choice.hidden = choice.disabled = !now.state.match;
  if (choice.disabled && byId("rules").value === "") byId("rules").value = byId("rules").dataset.offered;
  draw();
});
const remembered = kept("check.rules");
if (remembered && all(`#rules option[value="${remembered}"]`).length) byId("rules").value = remembered;
window.addEventListener("resize", () => {
  forget(byId("pictures"));
  draw();
});
draw();
listen();
