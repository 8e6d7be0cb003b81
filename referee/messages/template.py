"""A template: the English text of a message with {fields}, and its plural form if it has one."""

import re
from dataclasses import dataclass

FIELD = re.compile(r"{(\w+)}")


@dataclass(frozen=True, slots=True)
class Template:
    """An English text. `counted`: the field whose number chooses between `text` (one) and `plural` (more)."""

    text: str
    plural: str | None = None
    counted: str | None = None

    @property
    def fields(self) -> frozenset[str]:
        """The names of its fields.

        >>> sorted(Template("{n} of {tile}").fields)
        ['n', 'tile']
        """
        return frozenset(FIELD.findall(self.text + (self.plural or "")))


def counted(field: str, one: str, more: str) -> Template:
    """A template with a singular and a plural form."""
    return Template(one, more, field)
