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
    sha256="4ebb5c3b9e20dc24b8b63b3e61ef500659c19d35171a14a0756498f272f917e5",
    takes="closer looks at faces (N, 64, 48, 3), BGR uint8",
    gives="how far corners lie off (N, 8): x y of each, in widths and heights of the look",
    origin="models/recipe, trained on made-up pictures and photographs",
)
NAMES = Model(
    file="names.onnx",
    sha256="cf275283e72d44a5ace27c30255dc3d98e1996b945548dceba8a58c1cc0d1d50",
    takes="crops of one picture (N, 64, 48, 3), BGR uint8",
    gives="logits: number and joker (N, 14), colour k r b o (N, 4), quarter turns (N, 4), is a face (N, 1)",
    origin="models/recipe, trained on made-up pictures, photographs and boards without a tile",
)
