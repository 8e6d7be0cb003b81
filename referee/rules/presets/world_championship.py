"""As the original game, with the clock of the World Championship of 2018."""

from referee.rules.options import Preset

WORLD_CHAMPIONSHIP = Preset(
    name="world-championship",
    title="World Championship",
    about="as the original, with the World Championship's clock",
    options={"turn_seconds": 40, "clock_waits_for_referee": False},
    sources={
        "turn_seconds": "World Championship 2018: 40 seconds a turn",
        "clock_waits_for_referee": "tournament practice: the clock runs on while the referee reads",
    },
    readings=("As original; only the clock differs.",),
)
