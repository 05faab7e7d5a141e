"""Which of this machine's addresses a phone in the same room can reach.

Laptops carry addresses that no phone can use: Docker's, a VPN's, a virtual machine's. What
is left is ranked by the way the system itself would take to the local network. The ways of
qrcp and Home Assistant, put together.
"""

import contextlib
import ipaddress
import re
import socket
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

LOOPBACK = "127.0.0.1"

_VIRTUAL = re.compile(
    r"""
    (?: lo | gif | stf | sit | p2p | awdl | llw | anpi | utun | tun | tap | ppp | ipsec | wg | zt
      | ham | dummy | ifb | isatap | vnet | vmnet | vmenet | virbr | vboxnet | veth | docker
      | podman | cni | lxcbr | lxdbr | cali | flannel | cilium | nordlynx | proton | mullvad
      | tailscale | bridge | rmnet | ehc | xhc )
    [-.\d] .* | lo | docker.* | br-.* | veth.* | vnet.* | cali.* | zt.* | utun | tailscale.*
    | proton.* | mullvad.* | nordlynx.* | ip6tnl.* | flannel.* | cilium.* | wg-.*
    | .* (?: vEthernet | WSL | Hyper-V | VirtualBox | VMware | Tailscale | ZeroTier | WireGuard
      | OpenVPN | TAP-Windows | Wintun | Teredo | Hamachi | VPN | Loopback ) .*
    """,
    re.VERBOSE | re.IGNORECASE,
)
_SHARED = ipaddress.ip_network("100.64.0.0/10")
_HOMES = tuple(map(ipaddress.ip_network, ("192.168.0.0/16", "10.0.0.0/8", "172.16.0.0/12")))


@dataclass(frozen=True)
class Adapter:
    """A network adapter: its name, its addresses, whether it is up."""

    name: str
    ips: tuple[str, ...]
    up: bool = True


@dataclass(frozen=True)
class Address:
    """An address a phone may be told, and the adapter it belongs to."""

    ip: str
    adapter: str


@dataclass(frozen=True)
class Surroundings:
    """All there is to choose from: the adapters, and the addresses the system would send
    from to the local network and to the world, the best first."""

    adapters: tuple[Adapter, ...] = ()
    routes: tuple[str, ...] = ()

    @property
    def own(self) -> frozenset[str]:
        """Every address of this machine, reachable or not."""
        return frozenset(ip.partition("%")[0] for a in self.adapters for ip in a.ips)


def candidates(around: Surroundings) -> tuple[Address, ...]:
    """The addresses phones may be able to reach, the likeliest first; none without a network.

    IPv6 counts only where there is no IPv4, and an adapter with a virtual one's name only
    where there is no other.
    """
    usable = [
        Address(ip, adapter.name)
        for adapter in around.adapters
        if adapter.up
        for ip in adapter.ips
        if _is_usable(ip)
    ]
    real = [address for address in usable if not _VIRTUAL.fullmatch(address.adapter)] or usable
    fourth = [address for address in real if ":" not in address.ip] or real
    return tuple(sorted(fourth, key=lambda address: _rank(address.ip, around.routes)))


@lru_cache(maxsize=1024)
def ip_of(text: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address:
    """An address as the system writes it, without its zone; IPv4 seen through IPv6 is IPv4.

    Whatever is none becomes ``::``, which is nobody's.
    """
    try:
        parsed = ipaddress.ip_address(text.partition("%")[0])
    except ValueError:
        return ipaddress.IPv6Address("::")
    mapped = parsed.ipv4_mapped if isinstance(parsed, ipaddress.IPv6Address) else None
    return mapped or parsed


def _is_usable(ip: str) -> bool:
    parsed = ip_of(ip)
    return not (
        parsed.is_loopback or parsed.is_link_local or parsed.is_multicast or parsed.is_unspecified
    )


def _rank(ip: str, routes: Sequence[str]) -> tuple[int, int]:
    parsed = ipaddress.ip_address(ip)
    route = routes.index(ip) if ip in routes else len(routes)
    for order, network in enumerate(_HOMES):
        if parsed in network:
            return (route, order)
    return (route, 5 if parsed in _SHARED else 4 if not parsed.is_private else 3)


def look_around() -> Surroundings:
    """This machine's adapters and routes as they are now. Sends nothing."""
    import psutil

    wanted = (socket.AF_INET, socket.AF_INET6)
    stats = psutil.net_if_stats()
    adapters = tuple(
        Adapter(
            name,
            tuple(entry.address for entry in entries if entry.family in wanted),
            stats[name].isup if name in stats else True,
        )
        for name, entries in psutil.net_if_addrs().items()
    )
    # The local network's multicast group (mDNS), then addresses that belong to nobody
    # (RFC 5737, RFC 3849): connecting a UDP socket only asks the routing table.
    goals = (
        (socket.AF_INET, "224.0.0.251"),
        (socket.AF_INET, "198.51.100.1"),
        (socket.AF_INET6, "2001:db8::1"),
    )
    routes = tuple(dict.fromkeys(ip for goal in goals if (ip := _source_for(*goal))))
    return Surroundings(adapters, routes)


def _source_for(family: socket.AddressFamily, goal: str) -> str | None:
    with contextlib.suppress(OSError), socket.socket(family, socket.SOCK_DGRAM) as probe:
        probe.connect((goal, 5353))
        return str(probe.getsockname()[0])
    return None


def machine_names() -> frozenset[str]:
    """The names by which browsers may call this machine: its own, and that with ``.local``."""
    name = socket.gethostname().casefold().rstrip(".")
    short = name.partition(".")[0]
    return frozenset(filter(None, ("localhost", name, short, f"{short}.local")))


class Addresses:
    """The address phones are told, kept true while the machine moves between networks.

    A choice made by hand is remembered by the adapter's name in the file ``memory``.
    """

    def __init__(
        self,
        memory: Path,
        fixed: str | None = None,
        look: Callable[[], Surroundings] = look_around,
    ) -> None:
        self._memory = memory
        self._fixed = fixed
        self._look = look
        self._all: tuple[Address, ...] = ()
        self._own: frozenset[str] = frozenset()
        self._now: Address | None = None
        self.refresh()

    @property
    def ip(self) -> str:
        """The address to tell; the loopback address where there is no network."""
        if self._fixed:
            return self._fixed
        return self._now.ip if self._now else LOOPBACK

    @property
    def count(self) -> int:
        """How many addresses there are to try."""
        return 1 if self._fixed else max(1, len(self._all))

    @property
    def offline(self) -> bool:
        """Whether no phone can come: this machine is on no network."""
        return not self._fixed and self._now is None

    def is_own(self, ip: str) -> bool:
        """Whether a request from there was made on this very machine."""
        return ip in self._own or ip_of(ip).is_loopback

    def refresh(self) -> bool:
        """Look again; whether what phones are told has changed.

        An address that still exists is kept, so that a QR square does not jump about; but
        the adapter chosen by hand wins as soon as it is there.
        """
        before = (self.ip, self.count, self.offline)
        around = self._look()
        self._own = around.own
        self._all = candidates(around)
        wished = self._remembered()
        preferred = [address for address in self._all if address.adapter == wished]
        if preferred:
            if self._now not in preferred:
                self._now = preferred[0]
        elif self._now not in self._all:
            self._now = self._all[0] if self._all else None
        return before != (self.ip, self.count, self.offline)

    def next(self) -> None:
        """Tell the next address from now on, and remember its adapter."""
        self.refresh()
        if self._fixed or not self._all or self._now is None:
            return
        self._now = self._all[(self._all.index(self._now) + 1) % len(self._all)]
        with contextlib.suppress(OSError):  # a forgotten choice is no reason to fail
            self._memory.write_text(self._now.adapter, encoding="utf-8")

    def _remembered(self) -> str | None:
        try:
            return self._memory.read_text(encoding="utf-8").strip() or None
        except (OSError, ValueError):
            return None
