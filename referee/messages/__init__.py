"""What is said to people: faults, refusals, questions, moves and rules; each a code, its values, an English template.

message.py: a message and the refusals that carry one, tiles and lists in words; then the templates by where they are
said: faults.py, rules.py, play.py (what does not fit a match or a live table), inputs.py (what cannot be used),
camera.py (also of a set that is taught), terminal.py (what commands print), tournament.py. A new sentence is one
line in one of them and one in each catalogue of web/translations.
"""

from referee.messages.message import SAID, TEMPLATES, Message, Refusal, Value, listed, message_of, quoted
from referee.messages.template import Template
