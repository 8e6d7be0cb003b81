"""`python -m benchmarks.reading [--pictures PICTURE...]`: how long a reading takes, and what it costs to start.

Without pictures it reads those of tests/vision/pictures (9 to 71 tiles). The processor's time depends less than the
median on what else the machine does. With `--ocr` RapidOCR reads the same pictures in the same run (extra `bench`):
what a user would otherwise pick.
"""

import resource
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median

import numpy as np

from benchmarks.harness import command_line
from tilewatch.extras import what_brings
from vision.camera import load_picture
from vision.reading import Reader

PICTURES = Path(__file__).parent.parent / "tests" / "vision" / "pictures"
COLD = """
import time; start = time.perf_counter()
from pathlib import Path
from vision.camera.picture import load_picture
from vision.reading import Reader
Reader().read(load_picture(Path({path!r})))
print(time.perf_counter() - start)
"""


def timed(act: Callable[[], object], times: int) -> tuple[float, float, float]:
    """Median and 95th percentile of a call, and the median of its processor time, in milliseconds, after two calls that
    do not count.
    """
    spent, worked = [], []
    for _ in range(times + 2):
        start, began = time.perf_counter(), time.process_time()
        act()
        spent.append(1000 * (time.perf_counter() - start))
        worked.append(1000 * (time.process_time() - began))
    return median(spent[2:]), float(np.percentile(spent[2:], 95)), median(worked[2:])


def main() -> None:
    """Prints one line a picture, then start-up time, memory and model size."""
    args = command_line(__doc__, pictures=sorted(PICTURES.glob("*.jpg")), times=20, ocr=False)
    reader = Reader()
    for path in args.pictures:
        picture = load_picture(path)
        steps = [reader.read(picture) for _ in range(args.times)]
        spent = {step: median(r.milliseconds[step] for r in steps) for step in steps[0].milliseconds}
        mid, slow, work = timed(lambda shown=picture: reader.read(shown), args.times)  # type: ignore[misc]
        parts = "  ".join(f"{step} {ms:.1f}" for step, ms in spent.items() if step != "total")
        what = f"{path.name} {picture.shape[1]}x{picture.shape[0]} {len(steps[0].tiles)} tiles"
        print(f"{what}: median {mid:.1f} ms, 95 % {slow:.1f} ms, of the processor {work:.1f} ms  ({parts})")
    print(f"peak memory {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024:.0f} MB")
    cold = subprocess.run(
        [sys.executable, "-c", COLD.format(path=str(args.pictures[0]))], capture_output=True, text=True, check=True
    )
    print(f"load and first reading {float(cold.stdout):.2f} s")
    size = sum(p.stat().st_size for p in (Path(__file__).parent.parent / "models").glob("*.onnx"))
    print(f"the models {size / 1e6:.2f} MB")
    if args.ocr:  # last, because its threads occupy the cores while they wait
        for path in args.pictures:
            _ocr(path, args.times // 4)


def _ocr(path: Path, times: int) -> None:
    try:
        from rapidocr_onnxruntime import RapidOCR
    except ModuleNotFoundError:
        raise SystemExit(what_brings("rapidocr-onnxruntime", "bench")) from None

    picture = load_picture(path)
    engine = RapidOCR(intra_op_num_threads=2)
    found = engine(picture)[0] or []
    numbers = [text for _, text, _ in found if text.strip().isdigit() and 1 <= int(text) <= 13]
    mid, slow, _ = timed(lambda: engine(picture), times)
    what = f"RapidOCR {len(numbers)} numbers from 1 to 13 (no colours)"
    print(f"{path.name}: {what}, median {mid:.0f} ms, 95 % {slow:.0f} ms")


if __name__ == "__main__":
    main()
