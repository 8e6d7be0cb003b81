// What a tile is likeliest to be, from the row it lies in and from what is missing. No page here.

import { COLOURS, colourOf, numberOf } from "./tiles.js";

const MOST = 3; // answers that are offered first
const LAST = 13;

/** The likeliest names of the tile at a place of a row: what the camera holds possible, then what fits the others. */
export function likelyIn(row, place, doubt) {
  const others = row.filter((_tile, n) => n !== place);
  const read = doubt ? [row[place], ...doubt.or] : [row[place]];
  return few([...read, ...fitting(others, row[place - 1], row[place + 1])]);
}

/** The likeliest names of a tile that lies before, in or after a row: what is missing, then what fits there. */
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

/**
 * The tiles that make a set with these, the gaps first, then both ends; `left` and `right`: the neighbours of a place.
 */
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
