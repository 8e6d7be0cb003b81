"""The trained networks and their records; README.md reports their accuracy. recipe/ makes them; the product never
imports it.
"""

from dataclasses import dataclass
from pathlib import Path

HERE = Path(__file__).parent


@dataclass(frozen=True, slots=True)
class Model:
    """A network's record: file, SHA-256 of its content, inputs and outputs, origin, licence."""

    file: str
    sha256: str
    takes: str
    gives: str
    origin: str
    licence: str = "MIT; see NOTICE for the photographs it was trained on"

    @property
    def path(self) -> Path:
        """The path of the file."""
        return HERE / self.file


DETECTOR = Model(
    file="detector.onnx",
    sha256="cc4a466fd3b57f4fc68a401a44de6b1d503b8a39bc9306d08b4b0473dedb408c",
    takes="picture (1, H, W, 3), BGR uint8, H and W divisible by 32",
    gives="maps (1, 13, H/4, W/4): face logit, off-centre, log lengths, axes, up, keystone",
    origin="models/recipe, trained on made-up pictures, photographs and boards without a tile",
)
CORNERS = Model(
    file="corners.onnx",
    sha256="8eb7f433bd221246bf0d055d11814e62f8b44dfc4e4d5495d53786e88188767f",
    takes="closer looks at faces (N, 64, 48, 3), BGR uint8",
    gives="how far corners lie off (N, 8): x y of each, in widths and heights of the look",
    origin="models/recipe, trained on made-up pictures and photographs",
)
CLASSIFIER = Model(
    file="classifier.onnx",
    sha256="1455de227aae77ae2f3e55ad432972cf35cfa6a88a748aaf992c639c71fdefbc",
    takes="crops of one picture (N, 64, 48, 3), BGR uint8",
    gives="logits: number and joker (N, 14), colour k r b o (N, 4), quarter turns (N, 4), is a face (N, 1)",
    origin="models/recipe, trained on made-up pictures, photographs and boards without a tile",
)
