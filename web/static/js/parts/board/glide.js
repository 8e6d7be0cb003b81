// Tiles glide from where they lay to where they lie, wherever the table is drawn anew; off where less motion is wanted.

export const TRAVEL = 400; // milliseconds that a tile glides
const NEAR = 0.6; // widths of a tile that it may be seen elsewhere without having been moved
const still = window.matchMedia("(prefers-reduced-motion: reduce)");

/** Whether tiles may glide on this device. */
export function mayGlide() {
  return !still.matches && "animate" in Element.prototype;
}

/** Glides an element to its place from another one: by so many pixels (or units of its drawing) across and down. */
export function glideFrom(element, x, y) {
  element.animate([{ transform: `translate(${x}px, ${y}px)` }, { transform: "none" }], { duration: TRAVEL, easing: "ease-in-out" });
}

/**
 * Draws a place anew with `draw`; tiles that lay elsewhere in it glide. Each bears its name in `data-glide`, and in `at`
 * where it lies on the table, where it is drawn as it lies; else it is where the screen has it.
 */
export function gliding(place, draw) {
  const before = place.shown && mayGlide() ? spotsOf(place) : []; // where only the view is another, nothing moved
  if (!draw() || !before.length) return;
  for (const { element, name, at, wide } of spotsOf(place)) {
    const from = taken(before, name, at);
    if (!from) continue;
    const [x, y] = [from.at[0] - at[0], from.at[1] - at[1]];
    if (Math.hypot(x, y) > NEAR * wide) glideFrom(element, x, y);
  }
}

/** Every tile that is drawn there: its name, where its middle is, how wide it is. */
function spotsOf(place) {
  return [...place.querySelectorAll("[data-glide]")].map((element) => {
    const name = element.dataset.glide;
    if (element.at) return { element, name, at: element.at, wide: element.wide };
    const box = element.getBoundingClientRect();
    return { element, name, at: [box.left + box.width / 2, box.top + box.height / 2], wide: box.width };
  });
}

/** The nearest tile of that name that lay there before; none twice. */
function taken(before, name, [x, y]) {
  const far = ({ at }) => Math.hypot(at[0] - x, at[1] - y);
  const same = before.filter((one) => one.name === name).sort((a, b) => far(a) - far(b))[0];
  if (same) before.splice(before.indexOf(same), 1);
  return same;
}
