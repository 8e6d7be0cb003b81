"""The base class of test doubles: mypy takes it for Any, like a Mock."""

from typing import TYPE_CHECKING, Any

StandIn: Any = Any if TYPE_CHECKING else object
