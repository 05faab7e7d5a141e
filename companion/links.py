"""Links to this server and their QR squares, for phones, kiosk, terminal and paper alike."""

import io
import re
from functools import lru_cache
from itertools import groupby

import msgspec

QUIET = 4
"""Light modules around a QR square that scanners rely on (STANDARD: ISO/IEC 18004)."""


class Qr(msgspec.Struct, frozen=True):
    """A QR square: an SVG path of its dark modules in a ``size`` by ``size`` view box."""

    size: int
    path: str


def place(ip: str, port: int) -> str:
    """Address and port as people type them: ``192.168.1.5:8765``, ``[fd00::5]:8765``."""
    return f"[{ip}]:{port}" if ":" in ip else f"{ip}:{port}"


def join_url(ip: str, port: int, code: str) -> str:
    """Where a phone goes to join a table."""
    return f"http://{place(ip, port)}/j/{code}"


def pass_url(ip: str, port: int, secret: str) -> str:
    """Where another phone goes to take a seat over: once by a pass, always by a seat card."""
    return f"http://{place(ip, port)}/p/{secret}"


def wifi(name: str, password: str = "", hidden: bool = False) -> str:
    """What a QR square says so that a phone joins a Wi-Fi; without a password an open one.

    >>> wifi("Café;1", 'a"b')
    'WIFI:T:WPA;S:Café\\\\;1;P:a\\\\"b;;'
    """

    def escaped(text: str) -> str:
        return re.sub(r'([\\;,:"])', r"\\\1", text)

    kind = (
        f"T:WPA;S:{escaped(name)};P:{escaped(password)};"
        if password
        else (f"T:nopass;S:{escaped(name)};")
    )
    return f"WIFI:{kind}{'H:true;' if hidden else ''};"


def host_url(ip: str, port: int, key: str) -> str:
    """Where a browser goes to become the host's."""
    return f"http://{place(ip, port)}/host/{key}"


def kiosk_url(ip: str, port: int, code: str | None = None) -> str:
    """The big screen's page; for a table, or for the newest there is."""
    return f"http://{place(ip, port)}/kiosk{f'/{code}' if code else ''}"


def compact(url: str) -> str:
    """The link as it goes into a QR square: in capitals where nothing in it minds.

    Capitals need fewer modules, so they are larger and read from farther away. Scheme and
    address do not mind capitals, the server's routes do not either; a secret may.
    """
    start, _, last = url.rpartition("/")
    return url.upper() if last == last.upper() and start.count("/") == 3 else url


def matrix(text: str) -> list[list[bool]]:
    """Any text as a QR square, row by row, True for dark: error level M, with its quiet zone."""
    import qrcode
    from qrcode.constants import ERROR_CORRECT_M

    square = qrcode.QRCode(error_correction=ERROR_CORRECT_M, border=QUIET)
    square.add_data(text)
    square.make(fit=True)
    return [[bool(dark) for dark in row] for row in square.get_matrix()]


@lru_cache(maxsize=64)
def qr(url: str) -> Qr:
    """The link as a QR square, error level M, with its quiet zone."""
    rows = matrix(compact(url))
    path = io.StringIO()
    for y, row in enumerate(rows):
        x = 0
        for dark, run in groupby(row):
            width = len(list(run))
            if dark:
                path.write(f"M{x} {y}h{width}v1h-{width}z")
            x += width
    return Qr(len(rows), path.getvalue())


def terminal_qr(url: str, colour: bool = True) -> str:
    """The link as lines of half blocks, two modules to a character cell.

    With ``colour`` it is black on white whatever the terminal's own colours are; without,
    it counts on light letters on a dark ground.
    """
    rows = matrix(compact(url))
    rows += [[False] * len(rows[0])] * (len(rows) % 2)
    sign = {(True, True): "█", (True, False): "▀", (False, True): "▄", (False, False): " "}
    lines = []
    for upper, lower in zip(rows[::2], rows[1::2], strict=True):
        pairs = zip(upper, lower, strict=True)
        if colour:
            text = "".join(sign[pair] for pair in pairs)
            lines.append(f"\x1b[30;107m{text}\x1b[0m")
        else:
            lines.append("".join(sign[not a, not b] for a, b in pairs))
    return "\n".join(lines)
