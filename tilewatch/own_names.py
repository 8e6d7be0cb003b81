"""By which addresses and names this machine is found in its own network."""

import ipaddress
import socket
import struct
import sys
from collections.abc import Iterator
from contextlib import suppress

SIOCGIFADDR = 0x8915
"""Linux: asks for an interface's IPv4 address (linux/sockios.h)."""
NOWHERE = (("192.0.2.1", socket.AF_INET), ("2001:db8::1", socket.AF_INET6))
"""Addresses for documentation (RFC 5737, RFC 3849): the way there tells one's own address, and nothing is sent."""


def own_names() -> list[str]:
    """Every address and name of this machine that a certificate can hold, in order; `.local` is its name for mDNS."""
    host = socket.gethostname()
    found = {"localhost", "127.0.0.1", "::1", *_addresses(host)}
    if _is_a_name(host):
        found |= {host, f"{host.partition('.')[0]}.local"}
    return sorted(found)


def _addresses(host: str) -> set[str]:
    found = {*_listed(host), *_on_the_way(), *_of_interfaces()}
    return {address for address in found if not ipaddress.ip_address(address).is_unspecified}


def _listed(host: str) -> Iterator[str]:
    """What the system lists under its own name: on Windows and macOS all addresses, on Linux often a loopback alone."""
    with suppress(OSError, UnicodeError):
        for *_, place in socket.getaddrinfo(host, None):
            yield str(place[0]).partition("%")[0]


def _on_the_way() -> Iterator[str]:
    """The addresses from which something would be sent outside."""
    for address, family in NOWHERE:
        with suppress(OSError), socket.socket(family, socket.SOCK_DGRAM) as probe:
            probe.connect((address, 9))
            yield str(probe.getsockname()[0]).partition("%")[0]


def _of_interfaces() -> Iterator[str]:
    """The IPv4 address of each interface, where Linux says so."""
    if sys.platform != "linux":
        return
    import fcntl

    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asked:
        for _, name in socket.if_nameindex():
            with suppress(OSError):
                told = fcntl.ioctl(asked, SIOCGIFADDR, struct.pack("256s", name.encode()[:15]))
                yield socket.inet_ntoa(told[20:24])


def _is_a_name(host: str) -> bool:
    """Whether a certificate can hold this name."""
    parts = host.split(".")
    return host.isascii() and all(part and part.replace("-", "").isalnum() for part in parts)
