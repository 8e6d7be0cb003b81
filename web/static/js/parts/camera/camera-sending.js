// Sending: one picture after the other, the newest each time, the next when the last was answered. What fails is tried
// again by itself: a phone sleeps, is called, is turned, or comes into another Wi-Fi.

import { newKey } from "../../page/table.js";
import { Width } from "../../think/camera-size.js";

const LEAST = 66; // milliseconds between two pictures: more than fifteen a second nobody looks at
const AGAIN = 1000; // milliseconds until the next try when the table did not answer
const LOST = 5000; // milliseconds after which an answer is not waited for: the Wi-Fi may be another one
const STANDS = 3000; // milliseconds without a new frame after which the camera is opened anew

/** Sends what an Eye sees; `told` is called with what happens: {sent, silent, refused, failed}. */
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

  /** Ends a pause as soon as the page is in view, or in a Wi-Fi, again. */
  #wake() {
    if (this.isOn && document.visibilityState === "visible") this.start();
  }

  async #next(run) {
    if (run !== this.#run) return;
    const began = performance.now();
    const pause = await this.#once(began, run).catch((error) => this.#failed(error, run));
    if (run === this.#run) setTimeout(() => this.#next(run), Math.max(0, pause - (performance.now() - began)));
  }

  /** Sends one picture; gives the milliseconds from its beginning to the next one's. */
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

  /** Whether there is a frame that was not sent yet; a camera that stands still is opened anew. */
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

  /** Number and moment tell the table which pictures are late: a delayed picture never counts as new. */
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
