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
    sha256="8ba612d9a44289eeab9f124681fcb6efd6a83d6f7a430a7324adfd4f786aa90d",
    takes="picture (1, H, W, 3), BGR uint8, H and W divisible by 32",
    gives="maps (1, 12, H/4, W/4): face logit, off-centre, log lengths, axes, up, share seen",
    origin="models/recipe, trained from nothing on made-up pictures and photographs",
)
NAMES = Model(
    file="names.onnx",
    sha256="fc0159f8bde3a244829c354fdb0b8bed51d8eaa8ab524e7da6a055184bfd1f03",
    takes="crops of one picture (N, 64, 48, 3), BGR uint8",
    gives="logits: number and joker (N, 14), colour k r b o (N, 4), quarter turns (N, 4), is a face (N, 1)",
    origin="models/recipe, trained from nothing on made-up pictures and photographs",
)
