"""Messages that the commands print."""

from collections.abc import Mapping

from referee.messages.template import Template, counted

TERMINAL: Mapping[str, str | Template] = {
    "terminal.legal": "legal",
    "terminal.illegal": "illegal",
    "terminal.played": "played: {tiles}",
    "terminal.nothing": "nothing",
    "terminal.opening": counted("n", "opening: {n} point", "opening: {n} points"),
    "terminal.draw": "draw: {n}",
    "terminal.won-by": "won by {winners} ({how})",
    "terminal.nothing-can-be-laid": "nothing can be laid",
    "terminal.nothing-found": "nothing was found that can be laid",
    "terminal.lay": "lay {row}  ({tiles}, {points})",
    "terminal.tiles": counted("n", "{n} tile", "{n} tiles"),
    "terminal.points": counted("n", "{n} point", "{n} points"),
    "terminal.https": "for a phone as camera and for screens that stay awake; the browser warns once (tap Advanced, "
    "then Proceed): the certificate was made here, and nobody else vouches for it. `tilewatch certificate` ends the "
    "warning",
    "terminal.not-certain": "(not proved to be the best: at least {least}, at most {most} tiles can be laid)",
    "terminal.camera": "Camera: {camera}",
    "terminal.renumbered": (
        'Camera {asked} is another camera today: "{name}", that of last time, is number {number} now and is used. '
        "For another camera give its name: --camera NAME"
    ),
    "terminal.renumbered-by-look": (
        "Camera {asked} sees another place today: camera {number} sees the table of last time, and is used."
    ),
    "terminal.guests-pin": "PIN for guests, who play and change nothing else: {pin}",
    "terminal.no-pin": "No PIN: whoever reaches the page may press its buttons.",
    "terminal.type-anywhere": "Type this into the browser of this computer or of a phone: {page}",
    "terminal.type-here": "Type this into the browser of this computer: {page}",
    "terminal.also": "also {address}",
    "terminal.goodbye": "Until next time: started with the same database, the match goes on.",
    # tilewatch backup, tilewatch restore
    "terminal.backed-up": "Backed up as {place}: everything until {when}.",
    "terminal.no-backup": "{place}: there is no backup",
    "terminal.restored": "{place} is as it was in {backup}.",
    "terminal.restored-aside": "As it was before is a backup, too: {name}",
    # tilewatch cameras
    "terminal.no-camera": "No camera is connected.",
    "terminal.camera-gives": "{size}, {rate} pictures a second",
    "terminal.tiles-wide": "tiles {px} px wide",
    "terminal.or-phone": "a phone's own browser: its page sends the pictures",
    "terminal.or-http": "a phone camera app's motion JPEG",
    "terminal.or-rtsp": "a network camera",
    "terminal.or-files": "a film or a folder of pictures by its path",
    "terminal.or-photos": "no stand: a picture is taken after each turn, by any phone",
    "terminal.or-demo": "a whole game that plays itself",
    # tilewatch certificate, in the terminal and on its page
    "trust.iphone": "iPhone, iPad: get the certificate in Safari and allow the profile. Settings: General, VPN & "
    "Device Management, install it; then General, About, Certificate Trust Settings, switch it on.",
    "trust.android": "Android: get the certificate. Settings, Security, More security settings, Encryption & "
    "credentials, Install a certificate, CA certificate: choose the file tilewatch.crt.",
    "trust.again": "Then end this with Ctrl-C and start `tilewatch play` again: it shows this certificate.",
    "trust.undone": "To undo it: `tilewatch certificate --forget`, and delete the certificate on the phones.",
    "trust.fingerprint": "Fingerprint (SHA-256), as the phone has to show it: {digits}",
    "trust.unusable": "{place} is damaged, has expired, or cannot be read: phones are warned again until "
    "`tilewatch certificate` has made another one and they have installed that.",
    "trust.forgotten": "Forgotten. Start `tilewatch play` again, and delete the certificate on the phones.",
    "terminal.or-none": "no camera: a match kept by hand, its racks counted in points",
    # tilewatch judge
    "terminal.line": "{place}, line {number}: {problem}",
    "terminal.more-lines": counted("n", "{first} (and {n} more line)", "{first} (and {n} more lines)"),
    # tilewatch check
    "terminal.before": "Before:",
    "terminal.after": "After:",
    "terminal.valid": "valid: every row is a set",
    "terminal.not-valid": "not valid",
    "terminal.in-doubt": "something is in doubt: settle it before you blame anybody",
    "terminal.settle-first": "to be settled first: {question}",
    "terminal.unread": counted("n", "{n} tile cannot be read", "{n} tiles cannot be read"),
    # tilewatch read
    "terminal.still-or-one-set": "--still or --one-set, not both: one table, or several tables of one set of tiles",
    "terminal.another-table": "does not show the same table as the others; left out",
    "terminal.no-tile": "(no tile)",
    "terminal.unsure": "(unsure: {doubts})",
    "terminal.perhaps": "{tile} {share}, perhaps {other}",
    "terminal.not-made": "{place}: cannot be made ({problem})",
    "terminal.not-written": "{place}: cannot be written",
    # tilewatch pictures
    "terminal.pictures": "Turns with a picture: {seen}. Read as the players say: {right}. "
    "Written to {place}: {written}. Left out, since it is not clear which tile lies where: {left}.",
    # The arguments of a command
    "terminal.no-port": "the page cannot be served at {place}: {problem}",
    "terminal.port-taken": "{place} is taken by another program; name another port with --port",
    "terminal.runs-already": "Tilewatch already runs here; its page: {page}",
    "terminal.no-time": "{given} is not a time",
    "terminal.no-size": "{given} is not a size such as 1920x1080",
    "terminal.no-such-pin": "--pin: {least} to {most} plain letters and digits, or `none`",
    "terminal.no-home": "{place}: {problem}; name another place with --database",
    "terminal.no-rack": 'never_opened: "{name}" has no rack',
    "terminal.seats": "racks: {count} players, the rules seat {least} to {most}",
    "terminal.several-empty": "racks: {players} are all empty; a round ends with the first empty rack",
    "terminal.too-many": "{where}: more of {tiles} than the box holds",
}
