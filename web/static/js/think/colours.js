// The players' colours where lines of several players are drawn together.

const COLOURS = [0, 1, 2, 3, 4, 5, 6, 7];

/**
 * A colour for each name, 0 to 7, none twice while there are enough. `ownOf` gives a player's own: the first who has it
 * keeps it; who has none, or another's, gets the first that is free.
 * @param {string[]} names
 * @param {(name: string) => number | undefined} ownOf
 * @returns {Map<string, number>}
 */
export function coloursApart(names, ownOf) {
  const owners = new Map([...names].reverse().map((name) => [ownOf(name), name]));
  const free = COLOURS.filter((colour) => !owners.has(colour));
  return new Map(
    names.map((name, place) => {
      const own = ownOf(name);
      return [name, own !== undefined && owners.get(own) === name ? own : (free.shift() ?? place % COLOURS.length)];
    }),
  );
}
