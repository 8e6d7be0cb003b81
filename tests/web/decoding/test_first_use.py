"""Several threads decode a kind of record for the first time at once."""

import subprocess
import sys

PROGRAM = """
import sys, threading
from typing import Annotated
from msgspec import Meta
from web.decoding import Record, decode

sys.setswitchinterval(1e-6)
TEXT = "{" + ", ".join(f'"f{n}": 1' for n in range(40)) + "}"
for number in range(40):
    fields = {f"f{n}": Annotated[int, Meta(ge=0, le=9 + n + number)] for n in range(40)}
    kind = type(Record)("Kind", (Record,), {"__annotations__": fields})
    together = threading.Barrier(4)
    threads = [threading.Thread(target=lambda: (together.wait(), decode(TEXT, kind))) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
print("alive")
"""


def test_no_thread_decodes_a_kind_that_another_has_not_built_yet() -> None:
    """msgspec alone ends the program: Segmentation fault."""
    told = subprocess.run([sys.executable, "-c", PROGRAM], capture_output=True, text=True, check=False, timeout=60)
    assert (told.returncode, told.stdout) == (0, "alive\n"), told.stderr
