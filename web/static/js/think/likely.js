// The likeliest names of a tile, from its row and from the missing tiles. Does not use the page.

import { COLOURS, colourOf, numberOf } from "./tiles.js";

const MOST = 3; // answers that are offered first
const LAST = 13;

/** The likeliest names of the tile at an index of a row: the camera's candidates, then tiles that fit the others. */
export function likelyIn(row, place, doubt) {
  const others = row.filter((_tile, n) => n !== place);
  const read = doubt ? [row[place], ...doubt.or] : [row[place]];
  return few([...read, ...fitting(others, row[place - 1], row[place + 1])]);
}

/** The likeliest names of a tile before, in or after a row: missing tiles, then tiles that fit there. */
export function likelyBeside(row, isFirst, isLast, missing) {
  const fits = fitting(row);
  return few([...missing, ...(isLast && !isFirst ? fits.reverse() : fits)]);
}

/**
 * The likeliest names of a tile that cannot be read: the camera's guesses that are missing from the table or fit the
 * row, then missing tiles, the first guess, tiles that fit, and the other guesses.
 */
export function likelyUnread(guesses, fits, missing) {
  const wanted = [...missing, ...fits];
  return few([
    ...guesses.filter((tile) => wanted.includes(tile)),
    ...missing,
    ...guesses.slice(0, 1),
    ...fits,
    ...guesses,
  ]);
}

/** The tiles that complete a set with these, gaps first, then both ends; `left`, `right`: the neighbours of a place. */
function fitting(row, left, right) {
  const tiles = row.filter((tile) => tile !== "J");
  if (!tiles.length) return [];
  const [colours, numbers] = [[...new Set(tiles.map(colourOf))], tiles.map(numberOf)];
  const isGroup = new Set(numbers).size === 1;
  const group = isGroup
    ? COLOURS.filter((colour) => !colours.includes(colour)).map((colour) => `${colour}${numbers[0]}`)
    : [];
  const run = colours.length === 1 ? inRun(numbers, left, right).map((number) => `${colours[0]}${number}`) : [];
  return tiles.length === 1 ? [...run, ...group] : isGroup ? group : run;
}

function inRun(numbers, left, right) {
  const [low, high] = [Math.min(...numbers), Math.max(...numbers)];
  const beside = [left && left !== "J" ? numberOf(left) + 1 : 0, right && right !== "J" ? numberOf(right) - 1 : 0];
  const between = Array.from({ length: high - low }, (_, n) => low + n).filter((number) => !numbers.includes(number));
  return [...beside, ...between, low - 1, high + 1].filter(
    (number) => number >= 1 && number <= LAST && !numbers.includes(number),
  );
}

function few(tiles) {
  return [...new Set(tiles)].slice(0, MOST);
}
