"""Every message to people: faults, refusals, questions, moves and rules; each is a code, its values and an English
template.

message.py: a message, the exception that carries one, tiles and lists in words. The templates by subject: faults.py,
rules.py, play.py (matches and live tables), inputs.py (input that cannot be used), camera.py (also teaching a set of
tiles), terminal.py (output of commands), tournament.py. A new sentence is one line in one of these files, and one in
each catalogue of web/translations.
"""

from referee.messages.message import SAID, TEMPLATES, Message, Refusal, Value, listed, message_of, quoted
from referee.messages.template import Template
