// Players side by side: their colours where lines of several are drawn together, who sits where in a tournament, and
// who is called otherwise.

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

/** [name, table] of everybody, in order of the names; `sitsOut`: what stands for a table where somebody has none. */
export function seatsByName(round, sitsOut) {
  const seated = round.tables.flatMap((table) => table.players.map((name) => [name, table.table]));
  const all = [...seated, ...round.byes.map((name) => [name, sitsOut])];
  return all.sort((a, b) => a[0].localeCompare(b[0]));
}

/**
 * What somebody is called otherwise since the state before; undefined: nobody was renamed, or nobody can tell. Who
 * leaves stays in the list, so where a name is gone from a match a new one has its place.
 */
export function renamedTo(name, state, before) {
  if (before.match?.number !== state.match?.number) return undefined;
  const knows = (told, one) => told.players.some((player) => player.name === one);
  if (!knows(before, name) || knows(state, name)) return undefined;
  const to = state.players[before.players.findIndex((player) => player.name === name)]?.name;
  return knows(before, to) ? undefined : to;
}
