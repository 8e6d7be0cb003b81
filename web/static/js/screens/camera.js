// A phone as the camera: from one tap to the next its pictures go to the table, and its screen says how it goes.

import { byId } from "../page/dom.js";
import { keep, kept } from "../page/remembered.js";
import { stayAwake } from "../page/sound.js";
import { listen, newKey, now, onState, post, Refusal } from "../page/table.js";
import { Eye } from "../parts/camera/camera-eye.js";
import { drawOver } from "../parts/camera/camera-over.js";
import { Sending } from "../parts/camera/camera-sending.js";
import { keepAdvising, letPhonesIn } from "../parts/setup/advice.js";
import { t } from "../think/texts.js";

const AGAIN = 2000; // milliseconds until the next try to become the camera when the table did not answer
const OPEN = "sessionStorage"; // a reload goes on, another page begins anew
const video = byId("seen");
const me = ownName();
const eye = new Eye(video);
let sending = null;
let isLit = false;

/** What this device calls itself, for as long as its page is open; a reload keeps it. */
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

/** The table's machine is away: a page that was opened anew meanwhile goes on by itself when it is back. */
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

/** What became of the newest picture. */
function heard({ sent, silent, refused, failed }) {
  if (sent) tell(t("The table sees through this phone: {width} × {height} pixels.", sent));
  if (silent) tell(t("The table does not answer. Trying again …"));
  if (refused === 409) stop(t("Another camera was chosen."));
  if (refused === 403) stop(t("This device is not let in any more. Tap the button, and enter the PIN."));
  if (failed?.name === "NotAllowedError") stop(whyNoCamera(failed));
  else if (failed) tell(t("The camera cannot be opened: another program may be using it."));
}

/** The lamp is offered in the dark; focus and exposure are held once the table is found. */
function advised({ advice }) {
  if (!sending?.isOn) return;
  const level = (about) => advice.find((one) => one.about === about)?.level;
  const isDark = advice.some(({ message }) => message.code === "advice.dark");
  byId("torch").hidden = !eye.canLight || !(isDark || isLit);
  eye.hold(level("camera") === "good" && !isDark && ["good", "better"].includes(level("tiles")));
}

/** Draws over the picture what was read in it; of a phone that was just turned the tiles are not known yet. */
function outline() {
  const { videoWidth: width, videoHeight: height } = video;
  const [across, down] = now.state?.camera.size || [0, 0];
  const isRead = across > 0 && across > down === width > height;
  if (width) drawOver(byId("over"), isRead ? now.state : { table: [] }, [width, height]);
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
listen();
