"""The base of whatever stands in for something else: to mypy it is anything, as a Mock is."""

from typing import TYPE_CHECKING, Any

StandIn: Any = Any if TYPE_CHECKING else object
