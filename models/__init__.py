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
    sha256="a668d33ef872994a7f295566339bb3e0860b72ead191faab0bf15929c9afb3fa",
    takes="picture (1, 3, H, W), RGB from 0 to 1, H and W divisible by 32",
    gives="maps (1, 12, H/4, W/4): face logit, off-centre, log lengths, axes, up, share seen",
    origin="models/recipe, trained from nothing on made-up pictures and photographs",
)
NAMES = Model(
    file="names.onnx",
    sha256="801ee844711ef7a97364010d1400b1f7bf91ad94bc4d62836703320534264a9a",
    takes="crops of one picture (N, 3, 64, 48), RGB uint8",
    gives="logits: number and joker (N, 14), colour k r b o (N, 4), quarter turns (N, 4), is a face (N, 1)",
    origin="models/recipe, trained from nothing on made-up pictures and photographs",
)
