"""What a camera or a picture has trouble with."""

from collections.abc import Mapping

from referee.messages.template import Template

CAMERA: Mapping[str, str | Template] = {}
