"""Whether a JPEG is complete and undamaged to its last block; decoders silently fill unreadable parts with grey or
noise.

Its Huffman codes are walked without decoding pixels. In a damaged picture, or one wrongly put together, they get out of
step and end too early or too late; a flipped bit within a value goes unnoticed. This takes about a tenth of a second
for 100 kB, so it is used for pictures on which a verdict rests.
"""

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field

import numpy as np

SOF_BASELINE, SOF_EXTENDED, SOF_PROGRESSIVE, DHT, SOS, DRI, EOI = 0xC0, 0xC1, 0xC2, 0xC4, 0xDA, 0xDD, 0xD9
OTHER_FRAMES = frozenset(range(0xC3, 0xD0)) - {DHT, 0xC8, 0xCC}
"""Rarer kinds of frame, which no camera makes and which are not checked."""
MARKER = re.compile(rb"\xff+([^\x00\xff])")
BLOCK = 64
"""Coefficients in a block."""
END_OF_BLOCK = 128
"""Coefficients that the end-of-block code counts as: more than a block has, even with one run too many."""
LONGEST_CODE = 16
"""Greatest length of a code in bits."""
MOST_LEFT = 15
"""Bits that may remain behind the last block: the padding, and the byte that some cameras add."""
ROOM = 256
"""Bytes appended so that the walk of the last block may look beyond the data."""
Code = list[int]
"""For each value of 16 bits: the bits of the code and its value, plus 32 times the coefficients; 0: no such code."""
Block = tuple[Code | None, Code | None, int, int]
"""How a block is coded: its codes for the first and the other coefficients, and its first and last coefficient."""


@dataclass
class Layout:
    """The layout in a JPEG's head: each component's sampling, the Huffman codes, and the blocks between restarts."""

    size: tuple[int, int] = (0, 0)
    sampling: dict[int, tuple[int, int]] = field(default_factory=dict)
    codes: dict[int, Code] = field(default_factory=dict)
    """The Huffman codes, indexed by class (16: codes of the other coefficients) plus number."""
    restart: int = 0


def is_whole(jpeg: bytes) -> bool:
    """Whether all blocks of a JPEG are present; refining scans of a progressive JPEG are not walked."""
    layout, there = Layout(), Counter[int]()
    try:
        place = 2
        while place + 4 <= len(jpeg):
            begin, marker = place, jpeg[place + 1]
            if jpeg[begin] != 0xFF or marker in OTHER_FRAMES:
                return False
            if marker == EOI:
                break
            if marker == 0xFF:
                place += 1
                continue
            place = begin + 2 + (jpeg[begin + 2] << 8 | jpeg[begin + 3])
            content = jpeg[begin + 4 : place]
            if marker == SOS:
                parts, place = _parts(jpeg, place)
                if not _is_scan_whole(content, parts, layout, there):
                    return False
            else:
                _take(marker, content, layout)
        return bool(there) and all(there[component] == BLOCK for component in layout.sampling)
    except (IndexError, KeyError, ValueError, ZeroDivisionError):
        return False


def _take(marker: int, content: bytes, layout: Layout) -> None:
    if marker in (SOF_BASELINE, SOF_EXTENDED, SOF_PROGRESSIVE):
        layout.size = content[3] << 8 | content[4], content[1] << 8 | content[2]
        parts = (content[6 + 3 * n : 9 + 3 * n] for n in range(content[5]))
        layout.sampling = {part[0]: (part[1] >> 4, part[1] & 15) for part in parts}
    elif marker == DRI:
        layout.restart = content[0] << 8 | content[1]
    elif marker == DHT:
        while content:
            counts = content[1:17]
            symbols = content[17 : 17 + sum(counts)]
            layout.codes[content[0]] = _code(counts, symbols, is_first=content[0] < 16)
            content = content[17 + len(symbols) :]


def _code(counts: bytes, symbols: bytes, is_first: bool) -> Code:
    """The lookup table of a Huffman code, from its number of codes of each length and their symbols."""
    steps: Code = []
    for length, count in enumerate(counts, 1):
        these, symbols = symbols[:count], symbols[count:]
        for one in these:
            run, bits = one >> 4, one & 15
            more = 1 if is_first else run + 1
            if not is_first and not bits and run < 15:  # ends this block and others: 2**run, plus the next `run` bits
                more, bits = END_OF_BLOCK * (run + 1), run
            steps += [length + bits + 32 * more] * (1 << (LONGEST_CODE - length))
    return (steps + [0] * (1 << LONGEST_CODE))[: 1 << LONGEST_CODE]


def _parts(jpeg: bytes, begin: int) -> tuple[list[bytes], int]:
    """A scan's data between its restart markers, and the index of the next marker."""
    parts = []
    for found in MARKER.finditer(jpeg, begin):
        parts.append(jpeg[begin : found.start()])
        if not 0xD0 <= found[1][0] <= 0xD7:
            return parts, found.end() - 2
        begin = found.end()
    return parts, len(jpeg)


def _is_scan_whole(content: bytes, parts: list[bytes], layout: Layout, there: Counter[int]) -> bool:
    """Whether each part between restarts holds exactly its blocks; counts each component's coefficients in `there`."""
    scan = [content[1 + 2 * n : 3 + 2 * n] for n in range(content[0])]
    begin, last, refined = content[1 + 2 * len(scan) : 4 + 2 * len(scan)]
    if refined >> 4:
        return True
    there.update({part[0]: last + 1 - begin for part in scan})
    units = _units([part[0] for part in scan], layout)
    each = layout.restart or units
    counts = [min(each, units - first) for first in range(0, units, each)]
    blocks = list(_blocks(scan, begin, last, layout))
    return len(parts) == len(counts) and all(map(lambda part, n: _walk(part, n, blocks), parts, counts))


def _units(components: list[int], layout: Layout) -> int:
    """The number of units in a scan: each has one block of every component, or several of those sampled more often."""
    sampling = layout.sampling.values()
    across, down = max(h for h, _ in sampling), max(v for _, v in sampling)
    h, v = layout.sampling[components[0]] if len(components) == 1 else (1, 1)
    (width, height), is_alone = layout.size, len(components) == 1
    if is_alone:
        width, height = -(-width * h // across), -(-height * v // down)
        across = down = 1
    return -(-width // (8 * across)) * -(-height // (8 * down))


def _blocks(scan: list[bytes], begin: int, last: int, layout: Layout) -> Iterator[Block]:
    """How each block of a unit is coded."""
    for component, codes in scan:
        across, down = layout.sampling[component] if len(scan) > 1 else (1, 1)
        first = layout.codes[codes >> 4] if begin == 0 else None
        others = layout.codes[16 | codes & 15] if last else None
        yield from [(first, others, begin, last)] * (across * down)


def _walk(part: bytes, units: int, blocks: list[Block]) -> bool:
    """Whether a part's codes fill exactly so many units."""
    plain = part.replace(b"\xff\x00", b"\xff")
    bits, padded = 8 * len(plain), np.frombuffer(plain + b"\xff" * ROOM, np.uint8).astype(np.uint32)
    words = (padded[:-3] << 24 | padded[1:-2] << 16 | padded[2:-1] << 8 | padded[3:]).tolist()
    place = ended = 0
    for _ in range(units):
        for first, others, count, last in blocks:
            if ended:
                ended -= 1
                continue
            step = 1
            if first is not None:
                step = first[words[place >> 3] >> (16 - (place & 7)) & 0xFFFF]
                place += step & 31
                count = step >> 5
            while step and others is not None and count <= last:
                step = others[words[place >> 3] >> (16 - (place & 7)) & 0xFFFF]
                place += step & 31
                count += step >> 5
            if not step or place > bits or last + 1 < count < END_OF_BLOCK:
                return False
            run = count // END_OF_BLOCK - 1
            if run > 0:
                more = words[(place - run) >> 3] >> (32 - (place - run & 7) - run)
                ended = (1 << run) - 1 + (more & (1 << run) - 1)
    return not ended and bits - place <= MOST_LEFT
