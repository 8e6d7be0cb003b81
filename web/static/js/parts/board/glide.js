// Tiles glide from where they lay to where they lie, wherever the table is drawn anew; off where less motion is wanted.

import { all, isDrawn } from "../../page/dom.js";

export const TRAVEL = 400; // milliseconds that a tile glides
const NEAR = 0.6; // widths of a tile by which its reading may tremble without counting as a move
const spots = new WeakMap(); // for each tile drawn as it lies: its place on the table, and its width
const still = window.matchMedia("(prefers-reduced-motion: reduce)");

/** Whether tiles may glide on this device. */
export function mayGlide() {
  return !still.matches && "animate" in Element.prototype;
}

/** Glides an element to its place from another one: by so many pixels (or units of its drawing) across and down. */
export function glideFrom(element, x, y) {
  element.animate([{ transform: `translate(${x}px, ${y}px)` }, { transform: "none" }], {
    duration: TRAVEL,
    easing: "ease-in-out",
  });
}

/**
 * Draws a place anew with `draw` and lets tiles glide that lay elsewhere in it. `data-glide` gives a tile's name; its
 * place is what `liesAt` said, or else its place on the screen.
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

/** Says where a tile lies that is drawn as it lies: its middle, and how wide it is, in the drawing's units. */
export function liesAt(element, at, wide) {
  spots.set(element, { at, wide });
}

/** Every tile that is drawn there: its name, where its middle is, how wide it is. */
function spotsOf(place) {
  return all("[data-glide]", place).map((element) => {
    const name = element.dataset.glide;
    const spot = spots.get(element);
    if (spot) return { element, name, ...spot };
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
