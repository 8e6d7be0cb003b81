"""Records of several kinds as texts: one JSON object each, its field `event` the kind of record.

The referee's values look in JSON as follows: tiles, tables and rules in their notation, every other record field by
field. That is decided by the type of a value alone: a new event or a new field of a fault needs nothing here.
"""

import dataclasses
from collections.abc import Callable, Mapping
from functools import cache, reduce
from operator import or_
from types import NoneType, UnionType
from typing import Any, Generic, TypeVar, Union, get_args, get_origin, get_type_hints

import msgspec

from referee.match import EVENTS, Event
from referee.messages import Message
from referee.rules import Rules
from referee.table import Table
from referee.tiles import Tile
from web.decoding import NotUnderstood, encode

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


@dataclasses.dataclass(frozen=True, slots=True)
class Form:
    """A type as JSON has it: `kind` is what msgspec decodes, and the way there and back."""

    kind: Any
    write: Callable[[Any], Any]
    read: Callable[[Any], Any]


def _as_it_is(value: Any) -> Any:
    return value


NOTATION: Mapping[Any, Form] = {
    Tile: Form(str, str, Tile.from_notation),
    Message: Form(dict[str, Any], Message.to_json, Message.from_json),
    Table: Form(list[str], Table.to_notation, Table.from_notation),
    Rules: Form(str | dict[str, str | int | bool | None], Rules.to_json, Rules.from_json),
}
"""Types that have a notation of their own."""


@cache
def form_of(kind: Any) -> Form:
    """How a type looks in JSON."""
    if kind in NOTATION:
        return NOTATION[kind]
    if dataclasses.is_dataclass(kind):
        return record_form(kind)
    if get_origin(kind) is tuple:
        return _list_form(form_of(get_args(kind)[0]))
    if get_origin(kind) in (Union, UnionType) and NoneType in get_args(kind):
        return _optional_form([part for part in get_args(kind) if part is not NoneType])
    return Form(kind, _as_it_is, _as_it_is)


def record_form(kind: Any, tag: str | None = None) -> Form:
    """How a dataclass looks in JSON: an object of its fields; with a `tag` its field `event` says which it is."""
    hints, fields = get_type_hints(kind), dataclasses.fields(kind)
    forms = {field.name: form_of(hints[field.name]) for field in fields}
    tagged: dict[str, Any] = {} if tag is None else {"tag_field": "event", "tag": tag}
    columns = [_column(field, forms[field.name]) for field in fields]
    record = msgspec.defstruct(kind.__name__, columns, frozen=True, forbid_unknown_fields=True, kw_only=True, **tagged)

    def write(value: Any) -> msgspec.Struct:
        return record(**{name: form.write(getattr(value, name)) for name, form in forms.items()})

    def read(written: msgspec.Struct) -> Any:
        return kind(**{name: form.read(getattr(written, name)) for name, form in forms.items()})

    return Form(record, write, read)


def _column(field: dataclasses.Field[Any], form: Form) -> tuple[str, Any] | tuple[str, Any, Any]:
    """A field that has a default may be missing: it came later than the journal."""
    if field.default_factory is not dataclasses.MISSING:
        return field.name, form.kind, form.write(field.default_factory())
    if field.default is dataclasses.MISSING:
        return field.name, form.kind
    return field.name, form.kind, form.write(field.default)


def _list_form(item: Form) -> Form:
    return Form(
        tuple[item.kind, ...],  # type: ignore[name-defined]
        lambda values: [item.write(value) for value in values],
        lambda written: tuple(map(item.read, written)),
    )


def _optional_form(parts: list[Any]) -> Form:
    if len(parts) > 1:
        return Form(reduce(or_, parts) | None, _as_it_is, _as_it_is)
    form = form_of(parts[0])
    return Form(
        form.kind | None,
        lambda value: None if value is None else form.write(value),
        lambda written: None if written is None else form.read(written),
    )


_CODEC = RecordCodec[Event](EVENTS, "event of a match")
text_of, event_of = _CODEC.text_of, _CODEC.record_of
