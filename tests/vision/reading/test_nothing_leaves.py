"""No data leaves the house: the libraries that read pictures send no reports."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from models import CLASSIFIER, CORNERS, DETECTOR


@pytest.mark.skipif(
    not all(m.path.exists() for m in (DETECTOR, CORNERS, CLASSIFIER)),
    reason="the trained networks (models/*.onnx) are not there",
)
def test_reading_leaves_no_number_of_this_machine_and_no_report(tmp_path: Path) -> None:
    """By default ONNX Runtime stores a device number and reports for its maker in the home folder."""
    homes = dict.fromkeys(("HOME", "XDG_CACHE_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME"), str(tmp_path))
    others = {name: value for name, value in os.environ.items() if name != "ORT_DISABLE_TELEMETRY"}
    code = "from vision.reading import Reader; Reader()"
    subprocess.run([sys.executable, "-c", code], env={**others, **homes}, check=True, cwd=Path(__file__).parents[3])
    assert [str(path.relative_to(tmp_path)) for path in tmp_path.rglob("*")] == []
