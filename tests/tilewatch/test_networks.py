"""Finding the machine's network that phones are in: by the systems' interface names, and in networks made for the
test."""

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tilewatch import networks
from tilewatch.networks import Kind, Network, for_phones, kind_of

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize(
    ("card", "said", "address", "kind"),
    [
        ("wlp3s0", "wlp3s0", "192.168.1.20", Kind.WIFI),
        ("enx00e04c", "enx00e04c", "192.168.1.21", Kind.CABLE),
        ("en0", "en0", "192.168.1.20", Kind.CABLE),
        ("{5A-1}", "Intel(R) Wi-Fi 6 AX201 160MHz", "192.168.1.20", Kind.WIFI),
        ("{5A-2}", "Microsoft Wi-Fi Direct Virtual Adapter #2", "192.168.137.1", Kind.HOTSPOT),
        ("wlan0", "wlan0", "10.42.0.1", Kind.HOTSPOT),
        ("bridge100", "bridge100", "192.168.2.1", Kind.HOTSPOT),
        ("utun4", "utun4", "10.8.0.2", Kind.VPN),
        ("{5A-3}", "Tailscale Tunnel", "100.101.1.2", Kind.VPN),
        ("tailscale0", "tailscale0", "100.101.1.2", Kind.VPN),
        ("br-0a1b2c3d4e5f", "br-0a1b2c3d4e5f", "172.18.0.1", Kind.VIRTUAL),
        ("{5A-4}", "Hyper-V Virtual Ethernet Adapter", "172.20.0.1", Kind.VIRTUAL),
    ],
)
def test_a_network_is_known_by_what_systems_and_programs_call_it(
    card: str, said: str, address: str, kind: Kind
) -> None:
    assert kind_of(card, said, address) is kind


def test_a_tunnel_of_any_name_is_known_by_its_flag() -> None:
    assert kind_of("work", "work", "10.9.0.2", is_point_to_point=True) is Kind.VPN


def test_phones_are_never_let_in_by_a_tunnel_that_nobody_chose() -> None:
    assert for_phones((Network("10.8.0.2", Kind.VPN, "tun0"), Network("172.17.0.1", Kind.VIRTUAL, "docker0"))) is None


def test_the_name_is_told_only_where_somebody_answers_to_it(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr("socket.gethostname", lambda: "Kitchen-Laptop")
    monkeypatch.setattr("sys.platform", "linux")
    monkeypatch.setattr(networks, "AVAHI", tmp_path / "socket")
    assert networks.local_name() is None
    (tmp_path / "socket").touch()
    assert networks.local_name() == "kitchen-laptop.local"


UP = """
ip link set lo up
up() { ip tuntap add "$1" mode "${3:-tun}"; ip addr add "$2" dev "$1" ${4:-}; ip link set "$1" up; }
"""
WIFI = "up wlan0 192.168.1.20/24; ip route add default dev wlan0 metric 600;"
SCENARIOS = {
    "plain": (WIFI, ["192.168.1.20"]),
    "two cards": (f"up eth0 192.168.1.30/24 tap; {WIFI}", ["192.168.1.20", "192.168.1.30"]),
    "a VPN that takes everything": (
        f"{WIFI} up tun0 10.8.0.2/24; ip route add 0.0.0.0/1 dev tun0; ip route add 128.0.0.0/1 dev tun0",
        ["192.168.1.20", "10.8.0.2"],
    ),
    "a VPN of any name that takes its own": (f"{WIFI} up work 10.9.0.2/24", ["192.168.1.20", "10.9.0.2"]),
    "Docker": (f"up docker0 172.17.0.1/16 tap; {WIFI}", ["192.168.1.20", "172.17.0.1"]),
    "the laptop is the hotspot": ("up wlan0 10.42.0.1/24", ["10.42.0.1"]),
    "no network": ("", []),
    "IPv6 only": ("up wlan0 fd00:1::20/64 tap nodad; ip route add default dev wlan0", ["fd00:1::20"]),
}
"""How each network is made, and the addresses that are found, the address for phones first."""
PROGRAM = """
import json, sys, threading, urllib.request
from pathlib import Path
from flask import Flask
from tilewatch import doors
from tilewatch.networks import Kind, networks
from tilewatch.server import server
from tilewatch.threads import Threads
from web.contract import Conflict

doors.LOOKS_EVERY = 0.05
app, threads, told, moved = Flask("page"), Threads(lambda: None), [], threading.Event()
app.add_url_rule("/", view_func=lambda: "the page")
straight = urllib.request.build_opener(urllib.request.ProxyHandler({}))

def tell(address):
    told.append(address)
    moved.set()

def answers(address):
    host = f"[{address}]" if ":" in address else address
    try:
        return straight.open(f"http://{host}:{page.port}/", timeout=2).status
    except OSError:
        return None

page = server(app, "127.0.0.1", 0)
threads.start("serving", lambda _stopping: page.run())
made = doors.Doors(app, page.port, Path(sys.argv[1]) / "page.pem", threads, tell=tell)
found = [one.address for one in networks()]
try:
    made.let_phones_in()
except Conflict as refusal:
    told.append(refusal.message.code)
result = {"found": found, "told": told[:1], "answers": [answers(one) for one in found]}
if len(sys.argv) > 2:
    import subprocess
    moved.clear()
    subprocess.run(["sh", "-c", sys.argv[2]], check=True)
    moved.wait(5)
    now = [one.address for one in networks()]
    result |= {"now": now, "told_now": told[-1], "answers_now": [answers(one) for one in now]}
print(json.dumps(result))
threads.stop()
page.close()
"""


@pytest.fixture(scope="module")
def inside() -> Callable[..., Any]:
    """The output of the doors run in a network of their own, made by a script; skips if no network can be made."""
    tools = all(map(shutil.which, ("unshare", "ip")))
    if sys.platform != "linux" or not tools or os.geteuid() != 0:
        pytest.skip("networks of their own need Linux, root, unshare and ip")
    tried = subprocess.run(["unshare", "-n", "bash", "-c", f"{UP} up wlan0 192.168.1.20/24"], capture_output=True)
    if tried.returncode != 0 or tried.stderr:
        pytest.skip(f"no network of its own can be made here: {tried.stderr.decode(errors='replace')[:120]}")

    def run(script: str, folder: Path, *more: str) -> Any:
        asked = [sys.executable, "-c", PROGRAM, str(folder), *more]
        call = ["unshare", "-n", "bash", "-ec", f'{UP} {script}\n exec "$@"', "-", *asked]
        done = subprocess.run(call, capture_output=True, text=True, timeout=60, cwd=ROOT)
        assert done.returncode == 0, done.stderr
        return json.loads(done.stdout)

    return run


@pytest.mark.parametrize("name", SCENARIOS)
def test_phones_find_the_page_in_the_network_of_the_house_and_in_no_other(
    inside: Callable[..., Any], tmp_path: Path, name: str
) -> None:
    script, addresses = SCENARIOS[name]
    told = inside(script, tmp_path)
    assert told["found"] == addresses
    assert told["answers"] == [200, *[None] * (len(addresses) - 1)][: len(addresses)]
    host = f"[{addresses[0]}]" if addresses and ":" in addresses[0] else addresses[0] if addresses else ""
    assert told["told"][0].startswith(f"http://{host}:") if addresses else told["told"] == ["no-network"]


def test_where_the_address_changes_the_page_moves_within_five_seconds(
    inside: Callable[..., Any], tmp_path: Path
) -> None:
    change = "ip addr del 192.168.1.20/24 dev wlan0; ip addr add 192.168.1.77/24 dev wlan0"
    told = inside(WIFI, tmp_path, change)
    assert (told["now"], told["answers_now"]) == (["192.168.1.77"], [200])
    assert told["told_now"].startswith("http://192.168.1.77:")
