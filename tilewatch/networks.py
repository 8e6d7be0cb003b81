"""This machine's networks: which address phones at home most likely reach, and which networks are tunnels or virtual.

All addresses that the program names (servers for phones, QR code, certificate, terminal) come from here.
"""

import ipaddress
import re
import socket
import struct
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from enum import IntEnum
from pathlib import Path

import ifaddr

SIOCGIFFLAGS = 0x8913
"""Linux: asks for an interface's flags (linux/sockios.h)."""
UP, POINT_TO_POINT, RUNNING = 0x1, 0x10, 0x40
"""Flags of an interface (linux/if.h): switched on, a tunnel or modem, and connected."""
AVAHI = Path("/run/avahi-daemon/socket")
"""A socket that exists if Linux answers to its `.local` name."""
NOWHERE = (("192.0.2.1", socket.AF_INET), ("2001:db8::1", socket.AF_INET6))
"""Addresses reserved for documentation (RFC 5737, RFC 3849): the route to them reveals this machine's own address, and
no packet is sent.
"""


class Kind(IntEnum):
    """The kind of a network, in the order of how likely phones at home are in it."""

    WIFI = 0
    CABLE = 1
    HOTSPOT = 2
    """A Wi-Fi hotspot of this machine."""
    VPN = 3
    VIRTUAL = 4
    """A network of Docker or of a virtual machine, which has no phones."""

    @property
    def is_at_home(self) -> bool:
        """Whether phones of the household may be in a network of this kind."""
        return self <= Kind.HOTSPOT


TUNNELS = (
    r"^(u?tun|tap|wg|ppp|ipsec|nordlynx|proton|tailscale|zt|wwan|wwp|rmnet)|vpn|wireguard|tap-windows|wintun|hamachi",
    r"tailscale|zerotier|cisco anyconnect|globalprotect|fortinet|cloudflare",
)
MACHINES = (
    r"^(docker|br-[0-9a-f]|veth|virbr|vbox|vmnet|vnic|lxc|lxd|podman|cni|flannel|cali|waydroid|bridge\d)",
    r"vethernet|hyper-v|virtualbox|vmware|\bwsl\b|docker|parallels",
)
NAMES = (
    (Kind.HOTSPOT, r"^(u?ap\d|bridge1\d\d$)|wi-?fi direct|hosted network|hotspot"),
    (Kind.VPN, "|".join(TUNNELS)),
    (Kind.VIRTUAL, "|".join(MACHINES)),
    (Kind.WIFI, r"^(wl|wifi|ath|ra\d)|wi-?fi|wireless|802\.11|wlan"),
)
"""Kinds of interfaces, each with a pattern of the names that systems and programs give them; the first match counts."""
UNUSED = re.compile(r"^(awdl|llw|anpi|gif|stf|lo)\d*$")
"""Interfaces that no browser uses: macOS's own communication with other devices, and loopback."""
SHARED = tuple(map(ipaddress.ip_network, ("10.42.0.0/16", "192.168.137.0/24")))
"""Networks that NetworkManager and Windows use for this machine's hotspot; its own address in them ends in .1."""


@dataclass(frozen=True, slots=True)
class Network:
    """A network that this machine is in; `address`: this machine's, without brackets; `card`: the interface's name."""

    address: str
    kind: Kind
    card: str
    is_connected: bool = True

    @property
    def is_ipv6(self) -> bool:
        """Whether the address is an IPv6 address."""
        return ":" in self.address

    @property
    def host(self) -> str:
        """The address as it is written in a URL."""
        return f"[{self.address}]" if self.is_ipv6 else self.address


def kind_of(card: str, description: str, address: str, is_point_to_point: bool = False) -> Kind:
    """The kind of a network, from its interface's name and description, this machine's address and the interface's
    flag.

    >>> kind_of("wlp3s0", "wlp3s0", "192.168.1.20"), kind_of("tun0", "tun0", "10.8.0.2")
    (<Kind.WIFI: 0>, <Kind.VPN: 3>)
    """
    own = ipaddress.ip_address(address)
    for kind, names in NAMES:
        if re.search(names, card, re.I) or re.search(names, description, re.I):
            is_shared = kind is Kind.WIFI and str(own).endswith(".1") and any(own in one for one in SHARED)
            return Kind.HOTSPOT if is_shared else kind
    if is_point_to_point:
        return Kind.VPN
    return Kind.HOTSPOT if str(own).endswith(".1") and any(own in one for one in SHARED) else Kind.CABLE


def networks() -> tuple[Network, ...]:
    """This machine's present networks, the likeliest for phones first; takes a few milliseconds."""
    found = [network for adapter in ifaddr.get_adapters() for network in _of(adapter)]
    ways = own_ways()
    return tuple(sorted(found, key=lambda one: _rank(one, ways)))


def _rank(network: Network, ways: tuple[str, ...]) -> tuple[object, ...]:
    """A sort key, smallest for the likeliest network; `ways`: this machine's addresses for outgoing connections."""
    is_given = not ipaddress.ip_address(network.address).is_link_local
    return (
        *(not is_given, not network.kind.is_at_home, not network.is_connected, network.kind, network.is_ipv6),
        *(network.address not in ways, network.card, network.address),
    )


def _of(adapter: ifaddr.Adapter) -> Iterator[Network]:
    """The networks of an interface that phones may reach: one for each IPv4 address, else for one IPv6 address."""
    card, flags = str(adapter.name), _flags(str(adapter.name))
    if UNUSED.match(card) or not flags & UP:
        return
    addresses = [str(one.ip if isinstance(one.ip, str) else one.ip[0]) for one in adapter.ips]
    usable = [one for one in addresses if _is_reached(one)]
    for address in [one for one in usable if ":" not in one] or sorted(usable, key=_is_outside)[:1]:
        kind = kind_of(card, adapter.nice_name, address, bool(flags & POINT_TO_POINT))
        yield Network(address, kind, _called(adapter), bool(flags & RUNNING))


def _called(adapter: ifaddr.Adapter) -> str:
    """An interface's name for people; Windows itself uses a number, but gives a description."""
    return adapter.nice_name if sys.platform == "win32" else str(adapter.name)


def _is_reached(address: str) -> bool:
    """Whether another machine's browser can open this address; not an IPv6 one that needs an interface's name."""
    own = ipaddress.ip_address(address.partition("%")[0])
    return not (own.is_loopback or own.is_unspecified or own.is_multicast or (own.version == 6 and own.is_link_local))


def _is_outside(address: str) -> bool:
    return not ipaddress.ip_address(address).is_private


def _flags(card: str) -> int:
    """An interface's flags on Linux; on other systems every interface counts as switched on and connected."""
    if sys.platform == "linux":
        import fcntl

        with suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asked:
            answer = fcntl.ioctl(asked, SIOCGIFFLAGS, struct.pack("256s", card.partition(":")[0].encode()[:15]))
            return int(struct.unpack("H", answer[16:18])[0])
    return UP | RUNNING


def own_ways() -> tuple[str, ...]:
    """This machine's addresses for outgoing connections; the address of a VPN that takes all of them."""
    found = []
    for address, family in NOWHERE:
        with suppress(OSError), socket.socket(family, socket.SOCK_DGRAM) as probe:
            probe.connect((address, 9))
            found.append(str(probe.getsockname()[0]).partition("%")[0])
    return tuple(found)


def local_name() -> str | None:
    """This machine's name in the local network, `kitchen-laptop.local`; None: no device answers to it, or it is
    invalid.
    """
    host = socket.gethostname().partition(".")[0]
    is_name = host.isascii() and bool(host.replace("-", "")) and host.replace("-", "").isalnum()
    answers = sys.platform != "linux" or AVAHI.exists()
    return f"{host.lower()}.local" if is_name and answers and host != "localhost" else None


Look = Callable[[], tuple[Network, ...]]
"""Returns this machine's networks, the likeliest first."""


def for_phones(found: tuple[Network, ...]) -> Network | None:
    """The network in which phones are let in by default; None: this machine is in no home network."""
    return next((one for one in found if one.kind.is_at_home), None)
