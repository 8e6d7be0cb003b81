"""The answers about this machine's networks, and about phones that arrive."""

from typing import Annotated, TypedDict

from msgspec import Meta

from web.records.said import MessageTold


class NetworkTold(TypedDict):
    """A network that this machine is in."""

    address: str
    kind: Annotated[str, Meta(description="`wifi`, `cable`, `hotspot`, `vpn` or `virtual`")]
    card: Annotated[str, Meta(description="its interface, as the system calls it")]
    open: Annotated[bool, Meta(description="whether phones in it find the page")]


class DoorsTold(TypedDict):
    """This machine's networks, and the addresses at which the page is open."""

    networks: Annotated[list[NetworkTold], Meta(description="the likeliest for phones first")]
    name: Annotated[str | None, Meta(description="its name for phones, `laptop.local`; null: nothing answers to it")]
    ways: Annotated[list[str], Meta(description="addresses of the page in these networks")]
    open_for: Annotated[float | None, Meta(description="seconds since phones were let in; null: they are not")]


class Arrived(TypedDict):
    """A device elsewhere that reached the page."""

    device: Annotated[str, Meta(description="as its browser calls itself")]
    address: str
    inside: Annotated[bool, Meta(description="whether it may press; else it stands before the warning or the PIN")]
    seconds: Annotated[float, Meta(description="since it came")]


class NetworksTold(DoorsTold):
    """This machine's networks, the devices that arrived, and likely reasons if no device arrived."""

    arrived: Annotated[list[Arrived], Meta(description="since the program began, the newest first")]
    reasons: Annotated[list[MessageTold], Meta(description="why no phone arrived within a minute; else none")]
