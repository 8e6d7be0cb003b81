"""Writes and reads records as JSON objects whose field `event` names the kind of record.

Tiles, tables and rules are written in their notation, every other record field by field. The type of a value alone
decides, so a new event or a new field of a fault needs no change here.
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
    """Writes and reads records of several kinds; `kinds`: the types by their name in the JSON."""

    def __init__(self, kinds: Mapping[str, type[R]], what: str) -> None:
        """`what`: the word for a record in error messages."""
        self._what = what
        self._forms = {kind: record_form(kind, name) for name, kind in kinds.items()}
        self._readers = {form.kind: form.read for form in self._forms.values()}
        self._decoder = msgspec.json.Decoder(Union[*self._readers])

    def text_of(self, record: R) -> str:
        """The record as JSON; `record_of` restores it unchanged."""
        return encode(self._forms[type(record)].write(record))

    def record_of(self, text: str) -> R:
        """The record that `text_of` wrote. Raises NotUnderstood: the text is no such record."""
        try:
            written = self._decoder.decode(text)
            record: R = self._readers[type(written)](written)
        except (ValueError, RecursionError) as error:
            raise NotUnderstood(f"no {self._what}: {error}") from error
        return record


@dataclasses.dataclass(frozen=True, slots=True)
class Form:
    """The JSON form of a type: `kind` is the type msgspec decodes; `write` and `read` convert to it and back."""

    kind: Any
    write: Callable[[Any], Any]
    read: Callable[[Any], Any]


def _as_it_is(value: Any) -> Any:
    return value


WHEN_NOT_WRITTEN: Mapping[str, Any] = {"pool_empty": "until-nobody-can"}
"""Options whose value in presets has changed, with the value they had when journals left them out. They are now always
written."""


def _rules_written(rules: Rules) -> dict[str, Any]:
    """The rules of a match in full, independent of later changes of a preset."""
    return {"preset": rules.preset, **rules.changes(), **{name: getattr(rules, name) for name in WHEN_NOT_WRITTEN}}


def _rules_read(written: str | Mapping[str, Any]) -> Rules:
    changes = {"preset": written} if isinstance(written, str) else written
    return Rules.from_json({**WHEN_NOT_WRITTEN, **changes})


NOTATION: Mapping[Any, Form] = {
    Tile: Form(str, str, Tile.from_notation),
    Message: Form(dict[str, Any], Message.to_json, Message.from_json),
    Table: Form(list[str], Table.to_notation, Table.from_notation),
    Rules: Form(str | dict[str, str | int | bool | None], _rules_written, _rules_read),
}
"""Types with a notation of their own."""


@cache
def form_of(kind: Any) -> Form:
    """The JSON form of a type."""
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
    """The JSON form of a dataclass: an object of its fields; with a `tag`, its field `event` names the kind."""
    hints, fields = get_type_hints(kind), dataclasses.fields(kind)
    forms = {field.name: form_of(hints[field.name]) for field in fields}
    tagged: dict[str, Any] = {} if tag is None else {"tag_field": "event", "tag": tag}
    otherwise = {name: form.read for name, form in forms.items() if form.read is not _as_it_is}
    columns = [_column(field, forms[field.name]) for field in fields]
    record = msgspec.defstruct(kind.__name__, columns, frozen=True, forbid_unknown_fields=True, kw_only=True, **tagged)

    def write(value: Any) -> msgspec.Struct:
        return record(**{name: form.write(getattr(value, name)) for name, form in forms.items()})

    def read(written: msgspec.Struct) -> Any:
        values = msgspec.structs.asdict(written)
        for name, convert in otherwise.items():
            values[name] = convert(values[name])
        return kind(**values)

    return Form(record, write, read)


def _column(field: dataclasses.Field[Any], form: Form) -> tuple[str, Any] | tuple[str, Any, Any]:
    """A field for msgspec; a field with a default may be missing from the JSON, as it is newer than the journal."""
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
