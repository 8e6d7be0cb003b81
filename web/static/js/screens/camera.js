// A phone as the camera: sends pictures from one tap to the next, and shows the outcome. Over the live picture it draws
// the part of the table that is seen whole, and the tiles that are read in it.

import { byId, svg } from "../page/dom.js";
import { keep, kept } from "../page/remembered.js";
import { stayAwake } from "../page/sound.js";
import { listen, newKey, now, onState, post, Refusal } from "../page/table.js";
import { Eye } from "../parts/camera/camera-eye.js";
import { Sending } from "../parts/camera/camera-sending.js";
import { keepAdvising, letPhonesIn } from "../parts/setup/advice.js";
import { followPhones } from "../parts/setup/networks.js";
import { hull } from "../think/ghosts.js";
import { t } from "../think/texts.js";

const AGAIN = 2000; // milliseconds until the next try to become the camera when the table did not answer
const OPEN = "sessionStorage"; // a reload of this page goes on sending; another page begins anew
const AROUND = 0.03; // part of the picture's height that the outline of the table stays away from its tiles
const EDGE = 0.012; // part of the picture at its edge in which a tile is not seen whole, as the table's advice has it
const video = byId("seen");
const me = ownName();
const eye = new Eye(video);
let sending = null;
let isLit = false;

/** This page's name as a sender, kept when the page is reloaded. */
function ownName() {
  const name = kept("camera", OPEN) || newKey();
  keep("camera", name, OPEN);
  return name;
}

function tell(text) {
  if (byId("sending").textContent !== text) byId("sending").textContent = text;
}

/** Shows whether this device is the camera. */
function draw(is) {
  byId("begin").hidden = is;
  for (const id of ["stop", "seen", "over"]) byId(id).toggleAttribute("hidden", !is);
  if (!is) byId("torch").hidden = true;
  const card = byId("phones");
  if (card) card.hidden = is;
}

async function begin() {
  tell(t("The browser asks whether this page may use the camera: allow it."));
  try {
    await eye.open();
    await post("/api/camera", { sender: me });
  } catch (error) {
    if (error instanceof TypeError) return void tryAgain();
    return void stop(error instanceof Refusal ? error.message : whyNoCamera(error));
  }
  keep("is-camera", "yes", OPEN);
  draw(true);
  tell("");
  stayAwake();
  sending ||= new Sending(eye, me, heard);
  sending.start();
}

/** Handles a table's machine that is away: a page that was reloaded meanwhile resumes sending when it is back. */
function tryAgain() {
  tell(t("The table does not answer. Trying again …"));
  setTimeout(begin, AGAIN);
}

function whyNoCamera(error) {
  if (error.name === "NotAllowedError")
    return t(
      "The browser was not allowed to use the camera. Allow it in the browser's settings for this page, and try again.",
    );
  if (error.name === "NotFoundError") return t("This device has no camera.");
  return t("The camera cannot be opened: another program may be using it.");
}

function stop(text) {
  sending?.stop();
  eye.close();
  keep("is-camera", null, OPEN);
  draw(false);
  tell(text);
}

/** Shows the outcome of the newest picture. */
function heard({ sent, silent, refused, failed }) {
  if (sent) tell(t("The table sees through this phone: {width} × {height} pixels.", sent));
  if (silent) tell(t("The table does not answer. Trying again …"));
  if (refused === 409) stop(t("Another camera was chosen."));
  if (refused === 403) stop(t("This device is not let in any more. Tap the button, and enter the PIN."));
  if (failed?.name === "NotAllowedError") stop(whyNoCamera(failed));
  else if (failed) tell(t("The camera cannot be opened: another program may be using it."));
}

/** Offers the lamp in the dark, and locks focus and exposure once the table is found. */
function advised({ advice }) {
  if (!sending?.isOn) return;
  const level = (about) => advice.find((one) => one.about === about)?.level;
  const isDark = advice.some(({ message }) => message.code === "advice.dark");
  byId("torch").hidden = !eye.canLight || !(isDark || isLit);
  eye.hold(level("camera") === "good" && !isDark && ["good", "better"].includes(level("tiles")));
}

/** Draws the reading over the picture; after the phone was turned, no reading is drawn until the next answer. */
function outline() {
  const { videoWidth: width, videoHeight: height } = video;
  const [across, down] = now.state?.camera.size || [0, 0];
  const isRead = across > 0 && across > down === width > height;
  if (width) drawOver(byId("over"), isRead ? now.state : { table: [] }, [width, height]);
}

/** Draws into `paper` the part seen whole, the state's tiles, and the outline around them; `size`: the picture's. */
function drawOver(paper, state, [width, height]) {
  const quads = [...state.table.flatMap((row) => row.quads), ...(state.unread || []).map((one) => one.quad)];
  paper.setAttribute("viewBox", `0 0 ${width} ${height}`);
  const drawn = quads.map((quad) => quad.map(([x, y]) => [x * width, y * height]));
  const isCut = quads
    .flat()
    .flat()
    .some((part) => Math.min(part, 1 - part) < EDGE);
  const around = reachOf(drawn.flat(), AROUND * height);
  paper.replaceChildren(
    ...[
      polygon(seenWhole(width, height), "whole"),
      around.length ? polygon(around, `reach ${isCut ? "cut" : ""}`) : null,
      ...drawn.map((quad) => polygon(quad, "read")),
    ].filter(Boolean),
  );
}

/** The corners of the tiles that are not at the picture's edge: a tile at the edge may be cut. */
function seenWhole(width, height) {
  const [left, top] = [EDGE * width, EDGE * height];
  return [
    [left, top],
    [width - left, top],
    [width - left, height - top],
    [left, height - top],
  ];
}

function polygon(points, kind) {
  return svg("polygon", { class: kind, points: points.map(([x, y]) => `${x.toFixed(1)},${y.toFixed(1)}`).join(" ") });
}

/** The convex hull of points, enlarged by a margin. */
function reachOf(points, away) {
  if (points.length < 3) return [];
  const middle = [0, 1].map((axis) => points.reduce((sum, point) => sum + point[axis], 0) / points.length);
  return hull(points).map(([x, y]) => {
    const far = Math.hypot(x - middle[0], y - middle[1]) || 1;
    return [x + (away * (x - middle[0])) / far, y + (away * (y - middle[1])) / far];
  });
}

async function light() {
  isLit = !isLit;
  await eye.hold(false);
  await eye.light(isLit);
  byId("torch").setAttribute("aria-pressed", String(isLit));
}

const can = window.isSecureContext && Boolean(navigator.mediaDevices?.getUserMedia);
byId("here").hidden = !can;
byId("elsewhere").hidden = can;
draw(false);
if (can) {
  byId("begin").addEventListener("click", begin);
  byId("stop").addEventListener("click", () => {
    stop("");
    post("/api/camera", { sender: null }).catch(() => {});
  });
  byId("torch").addEventListener("click", light);
  onState(outline);
  video.addEventListener("resize", outline); // begun, or turned
  keepAdvising(advised);
  if (kept("is-camera", OPEN)) begin();
}
letPhonesIn();
followPhones();
listen();
