// This device's camera: the back camera if the device has one, at its largest size, without digital zoom.

const LARGEST = { width: { ideal: 3840 }, height: { ideal: 2160 } }; // the browser gives the nearest size that it has
// JPEG quality: of 931 tiles 24 px wide 927 were read right; 928 with 0.95, which takes twice the bytes
const QUALITY = 0.85;
const HELD = ["focusMode", "exposureMode", "whiteBalanceMode"];

/** The camera's stream, shown in a video element. */
export class Eye {
  #video;
  #stream = null;
  #paper = document.createElement("canvas");
  #isHeld = false;
  #isLit = false;
  #frames = 0;

  constructor(video) {
    this.#video = video;
    const count = () => {
      this.#frames += 1;
      video.requestVideoFrameCallback(count);
    };
    if (video.requestVideoFrameCallback) video.requestVideoFrameCallback(count);
  }

  /** Opens the camera, or opens it again. Rejects as getUserMedia does. */
  async open() {
    this.close();
    this.#stream = await navigator.mediaDevices.getUserMedia({
      audio: false,
      video: { facingMode: { ideal: "environment" }, ...LARGEST },
    });
    this.#isHeld = false;
    this.#video.srcObject = this.#stream;
    await this.#video.play();
    const { zoom } = this.#can;
    if (zoom) await this.#apply({ zoom: Math.max(zoom.min, Math.min(1, zoom.max)) });
    if (this.#isLit) await this.light(true);
  }

  close() {
    for (const track of this.#stream?.getTracks() || []) track.stop();
    this.#stream = null;
  }

  get #track() {
    return this.#stream?.getVideoTracks()[0] || null;
  }

  get #can() {
    return this.#track?.getCapabilities?.() || {};
  }

  /** Whether the camera gives pictures: a call, another app or sleep may take it away. */
  get isLive() {
    return this.#track?.readyState === "live" && !this.#track.muted;
  }

  /** A value that differs for each frame, so that no frame is sent twice. */
  get frame() {
    return this.#video.requestVideoFrameCallback ? this.#frames : this.#video.currentTime;
  }

  /** Pixels of the longer side. */
  get across() {
    return Math.max(this.#video.videoWidth, this.#video.videoHeight);
  }

  /** The present frame as JPEG, its longer side `across` pixels: {blob, width, height}. */
  async picture(across) {
    const scale = Math.min(1, across / this.across);
    const [width, height] = [Math.round(this.#video.videoWidth * scale), Math.round(this.#video.videoHeight * scale)];
    if (!width || !height) throw new Error("no picture");
    [this.#paper.width, this.#paper.height] = [width, height];
    this.#paper.getContext("2d").drawImage(this.#video, 0, 0, width, height);
    const blob = await new Promise((done) => {
      this.#paper.toBlob(done, "image/jpeg", QUALITY);
    });
    if (!blob) throw new Error("no picture");
    return { blob, width, height };
  }

  get canLight() {
    return Boolean(this.#can.torch);
  }

  async light(on) {
    this.#isLit = on;
    await this.#apply({ torch: on });
  }

  /** Locks focus, exposure and white balance at their present values, or unlocks them, if the browser allows it. */
  async hold(is) {
    if (is === this.#isHeld || !this.isLive) return;
    this.#isHeld = is;
    const [can, now] = [this.#can, this.#track.getSettings()];
    const wanted = {};
    for (const mode of HELD)
      if (can[mode]?.includes(is ? "manual" : "continuous")) wanted[mode] = is ? "manual" : "continuous";
    if (is && wanted.focusMode && now.focusDistance) wanted.focusDistance = now.focusDistance;
    if (is && wanted.exposureMode && now.exposureTime) wanted.exposureTime = now.exposureTime;
    if (Object.keys(wanted).length) await this.#apply(wanted);
  }

  async #apply(wanted) {
    await this.#track?.applyConstraints({ advanced: [wanted] }).catch(() => {}); // what it cannot do it leaves as it is
  }
}
