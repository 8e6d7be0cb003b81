"""The events of a match as the journal has them."""

from referee.match import EVENTS, Event
from tilewatch.storage.record_codec import RecordCodec

_CODEC = RecordCodec[Event](EVENTS, "event of a match")
text_of, event_of = _CODEC.text_of, _CODEC.record_of
