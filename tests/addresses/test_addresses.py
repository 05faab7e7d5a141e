"""The address on the QR square: laptops as they are found in living rooms."""

import pytest

from companion.addresses import Adapter, Addresses, Surroundings, candidates, ip_of, look_around

LO = Adapter("lo", ("127.0.0.1", "::1"))
DOCKER = Adapter("docker0", ("172.17.0.1",))
BRIDGE = Adapter("br-3f2a1b", ("172.18.0.1",))
VETH = Adapter("veth12ab", ("fe80::1%veth12ab", "169.254.3.4"))
WIFI = Adapter("wlan0", ("192.168.1.5", "fe80::2%wlan0", "2001:db9::7"))
WIRED = Adapter("enp3s0", ("10.0.0.7",))

LAPTOPS = {
    "plain Wi-Fi": ([LO, WIFI], ["192.168.1.5"], ["192.168.1.5"]),
    "Docker": ([LO, DOCKER, BRIDGE, VETH, WIFI], ["192.168.1.5"], ["192.168.1.5"]),
    "VPN takes the default route": (
        [LO, Adapter("tun0", ("10.8.0.6",)), WIFI],
        ["10.8.0.6"],
        ["192.168.1.5"],
    ),
    "Tailscale": ([LO, Adapter("tailscale0", ("100.101.2.3",)), WIFI], [], ["192.168.1.5"]),
    "WireGuard and ZeroTier": (
        [LO, Adapter("wg0", ("10.66.0.2",)), Adapter("ztabc123", ("10.147.17.2",)), WIFI],
        ["10.66.0.2", "192.168.1.5"],
        ["192.168.1.5"],
    ),
    "Windows with WSL2 and Hyper-V": (
        [
            Adapter("Loopback Pseudo-Interface 1", ("127.0.0.1", "::1")),
            Adapter("vEthernet (WSL (Hyper-V firewall))", ("172.29.32.1",)),
            Adapter("VirtualBox Host-Only Network", ("192.168.56.1",)),
            Adapter("Local Area Connection* 1", ("169.254.9.9",)),
            Adapter("Wi-Fi", ("192.168.178.20", "fe80::9")),
        ],
        ["192.168.178.20"],
        ["192.168.178.20"],
    ),
    "Mac with its many": (
        [
            Adapter("lo0", ("127.0.0.1",)),
            Adapter("awdl0", ("fe80::1%awdl0",)),
            Adapter("utun3", ("10.5.5.5", "fe80::3%utun3")),
            Adapter("bridge100", ("192.168.64.1",)),
            Adapter("en0", ("192.168.0.12",)),
        ],
        ["10.5.5.5", "192.168.0.12"],
        ["192.168.0.12"],
    ),
    "a phone's hotspot": (
        [LO, Adapter("wlan0", ("172.20.10.4",))],
        ["172.20.10.4"],
        ["172.20.10.4"],
    ),
    "the laptop is the hotspot, no default route": (
        [LO, Adapter("wlp2s0", ("10.42.0.1",))],
        [],
        ["10.42.0.1"],
    ),
    "Pi, access point and cable": (
        [LO, Adapter("wlan0", ("10.3.141.1",)), Adapter("eth0", ("192.168.1.9",))],
        ["192.168.1.9"],
        ["192.168.1.9", "10.3.141.1"],
    ),
    "cable and Wi-Fi, routed by cable": (
        [LO, WIFI, WIRED],
        ["10.0.0.7"],
        ["10.0.0.7", "192.168.1.5"],
    ),
    "no route at all: home networks first": (
        [
            LO,
            Adapter("a", ("8.8.4.4",)),
            Adapter("b", ("100.64.1.1",)),
            Adapter("c", ("172.16.0.2",)),
            WIRED,
            WIFI,
        ],
        [],
        ["192.168.1.5", "10.0.0.7", "172.16.0.2", "8.8.4.4", "100.64.1.1"],
    ),
    "unplugged": ([LO, Adapter("eth0", ("192.168.7.7",), up=False), WIFI], [], ["192.168.1.5"]),
    "IPv6 only": (
        [LO, Adapter("wlan0", ("fe80::2%wlan0", "fd00::5", "2001:db9::7"))],
        ["2001:db9::7"],
        ["2001:db9::7", "fd00::5"],
    ),
    "inside a container, nothing better": ([LO, DOCKER], ["172.17.0.1"], ["172.17.0.1"]),
    "no network": ([LO, Adapter("wlan0", ("169.254.1.1", "fe80::1"))], [], []),
    "nothing": ([], [], []),
    "nonsense": ([Adapter("eth0", ("", "x", "0.0.0.0", "224.0.0.1"))], [], []),
}


@pytest.mark.parametrize(("adapters", "routes", "told"), LAPTOPS.values(), ids=LAPTOPS.keys())
def test_what_phones_are_told(adapters, routes, told):
    found = candidates(Surroundings(tuple(adapters), tuple(routes)))
    assert [address.ip for address in found] == told


@pytest.mark.parametrize(
    "name",
    ["Local Area Connection", "wlan0", "eth0", "enp0s31f6", "en0", "Ethernet 2", "wlx00", "end0",
     "br0", "bond0", "team0", "usb0", "uap0", "ap0", "Wi-Fi 3", "lan1", "WLAN", "ham radio"],
)  # fmt: skip
def test_real_adapters_are_kept(name):
    around = Surroundings((Adapter(name, ("192.168.1.5",)), WIRED))
    assert name in [address.adapter for address in candidates(around)]


class Place:
    """Where the machine is; moves when told to."""

    def __init__(self, *adapters, routes=()):
        self.now = Surroundings(adapters, routes)

    def __call__(self):
        return self.now


def test_the_next_address_is_remembered_by_its_adapter(tmp_path):
    place = Place(LO, WIFI, WIRED, routes=("10.0.0.7",))
    told = Addresses(tmp_path / "adapter", look=place)
    assert (told.ip, told.count) == ("10.0.0.7", 2)
    told.next()
    assert told.ip == "192.168.1.5"
    again = Addresses(tmp_path / "adapter", look=place)
    assert again.ip == "192.168.1.5"
    place.now = Surroundings((LO, Adapter("wlan0", ("192.168.44.9",)), WIRED), ("10.0.0.7",))
    assert again.refresh()
    assert again.ip == "192.168.44.9"
    again.next()
    assert again.ip == "10.0.0.7"


def test_it_follows_the_machine_from_network_to_network(tmp_path):
    place = Place(LO)
    told = Addresses(tmp_path / "adapter", look=place)
    assert (told.ip, told.count, told.offline) == ("127.0.0.1", 1, True)
    place.now = Surroundings((LO, WIFI), ())
    assert told.refresh()
    assert (told.ip, told.offline) == ("192.168.1.5", False)
    assert not told.refresh()
    # What still works is kept, even when something better comes
    place.now = Surroundings((LO, WIRED, WIFI), ("10.0.0.7",))
    assert told.refresh()  # there is another one to try
    assert (told.ip, told.count) == ("192.168.1.5", 2)
    place.now = Surroundings((LO, WIRED), ("10.0.0.7",))
    assert told.refresh()
    assert told.ip == "10.0.0.7"


def test_the_address_given_by_hand_wins(tmp_path):
    place = Place(LO, WIFI)
    told = Addresses(tmp_path / "adapter", "10.9.8.7", place)
    assert (told.ip, told.count, told.offline) == ("10.9.8.7", 1, False)
    told.next()
    assert told.ip == "10.9.8.7"
    assert not (tmp_path / "adapter").exists()


def test_a_memory_that_cannot_be_written_or_read(tmp_path):
    (tmp_path / "adapter").mkdir()
    told = Addresses(tmp_path / "adapter", look=Place(LO, WIFI, WIRED))
    first = told.ip
    told.next()
    assert told.ip != first


def test_this_very_machine(tmp_path):
    told = Addresses(tmp_path / "adapter", look=Place(LO, WIFI, DOCKER))
    for own in ("127.0.0.1", "127.9.9.9", "::1", "192.168.1.5", "172.17.0.1", "::ffff:127.0.0.1"):
        assert told.is_own(own), own
    for other in ("192.168.1.6", "", "x", "fe80::2"):
        assert not told.is_own(other) or other == "fe80::2", other


def test_addresses_as_written():
    assert str(ip_of("::ffff:10.0.0.9")) == "10.0.0.9"
    assert str(ip_of("fe80::1%eth0")) == "fe80::1"
    assert str(ip_of("evil")) == "::"


def test_looking_around_this_machine():
    around = look_around()
    assert any("127.0.0.1" in adapter.ips for adapter in around.adapters)
    assert "127.0.0.1" in around.own
