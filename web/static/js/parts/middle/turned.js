// Turns the screen towards the player whose turn it is, if it was turned for this player before.

import { keep, kept } from "../../page/remembered.js";

const RIGHT_ANGLES = 4;
const quarters = JSON.parse(kept("turned") || "{}"); // how many right angles it is turned for each player

/** The rotation of the screen for a player, in right angles; 0: it was not turned for this player. */
function turnsFor(name) {
  return quarters[name] || 0;
}

/** Turns the screen by a right angle for this player, now and in the player's later turns. */
export function turnFor(name) {
  quarters[name] = (turnsFor(name) + 1) % RIGHT_ANGLES;
  keep("turned", JSON.stringify(quarters));
}

/** Lays the page out for a player's seat; the size of text follows the shorter side. */
export function layFor(name) {
  const turns = turnsFor(name);
  const [across, down] = [window.innerWidth, window.innerHeight];
  const [width, height] = turns % 2 ? [down, across] : [across, down];
  const isWide = width > height;
  const shift = [`0, 0`, `${across}px, 0`, `${across}px, ${down}px`, `0, ${down}px`][turns];
  const { body } = document;
  body.dataset.turned = String(turns);
  body.classList.toggle("wide", isWide);
  body.style.width = `${width}px`;
  body.style.height = `${height}px`;
  body.style.transform = turns ? `translate(${shift}) rotate(${turns * 90}deg)` : "";
  body.style.fontSize = `${isWide ? Math.min(width / 64, height / 48) : Math.min(width / 42, height / 80)}px`;
}
