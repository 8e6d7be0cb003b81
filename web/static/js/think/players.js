// Several players together: their colours in one chart, their seats in a tournament, and renamings.

const COLOURS = [0, 1, 2, 3, 4, 5, 6, 7];

/**
 * A colour for each name, 0 to 7, all different while there are enough. `ownOf` gives a player's own colour; if two
 * players have the same, the first keeps it. All others get the first free colour.
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

/** [name, table] of all players, sorted by name; `sitsOut`: the text for a player without a table. */
export function seatsByName(round, sitsOut) {
  const seated = round.tables.flatMap((table) => table.players.map((name) => [name, table.table]));
  const all = [...seated, ...round.byes.map((name) => [name, sitsOut])];
  return all.sort((a, b) => a[0].localeCompare(b[0]));
}

/**
 * A player's new name since the previous state; undefined: no player was renamed, or it cannot be told. A player who
 * leaves stays in the list, so if a name has vanished from a match, the new name is the same player's.
 */
export function renamedTo(name, state, before) {
  if (before.match?.number !== state.match?.number) return undefined;
  const knows = (told, one) => told.players.some((player) => player.name === one);
  if (!knows(before, name) || knows(state, name)) return undefined;
  const to = state.players[before.players.findIndex((player) => player.name === name)]?.name;
  return knows(before, to) ? undefined : to;
}
