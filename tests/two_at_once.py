"""Which file of tests runs on which process: one process looks at the page, and waits much; the others compute."""

from typing import Any

from xdist.scheduler import LoadFileScheduling

BROWSER = "tests/web/browser/"


class OneBrowserAtATime(LoadFileScheduling):
    """As `--dist loadfile`; but as long as other tests are left, no two processes look at the page at the same time."""

    def _assign_work_unit(self, node: Any) -> None:
        looks = any(self._looks_at_the_page(other) for other in self.nodes if other is not node)
        fitting = next((file for file in self.workqueue if (BROWSER in file) != looks), None)
        if fitting is not None:
            self.workqueue.move_to_end(fitting, last=False)
        super()._assign_work_unit(node)

    def _looks_at_the_page(self, node: Any) -> bool:
        given = self.assigned_work[node].items()
        return any(BROWSER in file and not all(tests.values()) for file, tests in given)
