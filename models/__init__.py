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
    sha256="b32b61fc0e19182299c4fd6b4156673343c3dff6ec294b1cc9db1a376be06622",
    takes="picture (1, H, W, 3), BGR uint8, H and W divisible by 32",
    gives="maps (1, 13, H/4, W/4): face logit, off-centre, log lengths, axes, up, keystone",
    origin="models/recipe, trained on made-up pictures, photographs and boards without a tile",
)
CORNERS = Model(
    file="corners.onnx",
    sha256="e584fa2ecf76af21db22ce7ab7e87a16ecd7862346ef4ccf03b628f6b828ac1a",
    takes="closer looks at faces (N, 64, 48, 3), BGR uint8",
    gives="how far corners lie off (N, 8): x y of each, in widths and heights of the look",
    origin="models/recipe, trained on made-up pictures and photographs",
)
NAMES = Model(
    file="names.onnx",
    sha256="d133d426626eb2f5816702fe6f97a303e8dbff53e6497df4ae746cbafc07a83c",
    takes="crops of one picture (N, 64, 48, 3), BGR uint8",
    gives="logits: number and joker (N, 14), colour k r b o (N, 4), quarter turns (N, 4), is a face (N, 1)",
    origin="models/recipe, trained on made-up pictures, photographs and boards without a tile",
)
