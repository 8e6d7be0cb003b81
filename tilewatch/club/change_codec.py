"""The changes of a tournament as the database has them: one JSON object each, its field `event` the kind of change."""

from typing import Union

import msgspec

from referee.tournament import CHANGES, Change
from tilewatch.storage.forms import record_form
from web.decoding.decode import encode
from web.decoding.explain import NotUnderstood

FORMS = {kind: record_form(kind, name) for name, kind in CHANGES.items()}
READERS = {form.kind: form.read for form in FORMS.values()}
_DECODER = msgspec.json.Decoder(Union[*READERS])


def text_of(change: Change) -> str:
    """The change as JSON; `change_of` reads it back unchanged."""
    return encode(FORMS[type(change)].write(change))


def change_of(text: str) -> Change:
    """The change that `text_of` wrote. Raises NotUnderstood: it did not."""
    try:
        written = _DECODER.decode(text)
        change: Change = READERS[type(written)](written)
    except (ValueError, RecursionError) as error:
        raise NotUnderstood(f"no change of a tournament: {error}") from error
    return change
