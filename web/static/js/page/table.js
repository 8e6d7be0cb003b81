// The live table as the page knows it: its newest state, and how its buttons are pressed.

import { leftOf } from "../think/clock.js";
import { renamedTo } from "../think/players.js";
import { leafletOf, said, t } from "../think/texts.js";
import { button, h, isGone, land, notice } from "./dom.js";
import { learnWays, tellMoved, tryOtherWays } from "./doors.js";
import { mySeat, takeSeat } from "./remembered.js";
import { closePanel, closeSheet, onClose, openOver, top } from "./sheet.js";
import { uploaded } from "./upload.js";

const listeners = [];
export const now = { state: null, at: 0 };

/** Calls back with each state and the state before it; at once if a state is known. */
export function onState(listener) {
  listeners.push(listener);
  if (now.state) listener(now.state, null);
}

function take(state) {
  const before = now.state;
  if (before && state.since === before.since && state.version < before.version) return;
  now.state = state;
  now.at = performance.now();
  // A refusal is shown until the table goes on; a refusal in a sheet as long as the sheet.
  if (before && !isAway && !top() && isAnotherMoment(state, before)) notice("");
  const called = before && renamedTo(mySeat(), state, before);
  if (called) takeSeat(called); // another device may have renamed this device's player
  // the leaflet of other rules has other words
  if (before && leafletOf(before) !== leafletOf(state)) window.location.reload();
  const focused = document.activeElement;
  for (const listener of listeners) listener(state, before);
  if (focused !== document.body && isGone(focused) && !isHandedOn(focused)) land();
}

/** Whether an element's replacement has the focus already; a hidden element keeps it for a moment. */
function isHandedOn(focused) {
  const next = document.activeElement;
  return next !== focused && next.id !== "" && next.id === focused.id;
}

/** Takes over the state with which a press was answered, on a page that follows the table; an older one is ignored. */
export function takeAnswer(state) {
  if (now.state) take(state);
}

function isAnotherMoment(state, before) {
  const moment = ({ turn: { number, player, phase, asked }, match, restore }) =>
    JSON.stringify([
      number,
      player,
      phase,
      asked?.code,
      match?.number,
      restore?.moves.map(({ tile, done }) => [tile, done]),
    ]);
  return moment(state) !== moment(before);
}

let isAway = false;
function away(is) {
  if (is !== isAway) notice(is ? t("The table does not answer. Trying again …") : "", is);
  isAway = is;
  tryOtherWays(is);
}

/**
 * Calls `take` with every state that an address sends, until the page is left, and `away` while it does not answer.
 * Returns a function that asks for everything anew. A browser lets one device hold only six such connections to a
 * table.
 */
export function hear(address, take, away) {
  let source = null;
  const begin = () => {
    source?.close();
    source = new EventSource(address);
    source.addEventListener("state", (event) => take(JSON.parse(event.data)));
    source.addEventListener("error", (event) => {
      away();
      if (event.target === source && source.readyState === EventSource.CLOSED) setTimeout(begin, 3000);
    });
  };
  window.addEventListener("pagehide", () => source.close());
  window.addEventListener("pageshow", (event) => {
    if (event.persisted) begin();
  });
  document.addEventListener("visibilitychange", () => {
    if (!document.hidden) begin(); // while a device slept its clock may have stood, and nothing says so
  });
  begin();
  return begin;
}

/** Listens to the table until the page is left. */
export function listen() {
  if (document.body.dataset.closed) return; // nothing is told to a device that was not let in
  if (document.body.dataset.club) return; // a club's page shows what was played at many tables, and follows none
  const told = (state) => {
    away(false);
    take(state);
  };
  onState(tellMoved);
  hear("/api/events", told, () => away(true));
  learnWays(() => get("/api/networks"));
}

/** Seconds left now, from the newest state; null without a clock. */
export function secondsLeft() {
  return leftOf(now.state, performance.now() - now.at);
}

export class Refusal extends Error {
  constructor(status, body) {
    super(body.code ? said(body) : body.error || String(status));
    this.status = status;
    this.body = body;
  }
}

async function answered(answer) {
  const isJson = (answer.headers.get("Content-Type") || "").includes("json");
  const body = isJson ? await answer.json() : {};
  if (!answer.ok) throw new Refusal(answer.status, body);
  return body;
}

const TOO_SLOW = 408; // status of an answer when the table gave up waiting for the rest of a request

/** The table's answer to a request. Raises Refusal; TypeError, with a sentence: request or answer was lost. */
async function reached(path, sent) {
  try {
    const answer = await (sent.progress ? uploaded(path, sent) : fetch(path, sent));
    if (answer.status !== TOO_SLOW) return await answered(answer);
  } catch (error) {
    if (error instanceof Refusal) throw error;
  }
  throw new TypeError(t("The table does not answer. Trying again …"));
}

export function get(path) {
  return reached(path, { headers: { Accept: "application/json" } });
}

/** A random key for a press; `crypto.randomUUID` is missing over plain HTTP. */
export function newKey() {
  return Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(36)).join("-");
}

const SHORT = 8000; // letters; a browser sends at most 64 kB of requests that outlive their page
const UNKNOWN = ["not-readable", "press-under-way"]; // refusals that do not say whether the press was done

/**
 * Sends a press, and sends it again if the answer is lost: the table handles each key once.
 */
async function sendPress(path, sent) {
  for (const pause of [500, 1500]) {
    try {
      return await reached(path, sent);
    } catch (error) {
      if (!(error instanceof TypeError || UNKNOWN.includes(error.body?.code))) throw error;
      await new Promise((resolve) => {
        setTimeout(resolve, pause);
      });
    }
  }
  return reached(path, sent);
}

/**
 * Presses a button of the table. A device without the PIN is asked for it, and then tries again. `progress` is called
 * with the part of a form that was sent so far.
 */
export async function post(path, body = {}, progress = null) {
  const isForm = body instanceof FormData;
  const seat = mySeat() ? { "X-Table-Seat": encodeURIComponent(mySeat()) } : {};
  const headers = { "Idempotency-Key": newKey(), ...seat, ...(isForm ? {} : { "Content-Type": "application/json" }) };
  const text = isForm ? "" : JSON.stringify(body);
  // The press is sent even if the page is left in the same moment.
  const sent = {
    method: "POST",
    body: isForm ? body : text,
    keepalive: !isForm && text.length < SHORT,
    headers,
    progress,
  };
  try {
    return await sendPress(path, sent);
  } catch (error) {
    if (!(error instanceof Refusal) || error.status !== 403 || path.startsWith("/api/pin")) throw error;
    if (error.body.code === "not-your-rack" || !(await askPin(error.message))) throw error;
    return sendPress(path, sent);
  }
}

/** Presses a button and shows a refusal as a line; true when it was done. */
export async function press(path, body = {}) {
  try {
    await post(path, body);
    return true;
  } catch (error) {
    notice(error.message);
    return false;
  }
}

/** Presses a button from a sheet, which closes when the press succeeded. */
export async function pressAndClose(path, body = {}) {
  const panel = top();
  if (await press(path, body)) closePanel(panel);
}

/** Whether this is a browser of the table's own computer: it never has to know the PIN. */
export const isHere = ["localhost", "127.0.0.1", "[::1]"].includes(location.hostname);

/** Lets this computer open the page with the PIN; returns the message to show. */
export async function showHost() {
  try {
    await post("/api/pin/here");
    return t("The page has opened once more, as the host's. Its address stands in the terminal, too.");
  } catch (error) {
    return error.message;
  }
}

function askPin(why) {
  return new Promise((resolve) => {
    const said = h("p.trouble", { role: "alert" });
    const input = h("input", { id: "asked-pin", inputmode: "numeric", autocomplete: "off", maxlength: "40" });
    const send = async () => {
      try {
        await post("/api/pin", { pin: input.value || " " });
        resolve(true);
        closeSheet();
      } catch (error) {
        said.textContent = error.message;
      }
    };
    const form = h(
      "form.inline",
      { onsubmit: send },
      h("label", { for: "asked-pin" }, t("The table's PIN (shown in the terminal and in the QR code)")),
      input,
      h("button", { type: "submit" }, t("Use this PIN")),
      button(t("Cancel"), closeSheet),
      isHere
        ? button(t("This is the table's computer"), () => showHost().then((text) => (said.textContent = text)))
        : null,
      said,
    );
    openOver("PIN", h("p", why), form);
    onClose(() => resolve(false)); // however it is closed, or another takes its place
    input.focus();
  });
}

/** The last hundred turns: {turns, page, pages}. */
export async function newestTurns() {
  const first = await get("/api/turns?page=1");
  return first.pages === 1 ? first : get(`/api/turns?page=${first.pages}`);
}
