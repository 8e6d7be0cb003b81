"""Messages on tournaments: input that cannot be used, refusals, and changes."""

from collections.abc import Mapping

from referee.messages.template import Template, counted

TOURNAMENT: Mapping[str, str | Template] = {
    # Entry lists
    "entry.wrong": "Entry {place}: {why}.",
    "entry.twice": "Entry {place}: {name} is entry {first} already.",
    "csv.wrong": "Line {place}: {why}.",
    "csv.twice": "Line {place}: {name} stands in line {first} already.",
    "csv.columns": counted(
        "found",
        "Line {line} has {found} column where the first line has {wanted}.",
        "Line {line} has {found} columns where the first line has {wanted}.",
    ),
    "csv.no-heading": "Line 1 has several columns, but none of them is called “name”.",
    "csv.broken": "Line {line} cannot be read as CSV ({why}).",
    "csv.empty": "There is no name in the list.",
    "name.blank": "there is no name",
    "name.too-long": "the name is longer than {most} characters",
    "name.not-printable": "the name holds characters that cannot be printed",
    # Impossible tournaments
    "tournament.title": "A tournament needs a name of 1 to {most} characters.",
    "tournament.seats": "A table seats 2, 3 or 4, not {seats}.",
    "tournament.rounds": "A tournament has 1 to {most} rounds, not {rounds}.",
    "players.too-few": counted(
        "players",
        "{players} player is fewer than a table of {seats} seats.",
        "{players} players are fewer than a table of {seats} seats.",
    ),
    "players.too-many": "{players} players are more than the {most} that a tournament can hold.",
    "player.there": "{name} plays already.",
    "player.unknown": "Nobody called {name} plays in this tournament.",
    "player.gone": "{name} has left already.",
    "round.unfinished": "Round {round} is still being played: no result yet from table {tables}.",
    "round.none": "There is no round {round}.",
    "round.all-seated": "All {planned} rounds have been seated: what comes now is a final, or another tournament.",
    "final.no-round": "A final is seated after at least one round.",
    "final.too-many": "A final of {tables} tables cannot be seated: there are players for 1 to {most}.",
    "result.no-table": "Table {table} does not play in round {round} (tables {tables} do).",
    "result.stranger": "Table {table}: {name} does not sit there ({players}).",
    "result.missing": "Table {table}: the score of {name} is missing.",
    "result.twice": "Table {table}: {name} has two scores.",
    "result.not-zero": "Table {table}: the scores add up to {sum}, not to 0.",
    "result.decided": "Table {table}: the director has decided the result of round {round}.",
    "result.none": "Table {table}: there is no result of round {round} yet.",
    "result.signed": "Table {table}: the result of round {round} is signed already.",
    "hall-clock.minutes": "The hall's clock runs for 1 to {most} minutes, not {minutes}.",
    "hall-clock.stands": "The hall's clock does not run.",
    "hall-clock.runs": "The hall's clock does not stand.",
    "change.beginning": (
        "A tournament's beginning cannot be taken back once a round is seated, nor that of the first tournament."
    ),
    "change.none": "There is no change {change} that could be taken back.",
    "change.built-upon": "Change {change} cannot be taken back, later ones build upon it: {why}",
    "no-tournament": "No tournament has been opened.",
    "tournament.opened-meanwhile": "Another tournament was opened in the same moment.",
    "tournament.busy": "Too many results came in the same moment; try again.",
    "invitation-unknown": "This invitation does not hold any more: ask the director for a new one.",
    "only-at-a-table": "That is done at a table, not on the club's page.",
    # A club's database
    "club-away": counted(
        "events",
        "The club's database is away ({why}). The table plays on; {events} entry waits and is written later.",
        "The club's database is away ({why}). The table plays on; {events} entries wait and are written later.",
    ),
    "club-table-twice": (
        "Another computer is called “{table}”, too, and the club keeps that one's matches. This table plays on, and "
        "its matches stay here. Start it with another name: --table NAME."
    ),
    "club-table-taken": (
        "Another computer plays as “{table}” already. Start this one with another name: --table NAME."
    ),
    "club-table-differs": (
        "Another computer played as “{table}”, and not what was played here ({why}). "
        "Start this one with another name: --table NAME."
    ),
    "club-table-name": "--table: a table's name has 1 to {most} characters that can be printed.",
    "club-needs-server": "--table: {place} is a file, and a file holds one table; several need a PostgreSQL server.",
    "imported": "Matches copied: {matches} (events: {events}); there already: {there}.",
    "no-such-file": "there is no such file",
    "file-empty": "the file is empty",
    # Standings
    "tie.points": "points",
    "tie.won": "rounds won",
    "tie.met": "head to head",
    "tie.tiles": "fewest tiles left",
    "tie.agreed": (
        "The standings go by points; between equals by rounds won, then head to head where all of them have met, then "
        "the fewest tiles left. The finals' own points order each table of a final."
    ),
    # Changes of a tournament
    "told.tournament-began": "{title} was opened: {players} players, {rounds} rounds.",
    "told.player-entered": "{name} entered.",
    "told.player-left": "{name} left.",
    "told.round-seated": counted(
        "tables", "A round was seated: {tables} table.", "A round was seated: {tables} tables."
    ),
    "told.final-seated": counted(
        "tables", "A final was seated: {tables} table.", "A final was seated: {tables} tables."
    ),
    "told.result-by-table": "Table {table} reported round {round}: {scores}.",
    "told.result-by-director": "The director entered table {table}, round {round}: {scores}.",
    "told.because": "{what} “{reason}”",
    "told.result-signed": "The director signed table {table}, round {round}.",
    "told.clock-started": counted(
        "minutes", "The hall's clock was started: {minutes} minute.", "The hall's clock was started: {minutes} minutes."
    ),
    "told.clock-stopped": "The hall's clock was stopped.",
    "told.clock-resumed": "The hall's clock runs on.",
    "told.change-taken-back": "Change {change} was taken back.",
}
