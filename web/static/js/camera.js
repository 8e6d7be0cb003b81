// A phone as the camera: its pictures go to the table one by one, the next as soon as the last was answered.

import { keepAdvising, letPhonesIn } from "./advice.js";
import { byId } from "./dom.js";
import { stayAwake } from "./sound.js";
import { listen, newKey, post, Refusal } from "./table.js";
import { t } from "./texts.js";

const LARGEST = { width: { ideal: 3840 }, height: { ideal: 2160 } }; // the browser gives the nearest it has
const QUALITY = 0.85;
const SLOW = 250; // milliseconds for a picture there and back from which smaller ones are sent
const SMALLEST = 1280; // pixels across that are sent however slow the way is
const SMALLER = 0.8;
const AGAIN = 1000; // milliseconds until the next try when the table did not answer
const LEAST = 66; // milliseconds between two pictures: more than fifteen a second nobody looks at

const seen = byId("seen");
const paper = document.createElement("canvas");
const me = ownName();
let stream = null;
let scale = 1;
let sentFrame = -1; // number of the newest frame that was sent: one that was sent already is no news
let pace = 0; // milliseconds that a picture takes, over the last few

/** What this device calls itself, for as long as its page is open; a reload keeps it. */
function ownName() {
  const name = sessionStorage.getItem("tilewatch.camera") || newKey();
  sessionStorage.setItem("tilewatch.camera", name);
  return name;
}

function tell(text) {
  if (byId("sending").textContent !== text) byId("sending").textContent = text;
}

async function begin() {
  try {
    await open();
    await post("/api/camera", { sender: me });
  } catch (error) {
    stop(error instanceof Refusal ? error.message : whyNoCamera(error));
    return;
  }
  sessionStorage.setItem("tilewatch.is-camera", "yes");
  byId("begin").hidden = true;
  byId("stop").hidden = false;
  seen.hidden = false;
  stayAwake();
  send();
}

async function open() {
  stream = await navigator.mediaDevices.getUserMedia({ audio: false, video: { facingMode: { ideal: "environment" }, ...LARGEST } });
  seen.srcObject = stream;
  await seen.play();
}

function whyNoCamera(error) {
  if (error.name === "NotAllowedError") return t("The browser was not allowed to use the camera. Allow it in the browser's settings for this page, and try again.");
  if (error.name === "NotFoundError") return t("This device has no camera.");
  return t("The camera cannot be opened: another program may be using it.");
}

function stop(text) {
  stream?.getTracks().forEach((track) => track.stop());
  stream = null;
  sessionStorage.removeItem("tilewatch.is-camera");
  seen.hidden = true;
  byId("begin").hidden = false;
  byId("stop").hidden = true;
  tell(text);
}

/** Sends one picture, and then the next. */
async function send() {
  if (!stream) return;
  const frame = seen.getVideoPlaybackQuality().totalVideoFrames;
  if (frame === sentFrame) return void setTimeout(send, LEAST);
  sentFrame = frame;
  const began = performance.now();
  let pause = 0;
  try {
    const answer = await fetch(`/api/camera/picture?sender=${me}`, { method: "POST", body: await picture(), headers: { "Content-Type": "image/jpeg" } });
    if (answer.status === 409 || answer.status === 403) return void stop(t("Another camera was chosen."));
    if (!answer.ok) throw new Error(String(answer.status));
    settle(performance.now() - began);
    pause = LEAST - (performance.now() - began);
  } catch {
    tell(t("The table does not answer. Trying again …"));
    pause = AGAIN;
  }
  setTimeout(send, Math.max(0, pause));
}

/** What the camera sees now, as JPEG. */
function picture() {
  paper.width = Math.round(seen.videoWidth * scale);
  paper.height = Math.round(seen.videoHeight * scale);
  paper.getContext("2d").drawImage(seen, 0, 0, paper.width, paper.height);
  return new Promise((done, failed) => { paper.toBlob((blob) => (blob ? done(blob) : failed(new Error("no picture"))), "image/jpeg", QUALITY); });
}

/** Sends smaller pictures where they take too long, and says how it goes. */
function settle(took) {
  pace = pace ? 0.8 * pace + 0.2 * took : took;
  const across = Math.max(paper.width, paper.height);
  if (pace > SLOW && across * SMALLER >= SMALLEST) {
    scale *= SMALLER;
    pace = 0;
  }
  tell(t("The table sees through this phone: {width} × {height} pixels.", { width: paper.width, height: paper.height }));
}

/** A phone's page that was hidden has lost its picture; in view again it goes on. */
async function goOn() {
  if (document.visibilityState !== "visible" || !stream || stream.getVideoTracks()[0].readyState === "live") return;
  await open().catch((error) => stop(whyNoCamera(error)));
}

const can = window.isSecureContext && Boolean(navigator.mediaDevices?.getUserMedia);
byId("here").hidden = !can;
byId("elsewhere").hidden = can;
if (can) {
  byId("begin").addEventListener("click", begin);
  byId("stop").addEventListener("click", () => { stop(""); post("/api/camera", { sender: null }); });
  document.addEventListener("visibilitychange", goOn);
  keepAdvising();
  if (sessionStorage.getItem("tilewatch.is-camera")) begin();
}
letPhonesIn();
listen();
