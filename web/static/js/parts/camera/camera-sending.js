// Sends the camera's pictures: always the newest frame, the next one when the last was answered. Failures are retried:
// a phone sleeps, is called, is turned, or changes its Wi-Fi.

import { newKey } from "../../page/table.js";
import { Width } from "../../think/camera-size.js";

const LEAST = 66; // milliseconds between two pictures: more than fifteen a second nobody looks at
const AGAIN = 1000; // milliseconds until the next try when the table did not answer
const LOST = 5000; // milliseconds after which an answer is not waited for: the Wi-Fi may be another one
const STANDS = 3000; // milliseconds without a new frame after which the camera is opened anew

/** Sends the frames of an Eye; `told` is called with each outcome: {sent, silent, refused, failed}. */
export class Sending {
  #eye;
  #sender;
  #told;
  #page = newKey(); // pictures are numbered from one within a page
  #number = 0;
  #now = null; // the table's moment as its last answer said it: a picture taken after that is no older
  #width = null;
  #frame = -1;
  #framedAt = 0;
  #run = 0; // which loop is running; another one ends it

  constructor(eye, sender, told) {
    [this.#eye, this.#sender, this.#told] = [eye, sender, told];
    document.addEventListener("visibilitychange", () => this.#wake());
    window.addEventListener("online", () => this.#wake());
    window.addEventListener("pageshow", (event) => {
      if (event.persisted) this.#wake();
    });
  }

  get isOn() {
    return this.#run > 0;
  }

  start() {
    this.#run = Math.abs(this.#run) + 1;
    this.#framedAt = performance.now();
    this.#next(this.#run);
  }

  stop() {
    this.#run = -Math.abs(this.#run);
  }

  /** Ends a pause as soon as the page is visible, or online, again. */
  #wake() {
    if (this.isOn && document.visibilityState === "visible") this.start();
  }

  async #next(run) {
    if (run !== this.#run) return;
    const began = performance.now();
    const pause = await this.#once(began, run).catch((error) => this.#failed(error, run));
    if (run === this.#run) setTimeout(() => this.#next(run), Math.max(0, pause - (performance.now() - began)));
  }

  /** Sends one picture; returns the milliseconds between the starts of this picture and the next. */
  async #once(began, run) {
    if (!(await this.#hasNews(began))) return LEAST;
    this.#width ||= new Width(this.#eye.across);
    const [taken, after] = [Date.now(), this.#now];
    const { blob, width, height } = await this.#eye.picture(this.#width.now);
    const answer = await this.#post(blob, taken, after);
    if (run !== this.#run) return 0;
    if (answer.status === 403 || answer.status === 409) this.#told({ refused: answer.status });
    else if (!answer.ok) return this.#failed(new Error(String(answer.status)), run);
    else {
      this.#now = (await answer.json()).now ?? null;
      const took = performance.now() - began;
      this.#width.took(took, began);
      this.#told({ sent: { width, height, took } });
    }
    return LEAST;
  }

  /** Whether there is a frame that was not sent yet; a camera that hangs is opened again. */
  async #hasNews(now) {
    const frame = this.#eye.isLive ? this.#eye.frame : this.#frame;
    if (frame !== this.#frame) {
      [this.#frame, this.#framedAt] = [frame, now];
      return true;
    }
    if (document.visibilityState === "visible" && (now - this.#framedAt > STANDS || !this.#eye.isLive)) {
      await this.#eye.open();
      [this.#width, this.#frame, this.#framedAt] = [null, -1, performance.now()];
    }
    return false;
  }

  /** The headers with a picture's number and time, by which the table recognises delayed pictures. */
  async #post(blob, taken, after) {
    const given = new AbortController();
    const patience = setTimeout(() => given.abort(), LOST);
    this.#number += 1;
    const headers = {
      "Content-Type": "image/jpeg",
      "X-Phone": this.#page,
      "X-Picture-Number": String(this.#number),
      "X-Picture-Taken": String(taken),
      ...(after === null ? {} : { "X-Picture-After": String(after) }),
    };
    try {
      return await fetch(`/api/camera/picture?sender=${this.#sender}`, {
        method: "POST",
        body: blob,
        headers,
        signal: given.signal,
      });
    } finally {
      clearTimeout(patience);
    }
  }

  #failed(error, run) {
    if (run === this.#run)
      this.#told(error instanceof DOMException && error.name !== "AbortError" ? { failed: error } : { silent: true });
    return AGAIN;
  }
}
