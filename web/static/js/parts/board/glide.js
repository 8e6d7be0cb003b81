// Animates tiles from their old to their new positions when a table is redrawn; off if the user prefers less motion.

import { all, isDrawn } from "../../page/dom.js";

export const TRAVEL = 400; // milliseconds that a tile glides
const NEAR = 0.6; // widths of a tile by which its reading may tremble without counting as a move
const spots = new WeakMap(); // for each tile drawn as it lies: its place on the table, and its width
const still = window.matchMedia("(prefers-reduced-motion: reduce)");

/** Whether tiles may glide on this device. */
export function mayGlide() {
  return !still.matches && "animate" in Element.prototype;
}

/** Animates an element to its place, from a place that is `across` and `down` pixels (or units of its drawing) away. */
export function glideFrom(element, x, y) {
  element.animate([{ transform: `translate(${x}px, ${y}px)` }, { transform: "none" }], {
    duration: TRAVEL,
    easing: "ease-in-out",
  });
}

/**
 * Redraws a place with `draw`, and animates tiles that had another position in it. `data-glide` is a tile's name; its
 * position is the one set by `liesAt`, or else its position on the screen.
 */
export function gliding(place, draw) {
  const before = isDrawn(place) && mayGlide() ? spotsOf(place) : []; // another view of the same table moves no tile
  if (!draw() || !before.length) return;
  for (const { element, name, at, wide } of spotsOf(place)) {
    const from = taken(before, name, at);
    if (!from) continue;
    const [x, y] = [from.at[0] - at[0], from.at[1] - at[1]];
    if (Math.hypot(x, y) > NEAR * wide) glideFrom(element, x, y);
  }
}

/** Sets the position of a tile that is drawn where it lies: its centre and its width, in the drawing's units. */
export function liesAt(element, at, wide) {
  spots.set(element, { at, wide });
}

/** Every tile in a place: its name, its centre, its width. */
function spotsOf(place) {
  return all("[data-glide]", place).map((element) => {
    const name = element.dataset.glide;
    const spot = spots.get(element);
    if (spot) return { element, name, ...spot };
    const box = element.getBoundingClientRect();
    return { element, name, at: [box.left + box.width / 2, box.top + box.height / 2], wide: box.width };
  });
}

/** The nearest old position of a tile of this name; each position is used once. */
function taken(before, name, [x, y]) {
  const far = ({ at }) => Math.hypot(at[0] - x, at[1] - y);
  const same = before.filter((one) => one.name === name).sort((a, b) => far(a) - far(b))[0];
  if (same) before.splice(before.indexOf(same), 1);
  return same;
}
