"""The three networks, in PyTorch: the detector, the network for corners, and the classifier."""

import torch
from torch import Tensor, nn

DETECT_CHANNELS = 13
"""Number of output maps. Per cell: face, offset of the centre x y, log width, log height, width axis (cos, sin of twice
its angle), height axis (likewise), up direction x y, and the offset x y by which the four corners alternately lie off a
parallelogram.
"""
NUMBERS, COLOURS, TURNS = 14, 4, 4
ROWS, COLUMNS = 64, 48
"""Height and width of a crop, in pixels."""


def conv(a: int, b: int, k: int = 3, s: int = 1) -> nn.Sequential:
    """Convolution, batch norm, ReLU."""
    return nn.Sequential(nn.Conv2d(a, b, k, s, k // 2, bias=False), nn.BatchNorm2d(b), nn.ReLU(inplace=True))


class Residual(nn.Module):
    """Two convolutions and a shortcut."""

    def __init__(self, width: int) -> None:
        super().__init__()
        self.first = conv(width, width)
        self.second = nn.Sequential(nn.Conv2d(width, width, 3, 1, 1, bias=False), nn.BatchNorm2d(width))

    def forward(self, x: Tensor) -> Tensor:
        """The features, in the same shape as `x`."""
        return torch.relu(x + self.second(self.first(x)))


class Detector(nn.Module):
    """Fully convolutional encoder-decoder: (N, 3, H, W) from 0 to 1 -> (N, 13, H/4, W/4); H and W divisible by 32.

    The decoder's finest map has 32 channels, more than the encoder's: the twelve measures of a face do not fit into 16.
    """

    def __init__(self) -> None:
        super().__init__()
        a, b, c, d, e, last = 16, 16, 32, 80, 128, 32
        self.stem = conv(3, a, 3, 2)
        self.quarter = conv(a, b, 3, 2)
        self.eighth = nn.Sequential(conv(b, c, 3, 2), Residual(c))
        self.sixteenth = nn.Sequential(conv(c, d, 3, 2), Residual(d))
        self.coarse = nn.Sequential(conv(d, e, 3, 2), Residual(e))
        self.from_coarse = conv(e, d, 1)
        self.at_sixteenth = Residual(d)
        self.from_sixteenth = conv(d, c, 1)
        self.at_eighth = Residual(c)
        self.from_eighth = conv(c, last, 1)
        self.at_quarter = conv(last, last)
        self.head = nn.Conv2d(last, DETECT_CHANNELS, 1)
        nn.init.constant_(self.head.bias[:1], -4.0)  # type: ignore[index]

    def forward(self, x: Tensor) -> Tensor:
        """The output maps."""

        def up(y: Tensor) -> Tensor:
            return nn.functional.interpolate(y, scale_factor=2.0, mode="nearest")

        q = self.quarter(self.stem(x - 0.45))
        e = self.eighth(q)
        s = self.sixteenth(e)
        s = self.at_sixteenth(s + up(self.from_coarse(self.coarse(s))))
        e = self.at_eighth(e + up(self.from_sixteenth(s)))
        fine = up(self.from_eighth(e))
        both = torch.cat([q + fine[:, : q.shape[1]], fine[:, q.shape[1] :]], 1)
        return self.head(self.at_quarter(both))


class Corners(nn.Module):
    """Crops around faces (N, 3, 64, 48), 0 to 1 -> offset of each corner, (N, 8): x y of four corners, in widths and
    heights of the crop.
    """

    def __init__(self) -> None:
        super().__init__()
        a, b, c = 16, 24, 48
        self.body = nn.Sequential(conv(3, a, 3, 2), conv(a, b, 3, 2), Residual(b), conv(b, c, 3, 2), conv(c, c))
        self.flat = nn.Sequential(nn.Flatten(), nn.Linear(c * 8 * 6, 96), nn.ReLU(inplace=True))
        self.off = nn.Linear(96, 8)

    def forward(self, x: Tensor) -> Tensor:
        """The corners' offsets; the light and contrast of each crop are normalised first."""
        middle = x.mean((1, 2, 3), keepdim=True)
        spread = (x - middle).abs().mean((1, 2, 3), keepdim=True)
        return self.off(self.flat(self.body((x - middle) / (4 * spread + 0.02)))) * 0.1


class Beside(nn.Module):
    """Lets each crop attend to all others of the same picture, followed by a small perceptron."""

    def __init__(self, width: int) -> None:
        super().__init__()
        self.before, self.between = nn.LayerNorm(width), nn.LayerNorm(width)
        self.query, self.key, self.value = (nn.Linear(width, width) for _ in range(3))
        self.think = nn.Sequential(nn.Linear(width, 2 * width), nn.ReLU(inplace=True), nn.Linear(2 * width, width))

    def forward(self, x: Tensor, apart: Tensor | None) -> Tensor:
        """`x` (N, width); `apart` (N, N): true where two crops are of different pictures."""
        y = self.before(x)
        scores = self.query(y) @ self.key(y).T / y.shape[1] ** 0.5
        if apart is not None:
            scores = scores.masked_fill(apart, -1e4)
        x = x + torch.softmax(scores, -1) @ self.value(y)
        return x + self.think(self.between(x))


class Classifier(nn.Module):
    """Crops of one picture (N, 3, 64, 48), 0 to 1 -> logits of number (N, 14), colour (N, 4), turn (N, 4), face (N, 1).

    Colour is judged relative to the picture's light: by the ink against the tile's white and beside all other crops'
    ink; and by what differs from the tile's ground, since on a dark tile the ink is brighter. Number and face are also
    judged beside the other crops: a box has one set of figures, and false faces look unlike the tiles around them.
    """

    ground: Tensor
    middle: Tensor

    def __init__(self) -> None:
        super().__init__()
        a, b, c, d = 16, 32, 64, 128
        self.body = nn.Sequential(
            conv(3, a, 3, 2),
            conv(a, b, 3, 2),
            Residual(b),
            Residual(b),
            conv(b, c, 3, 2),
            Residual(c),
            Residual(c),
            conv(c, d, 3, 2),
            conv(d, d),
            Residual(d),
        )
        self.flat = nn.Sequential(nn.Flatten(), nn.Linear(d * 4 * 3, 160), nn.ReLU(inplace=True), nn.Dropout(0.2))
        self.number = nn.Linear(160, NUMBERS)
        self.turn = nn.Linear(160, TURNS)
        self.face = nn.Linear(160, 1)
        self.own = nn.Linear(160 + 12, 64)
        self.beside = nn.ModuleList([Beside(64), Beside(64)])
        self.colour = nn.Sequential(nn.LayerNorm(64), nn.Linear(64, COLOURS))
        self.number_beside = nn.Sequential(nn.LayerNorm(64), nn.Linear(64, NUMBERS))
        self.face_beside = nn.Sequential(nn.LayerNorm(64), nn.Linear(64, 1))
        self.register_buffer("ground", ground(), persistent=False)
        self.register_buffer("middle", middle(), persistent=False)

    def forward(self, x: Tensor, pictures: Tensor | None = None) -> tuple[Tensor, Tensor, Tensor, Tensor]:
        """The four logits. `pictures` (N,): index of the picture that each crop is from; None: all are from one
        picture."""
        pixels = in_rows(x)
        white = self.white_of(pixels)
        lit = (pixels * along_rows(0.85 / (white + 0.03))).clamp(0, 1.5)
        figure = self.flat(self.body(out_of_rows(lit - 0.6)))
        appearance = self.own(torch.cat([figure, self.ink_of(lit), white, *self.figure_of(lit)], 1))
        apart = None if pictures is None else pictures[:, None] != pictures[None, :]
        for beside in self.beside:
            appearance = beside(appearance, apart)
        number = self.number(figure) + self.number_beside(appearance)
        return number, self.colour(appearance), self.turn(figure), self.face(figure) + self.face_beside(appearance)

    @staticmethod
    def white_of(pixels: Tensor) -> Tensor:
        """The tile's own white (N, 3); dividing by it removes the colour of the lamp."""
        light = each(pixels).mean(2)
        body = torch.sigmoid((light - light.mean(1, keepdim=True)) * 24)
        return mean_by(pixels, body)

    @staticmethod
    def ink_of(lit: Tensor) -> Tensor:
        """The mean colour (N, 3) of the print: pixels in which some channel is far below white."""
        return mean_by(lit, (0.75 - each(lit).min(2).values).clamp(min=0) ** 2 + 1e-5)

    def figure_of(self, lit: Tensor) -> tuple[Tensor, Tensor]:
        """The mean colours (N, 3) of a tile's ground, and of the pixels that differ from it."""
        body = mean_by(lit, self.ground)
        off = (lit - along_rows(body)).abs()
        return body, mean_by(lit, each(off).mean(2) ** 2 * self.middle + 1e-5)


def in_rows(x: Tensor) -> Tensor:
    """Crops (N, 3, 64, 48) with the three colours of each pixel side by side, (N, 64, 3 * 48).

    This allows whole rows to be multiplied at once; single numbers would take half of the network's time.
    """
    return x.permute(0, 2, 3, 1).reshape(-1, ROWS, 3 * COLUMNS)


def out_of_rows(pixels: Tensor) -> Tensor:
    """Crops in rows, converted back to (N, 3, 64, 48)."""
    return pixels.reshape(-1, ROWS, COLUMNS, 3).permute(0, 3, 1, 2)


def along_rows(colours: Tensor) -> Tensor:
    """A colour (N, 3) for each crop, repeated along a row, (N, 1, 3 * 48)."""
    return colours.repeat(1, COLUMNS)[:, None]


def each(pixels: Tensor) -> Tensor:
    """Crops in rows as single pixels, (N, 64 * 48, 3)."""
    return pixels.reshape(-1, ROWS * COLUMNS, 3)


def mean_by(pixels: Tensor, weight: Tensor) -> Tensor:
    """The mean colours (N, 3) of crops in rows, weighted per pixel (N or 1, 64 * 48)."""
    with torch.autocast(pixels.device.type, enabled=False):
        weighed = (weight.float()[:, None] @ each(pixels.float()))[:, 0]
        return weighed / weight.float().sum(1, keepdim=True)


def ground() -> Tensor:
    """Mask of pixels with the tile's ground and no figure, along the sides, (1, 64 * 48)."""
    out = off_middle()
    return ((out > 0.3) & (out < 0.4)).float()


def middle() -> Tensor:
    """Mask of pixels with the figure, (1, 64 * 48)."""
    return (off_middle() < 0.4).float()


def off_middle() -> Tensor:
    """Distance of each pixel from the crop's middle, in its height or width, whichever is greater, (1, 64 * 48)."""
    y, x = torch.arange(ROWS)[:, None] / ROWS - 0.492, torch.arange(COLUMNS)[None] / COLUMNS - 0.49
    return torch.maximum(y.abs(), x.abs()).reshape(1, -1)
