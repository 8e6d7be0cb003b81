// The players' own colours, where the match is played, counted and watched.

import { get } from "./table.js";

const colours = new Map();

/** Asks the table for the players' colours once; `then` redraws what shows them. */
export async function learnColours(then) {
  const { players } = await get("/api/players").catch(() => ({ players: [] }));
  for (const { name, colour } of players) if (Number.isInteger(colour)) colours.set(name, colour);
  if (colours.size) then();
}

/** A player's colour, 0 to 7; nothing where it is not known yet. */
export function colourOf(name) {
  return colours.get(name);
}

/** The class for a player's name, which puts a dot in the player's colour before it; none without a colour. */
export function ownColour(name) {
  return colours.has(name) ? `own p${colours.get(name)}` : "";
}
