"""Copies of the stored matches and settings, and how to restore a copy."""

from typing import Any

from flask import Blueprint, Response, current_app, jsonify

from web.access import check_host
from web.address import Address, answers, fresh
from web.bodies import Press, RestoreBackup
from web.contract import Conflict
from web.kept import BackupControls
from web.records.answers import BackupsTold, BackupTold, Ok

backups = fresh(Blueprint("backups", __name__, url_prefix="/api"))


def the_backups() -> BackupControls:
    """The copies of this table's journal. Raises Conflict: the journal is on a server, which makes its own backups."""
    controls: BackupControls | None = current_app.extensions.get("tilewatch.backups")
    if controls is None:
        raise Conflict("backups-of-server")
    return controls


@backups.get("/backups")
@answers(BackupsTold)
def listed() -> Response:
    """The copies of the stored data, the newest first: {"backups", "trouble"}."""
    check_host()
    controls = the_backups()
    return jsonify({"backups": list(controls.listed()), "trouble": controls.trouble})


def make(_: Press) -> BackupTold:
    """Makes a copy now."""
    return the_backups().make()


def restore(body: RestoreBackup) -> Ok:
    """Replaces everything stored by a copy; the page is away for some seconds."""
    the_backups().restore(body.name)
    return {"ok": True}


BACKUPS: tuple[Address[Any], ...] = (
    Address("/backup", Press, make, who=check_host),
    Address("/restore", RestoreBackup, restore, who=check_host),
)
