"""Messages on problems with a camera or a picture, and their remedies."""

from collections.abc import Mapping

from referee.messages.template import Template, counted

CAMERA: Mapping[str, str | Template] = {
    "camera.none-yet": "no picture yet",
    "camera.pictures-ended": "the pictures have ended",
    "camera.failed": "the camera failed ({problem})",
    "camera.unusable-pictures": "its pictures cannot be used ({problem})",
    "camera.answers": "{name} answers {problem}",
    "camera.no-answer": "{name} does not answer ({problem})",
    "camera.not-http": "{name} does not answer over HTTP",
    "camera.no-jpeg": "{name} sends no JPEG pictures",
    "camera.too-slow": "{name} sends no whole picture within {seconds} s",
    "camera.has-ended": "{name} has ended",
    "camera.silent": "{name} has sent nothing for {seconds} s",
    "camera.broke-off": "{name} broke off ({problem})",
    "camera.no-pictures-there": "{name} holds no pictures",
    "camera.gives-none": "{name} gives no pictures",
    "camera.gives-no-more": "{name} gives no more pictures",
    "camera.cannot-be-opened": "{name} cannot be opened",
    "camera.number": "camera {number}",
    "camera.stream": "the camera in the network",
    "camera.not-connected": "camera {number} is not connected",
    "camera.no-phone": "no phone sends pictures yet",
    "camera.phone-silent": "the phone that is the camera has sent no picture since {since}",
    "camera.hangs": "it sends the same picture again and again",
    "camera.by-photos": "a picture is taken after each turn",
    "camera.by-hand": "this match is kept by hand",
    "camera.another-chosen": "Another camera was chosen.",
    "camera.not-a-stream": '"{address}": a stream begins with http://, https:// or rtsp://',
    "camera.not-a-camera": '"{address}" is not a camera: not a number, a stream\'s address, a film or a folder',
    "picture.undecodable": "cannot be decoded",
    "picture.empty": "is empty",
    "picture.not-a-picture": "is not a picture (JPEG, PNG, WebP, HEIC or AVIF)",
    "picture.too-large": "is larger than this computer has memory for",
    "picture.never-ends": "goes on after {most} MB: that is no picture",
    "picture.unpacks": "unpacks to {megapixels} megapixels from {kilobytes} kB: that is no photograph",
    "picture.heic": "is a HEIC picture, which the extra `heic` reads (pip install pillow-heif); or send a JPEG: on an "
    "iPhone choose Settings, Camera, Formats, Most Compatible",
    "picture.avif": "is an AVIF picture, which a newer Pillow reads (pip install --upgrade pillow); or send a JPEG",
    "picture.damaged": "is damaged or cut short ({problem})",
    "picture.megapixels": "has {megapixels} megapixels; {most} are the most",
    "picture.too-thin": "is {width}x{height}: too thin for a picture of a table",
    "picture.too-small": "is {size}: too small for tiles to be read; {least} is the least",
    "picture.folder": "is a folder, not a picture",
    "picture.not-there": "does not exist",
    "picture.cannot-be-opened": "cannot be opened ({problem})",
    "advice.no-picture": "The camera gives no picture: {why}",
    "advice.no-picture-yet": "The camera has given no picture yet.",
    "advice.by-hand": "No camera: clock, turns and points are kept by hand. A phone can become the camera at any time.",
    "advice.by-photos": "No stand: a picture is taken after each turn, by any phone, from any side.",
    "advice.camera-good": "The camera gives {width} × {height} pixels, {rate} pictures a second.",
    "advice.camera-begins": "The camera gives {width} × {height} pixels.",
    "advice.slow": counted(
        "rate",
        "Only {rate} picture a second comes: close what else uses the camera, or come nearer to the Wi-Fi.",
        "Only {rate} pictures a second come: close what else uses the camera, or come nearer to the Wi-Fi.",
    ),
    "advice.breathes": (
        "The camera's focus keeps searching, so the picture grows and shrinks: fix its focus in the camera's settings, "
        "or take it a little farther away."
    ),
    "advice.mirrored": "The camera mirrors its picture: it is turned back here.",
    "terminal.mirrored": "{image}: the picture is mirrored; it was turned back to be read",
    "advice.light-good": "The light is good.",
    "advice.dark": "Too dark: switch on a lamp.",
    "advice.bright": "Too bright: the white of the tiles is lost.",
    "advice.no-colour": "The picture has no colour, and colours tell tiles apart: more light or another camera helps.",
    "advice.plain": (
        "Hardly anything is to be seen: a plain table, or a lid, a film or dirt on the lens? Tiles that are laid there "
        "will tell."
    ),
    "advice.glare": "Glare ({where}): move the lamp or the camera.",
    "advice.bands": (
        "The lamp pulses, and dark bands wander through the picture: another lamp or daylight helps, or an exposure "
        "of 1/100 s in the camera's settings."
    ),
    "advice.no-tiles": "Lay any three tiles in a row, face up: they appear here.",
    "advice.unread-small": counted(
        "n",
        "{n} tile seems to lie there too small to read ({px} pixels wide, {need} are needed): bring the camera nearer.",
        "{n} tiles seem to lie there too small to read ({px} pixels wide, {need} are needed): bring the camera nearer.",
    ),
    "advice.unread-dark": counted(
        "n",
        "{n} tile seems to lie there that is too dark to read: switch on a lamp.",
        "{n} tiles seem to lie there that are too dark to read: switch on a lamp.",
    ),
    "advice.unread-glare": counted(
        "n",
        "{n} tile seems to lie there in the glare of a lamp: move the lamp or the camera.",
        "{n} tiles seem to lie there in the glare of a lamp: move the lamp or the camera.",
    ),
    "advice.unread": counted(
        "n",
        "{n} tile seems to lie there that cannot be read: more light or a closer camera helps.",
        "{n} tiles seem to lie there that cannot be read: more light or a closer camera helps.",
    ),
    "advice.unread-cloth": counted(
        "n",
        "{n} tile seems to lie there, and this cloth's squares are as large as tiles: bring the camera nearer.",
        "{n} tiles seem to lie there, and this cloth's squares are as large as tiles: bring the camera nearer.",
    ),
    "advice.far": "The camera is too far away: tiles are {px} pixels wide, but {need} are needed.",
    "advice.nearer": "Tiles are {px} pixels wide. That will do; {good} are better: a little nearer helps.",
    "advice.no-more": "This camera gives {width} pixels across at most; one that gives more may hang farther away.",
    "advice.oblique": "The camera looks too much from the side: far tiles are {times} times smaller than near ones.",
    "advice.edge": "A tile lies at the picture's edge: move the camera back or the tile in.",
    "advice.unsure": counted(
        "n",
        "{n} tile is hard to read: more light or a closer camera helps.",
        "{n} tiles are hard to read: more light or a closer camera helps.",
    ),
    "advice.tiles-good": counted(
        "n", "I see {n} tile, {px} pixels wide: good.", "I see {n} tiles, the smallest {px} pixels wide: good."
    ),
    "where.top-left": "top left",
    "where.top-middle": "top",
    "where.top-right": "top right",
    "where.middle-left": "left",
    "where.middle-middle": "middle",
    "where.middle-right": "right",
    "where.bottom-left": "bottom left",
    "where.bottom-middle": "bottom",
    "where.bottom-right": "bottom right",
}


TAUGHT: Mapping[str, str | Template] = {
    "taught.no-tiles": "no tile is seen; lay them in rows: each colour from 1 to 13, then the jokers",
    "taught.no-rows": "no row is named; write k1-k13; r1-r13; b1-b13; o1-o13; J J",
    "taught.no-range": "{word} is not a run of one colour such as k1-k13",
    "taught.no-answer": "an answer names a tile and its place in the one picture that comes with it: J@412,233",
    "taught.other-rows": counted("seen", "{seen} row is seen, not {told}", "{seen} rows are seen, not {told}"),
    "taught.row-has-other": counted(
        "seen", "row {row}: {seen} tile is seen, not {told}", "row {row}: {seen} tiles are seen, not {told}"
    ),
    "taught.too-many-rows": "{n} rows of thirteen are seen; a set of tiles has four colours",
    "taught.too-few": counted(
        "n",
        "row {row} has {n} tile, not 13; not read there: {missing}",
        "row {row} has {n} tiles, not 13; not read there: {missing}",
    ),
    "taught.too-many": "row {row} has {n} tiles, not 13",
    "taught.not-in-order": "these are not the tiles from 1 to 13 in order: {read}",
    "taught.which-colour": "row {row}: which colour is this? It cannot be told by its looks",
    "taught.out-of-order": "this should be {insist}, and looks like {read}",
    "taught.other-colour": "this tile seems to be of another colour than its row: {read}",
    "taught.other-row": "row {row} seems to be of another colour; it begins with {read}",
    "taught.are-these-jokers": "is this a joker? It looks like {read}",
    "taught.otherwise": "{tile} was taught before and looks quite different now; forget that tile first",
    "taught.no-set": "this is not a set of tiles that was taught",
    "taught.other-version": "this set of tiles was kept by another version of the program",
    "taught.learnt": counted("n", "{n} face is known", "{n} faces are known"),
    "taught.helps": "taught: {parts}",
    "taught.nothing-new": "everything is read right as it is; nothing had to be taught",
    "taught.jokers": "the jokers",
    "taught.numbers": "numbers",
    "taught.colours": "colours",
    "taught.ends": "how sixes and nines are marked",
    "taught.missing": "missing: {tiles}",
    "taught.blurred": "not sure, better shown once more: {tiles}",
}
