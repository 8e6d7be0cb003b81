"""Records of several kinds as texts: one JSON object each, its field `event` the kind of record."""

from collections.abc import Mapping
from typing import Generic, TypeVar, Union

import msgspec

from tilewatch.storage.forms import record_form
from web.decoding.decode import encode
from web.decoding.explain import NotUnderstood

R = TypeVar("R")


class RecordCodec(Generic[R]):
    """Writes and reads the records of some kinds; `kinds`: by the name that stands in their text."""

    def __init__(self, kinds: Mapping[str, type[R]], what: str) -> None:
        """`what`: what a record is called in a message."""
        self._what = what
        self._forms = {kind: record_form(kind, name) for name, kind in kinds.items()}
        self._readers = {form.kind: form.read for form in self._forms.values()}
        self._decoder = msgspec.json.Decoder(Union[*self._readers])

    def text_of(self, record: R) -> str:
        """The record as JSON; `record_of` reads it back unchanged."""
        return encode(self._forms[type(record)].write(record))

    def record_of(self, text: str) -> R:
        """The record that `text_of` wrote. Raises NotUnderstood: it did not."""
        try:
            written = self._decoder.decode(text)
            record: R = self._readers[type(written)](written)
        except (ValueError, RecursionError) as error:
            raise NotUnderstood(f"no {self._what}: {error}") from error
        return record
