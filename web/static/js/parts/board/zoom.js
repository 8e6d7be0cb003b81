// A frame in which a drawing can be enlarged, by two fingers, a double tap, + and −, and panned.

import { h } from "../../page/dom.js";

const MOST = 4; // times as large as it fits
const DOUBLE = 2; // times that a double tap makes it larger
const TAPS = 280; // milliseconds between the two taps of a double one
const STEP = 1.25; // times for a key, or a step of the wheel with Ctrl
const kept = new Map(); // for each frame, by its name, how large and how far moved it is: a new drawing keeps both

/**
 * The frame around the element `shown`, which is `wide` pixels wide before it is enlarged. `middle`: the initial centre
 * of the view, in fractions of it.
 */
export function inFrame(name, label, shown, wide, middle = [0.5, 0.5]) {
  const at = kept.get(name) || { times: 1, moved: null };
  kept.set(name, at);
  const frame = h(
    "div",
    {
      class: `pictured ${name}`,
      tabindex: "0",
      role: "region",
      "aria-label": label,
      onscroll: () => {
        at.moved = [frame.scrollLeft, frame.scrollTop];
      },
    },
    shown,
  );
  const size = () => {
    shown.style.width = `${Math.round(wide * at.times)}px`;
  };
  const zoom = (times, x, y) => zoomTo(frame, at, times, [x, y], size);
  size();
  requestAnimationFrame(() =>
    frame.scrollTo(
      ...(at.moved ||
        [0, 1].map(
          (axis) =>
            middle[axis] * [frame.scrollWidth, frame.scrollHeight][axis] -
            [frame.clientWidth, frame.clientHeight][axis] / 2,
        )),
    ),
  );
  listen(frame, at, zoom);
  return frame;
}

/** Sets the enlargement; the content at a point of the frame stays there. */
function zoomTo(frame, at, times, [x, y], size) {
  const wanted = Math.min(MOST, Math.max(1, times));
  const by = wanted / at.times;
  const [left, top] = [(frame.scrollLeft + x) * by - x, (frame.scrollTop + y) * by - y];
  at.times = wanted;
  size();
  frame.scrollTo(left, top);
}

function listen(frame, at, zoom) {
  const inside = ({ clientX, clientY }) => {
    const box = frame.getBoundingClientRect();
    return [clientX - box.left, clientY - box.top];
  };
  let spread = null; // of two fingers: their distance, and how large the drawing was when they met
  frame.addEventListener(
    "touchstart",
    (event) => {
      spread = event.touches.length === 2 ? { apart: apart(event.touches), times: at.times } : null;
    },
    { passive: true },
  );
  frame.addEventListener(
    "touchmove",
    (event) => {
      if (!spread || event.touches.length !== 2) return;
      event.preventDefault();
      const [one, other] = [...event.touches].map(inside);
      zoom((spread.times * apart(event.touches)) / spread.apart, (one[0] + other[0]) / 2, (one[1] + other[1]) / 2);
    },
    { passive: false },
  );
  frame.addEventListener(
    "wheel",
    (event) => {
      if (event.ctrlKey) {
        event.preventDefault();
        zoom(at.times * (event.deltaY < 0 ? STEP : 1 / STEP), ...inside(event));
      }
    },
    { passive: false },
  );
  frame.addEventListener("dblclick", (event) => zoom(at.times > 1 ? 1 : DOUBLE, ...inside(event)));
  frame.addEventListener("keydown", (event) => {
    const by = { "+": STEP, "-": 1 / STEP }[event.key];
    if (by) zoom(at.times * by, frame.clientWidth / 2, frame.clientHeight / 2);
  });
}

function apart([one, other]) {
  return Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY);
}

let waits = 0; // the timer of a tap that may be the first half of a double tap; a new drawing in between keeps it

/**
 * Calls `then` for a tap that is not part of a double tap. `placeOf` is evaluated at the tap itself, because the page
 * may be redrawn before `then` is called.
 */
export function onTap(element, placeOf, then) {
  element.addEventListener("click", (event) => {
    clearTimeout(waits);
    if (event.target !== element || event.detail >= 2) return;
    const at = placeOf(event);
    // a click made by a script has no detail, and is never part of a double tap
    waits = setTimeout(() => then(at), event.detail ? TAPS : 0);
  });
}
