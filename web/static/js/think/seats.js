// Who sits where in a round of a tournament.

/** [name, table] of everybody, in order of the names; `sitsOut`: what stands for a table where somebody has none. */
export function seatsByName(round, sitsOut) {
  const seated = round.tables.flatMap((table) => table.players.map((name) => [name, table.table]));
  const all = [...seated, ...round.byes.map((name) => [name, sitsOut])];
  return all.sort((a, b) => a[0].localeCompare(b[0]));
}
