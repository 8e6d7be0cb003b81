"""The events of a match as the journal has them: one JSON object each, its field `event` the kind of event."""

from typing import Union

import msgspec

from referee.match import EVENTS, Event
from tilewatch.storage.forms import record_form
from web.decoding.decode import encode
from web.decoding.explain import NotUnderstood

FORMS = {kind: record_form(kind, name) for name, kind in EVENTS.items()}
READERS = {form.kind: form.read for form in FORMS.values()}
_DECODER = msgspec.json.Decoder(Union[*READERS])


def text_of(event: Event) -> str:
    """The event as JSON; `event_of` reads it back unchanged."""
    return encode(FORMS[type(event)].write(event))


def event_of(text: str) -> Event:
    """The event that `text_of` wrote. Raises NotUnderstood: it did not."""
    try:
        written = _DECODER.decode(text)
        event: Event = READERS[type(written)](written)
    except (ValueError, RecursionError) as error:
        raise NotUnderstood(f"no event of a match: {error}") from error
    return event
