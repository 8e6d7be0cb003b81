"""What the numbers and options of each preset rest on: leaflet 000 to 004, or the reading chosen."""

SOURCES: dict[str, dict[str, str]] = {
    "original": {},
    "finnish": {},
    "wikipedia": {},
    "danish-card": {},
    "sabra": {},
    "tournament": {},
}
