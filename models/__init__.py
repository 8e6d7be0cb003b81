"""The trained networks and their papers; how they are made is told in README.md beside this file."""

from dataclasses import dataclass
from pathlib import Path

HERE = Path(__file__).parent


@dataclass(frozen=True, slots=True)
class Model:
    """A network's papers: file, SHA-256 of its content, what it takes and gives, where it comes from, licence."""

    file: str
    sha256: str
    takes: str
    gives: str
    origin: str
    licence: str = "MIT; see NOTICE for the photographs it was trained on"

    @property
    def path(self) -> Path:
        """Where the file lies."""
        return HERE / self.file


FACES = Model(
    file="faces.onnx",
    sha256="1400ddef501190022b271f5bacada272d0559f44519be9cfbb904e793d4eb882",
    takes="picture (1, H, W, 3), BGR uint8, H and W divisible by 32",
    gives="maps (1, 13, H/4, W/4): face logit, off-centre, log lengths, axes, up, keystone",
    origin="models/recipe, trained on made-up pictures, photographs and boards without a tile",
)
CORNERS = Model(
    file="corners.onnx",
    sha256="f23aa0a1d0ff8a5b0e37359468e639985bf47325e8ba274e0ae1fdc37812aeb6",
    takes="closer looks at faces (N, 64, 48, 3), BGR uint8",
    gives="how far corners lie off (N, 8): x y of each, in widths and heights of the look",
    origin="models/recipe, trained on made-up pictures and photographs",
)
NAMES = Model(
    file="names.onnx",
    sha256="d27a37c4d52bd749d0444685ae46a8957758532642691e8e0371e224a7f7608f",
    takes="crops of one picture (N, 64, 48, 3), BGR uint8",
    gives="logits: number and joker (N, 14), colour k r b o (N, 4), quarter turns (N, 4), is a face (N, 1)",
    origin="models/recipe, trained on made-up pictures, photographs and boards without a tile",
)
