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
    sha256="4c6d56bce006fea635ca0aea109c6231aa09152af7092c95fdd872e302dd5d08",
    takes="picture (1, H, W, 3), BGR uint8, H and W divisible by 32",
    gives="maps (1, 12, H/4, W/4): face logit, off-centre, log lengths, axes, up, share seen",
    origin="models/recipe, trained from nothing on made-up pictures and photographs",
)
NAMES = Model(
    file="names.onnx",
    sha256="10227116edfa2d9afd4b5875158f079b51f65acd3cd7251f7d1b93a646fff9c6",
    takes="crops of one picture (N, 64, 48, 3), BGR uint8",
    gives="logits: number and joker (N, 14), colour k r b o (N, 4), quarter turns (N, 4), is a face (N, 1)",
    origin="models/recipe, trained from nothing on made-up pictures and photographs",
)
