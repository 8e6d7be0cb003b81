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
    sha256="9022d778dfe9de70aa0dddadb6a112560aebd16444a344d729aa5b68b2f0712f",
    takes="picture (1, H, W, 3), BGR uint8, H and W divisible by 32",
    gives="maps (1, 13, H/4, W/4): face logit, off-centre, log lengths, axes, up, keystone",
    origin="models/recipe, trained on made-up pictures, photographs and boards without a tile",
)
CORNERS = Model(
    file="corners.onnx",
    sha256="bfe8d557ff76b8e28f7a437590218a654475279768c869ac7819e956c0d743b0",
    takes="closer looks at faces (N, 64, 48, 3), BGR uint8",
    gives="how far corners lie off (N, 8): x y of each, in widths and heights of the look",
    origin="models/recipe, trained on made-up pictures and photographs",
)
NAMES = Model(
    file="names.onnx",
    sha256="ad8109e1c009d227c59a5f8499b8f65f6e65e6fb1533fe5ab9209dda6071eeb0",
    takes="crops of one picture (N, 64, 48, 3), BGR uint8",
    gives="logits: number and joker (N, 14), colour k r b o (N, 4), quarter turns (N, 4), is a face (N, 1)",
    origin="models/recipe, trained on made-up pictures, photographs and boards without a tile",
)
