// The size at which pictures are sent: the largest that allows five a second over this Wi-Fi. Does not use the page.

const STEPS = [3840, 2560, 1920, 1600, 1280, 960]; // pixels across
const FIRST = 1920; // with which it begins: from there it grows or shrinks within seconds
const ENOUGH = 200; // milliseconds a picture, for five a second
const PATIENT = 500; // milliseconds that a picture may take before it is made so small that tiles are hard to read
const SMALL = 1280; // pixels across below which tiles are hard to read
const FEW = 3; // pictures after which a size is too slow, seen from their mean
const MANY = 10; // pictures after which the next larger one may be tried
// milliseconds for which a size that was too slow is not tried again; doubled each time
const REST = 60_000;

/** Chooses the width to send from the time that pictures took. */
export class Width {
  #steps;
  #at;
  #took = [];
  #rests = new Map(); // width → [when it may be tried again, for how long it rested]

  /** `most`: the camera's largest width in pixels. */
  constructor(most) {
    this.#steps = [...new Set([most, ...STEPS.filter((step) => step < most)])];
    this.#at = Math.max(
      0,
      this.#steps.findIndex((step) => step <= FIRST),
    );
  }

  get now() {
    return this.#steps[this.#at];
  }

  /** Records that a picture was sent and answered within so many milliseconds; `moment`: monotonic milliseconds. */
  took(milliseconds, moment) {
    this.#took.push(milliseconds);
    const mean = this.#took.reduce((sum, one) => sum + one, 0) / this.#took.length;
    if (this.#took.length >= FEW && this.#isTooSlow(mean)) this.#shrink(moment);
    else if (this.#took.length >= MANY && this.#mayGrow(mean, moment)) this.#go(-1);
    else if (this.#took.length >= MANY) this.#took.shift();
  }

  #isTooSlow(mean) {
    const next = this.#steps[this.#at + 1];
    return next !== undefined && mean > (next < SMALL ? PATIENT : ENOUGH);
  }

  #shrink(moment) {
    const before = this.#rests.get(this.now)?.[1] || REST / 2;
    this.#rests.set(this.now, [moment + 2 * before, 2 * before]);
    this.#go(1);
  }

  #mayGrow(mean, moment) {
    const larger = this.#steps[this.#at - 1];
    if (larger === undefined || moment < (this.#rests.get(larger)?.[0] || 0)) return false;
    return mean * (larger / this.now) ** 2 < ENOUGH;
  }

  #go(by) {
    this.#at += by;
    this.#took = [];
  }
}
