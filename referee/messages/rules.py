"""The rules in plain words."""

from collections.abc import Mapping

from referee.messages.template import Template

RULES: Mapping[str, str | Template] = {}
