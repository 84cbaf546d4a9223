"""Pictures as bytes: PNG read and written, and how two of them differ."""

from __future__ import annotations

import struct
import zlib
from dataclasses import dataclass

_SIGNATURE = b"\x89PNG\r\n\x1a\n"
_CHANNELS = {0: 1, 2: 3, 4: 2, 6: 4}


@dataclass(frozen=True)
class Picture:
    width: int
    height: int
    pixels: bytes
    """Rows from the top, four bytes a pixel: red, green, blue, straight alpha."""

    def __getitem__(self, place: tuple[int, int]) -> tuple[int, int, int, int]:
        """The pixel at x, y."""
        x, y = place
        if not (0 <= x < self.width and 0 <= y < self.height):
            raise IndexError(f"no pixel {x},{y} in {self.width}x{self.height}")
        at = (y * self.width + x) * 4
        r, g, b, a = self.pixels[at : at + 4]
        return r, g, b, a

    @classmethod
    def png(cls, data: bytes) -> Picture:
        """Reads a PNG of 8 bits a channel, without a palette and without interlacing, as `snapshot` makes them."""
        if data[:8] != _SIGNATURE:
            raise ValueError("this is no PNG")
        at, packed, head = 8, b"", b""
        while at + 8 <= len(data):
            (size,) = struct.unpack(">I", data[at : at + 4])
            kind, body = data[at + 4 : at + 8], data[at + 8 : at + 8 + size]
            if kind == b"IHDR":
                head = body
            elif kind == b"IDAT":
                packed += body
            at += size + 12
        if len(head) != 13:
            raise ValueError("a PNG without its header")
        width, height, depth, kind_of_colour, _, _, interlaced = struct.unpack(">IIBBBBB", head)
        if depth != 8 or interlaced or kind_of_colour not in _CHANNELS:
            raise ValueError("only PNGs of 8 bits a channel, without palette and interlacing, are read")
        rows = _unfiltered(zlib.decompress(packed), width, height, _CHANNELS[kind_of_colour])
        return cls(width, height, _rgba(rows, kind_of_colour))

    def to_png(self) -> bytes:
        rows = b"".join(b"\0" + self.pixels[y * self.width * 4 : (y + 1) * self.width * 4] for y in range(self.height))

        def chunk(kind: bytes, body: bytes) -> bytes:
            return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))

        head = struct.pack(">IIBBBBB", self.width, self.height, 8, 6, 0, 0, 0)
        return _SIGNATURE + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b"")


def _unfiltered(data: bytes, width: int, height: int, channels: int) -> bytes:
    stride = width * channels
    if len(data) != (stride + 1) * height:
        raise ValueError("a PNG with too few or too many pixels")
    out = bytearray()
    above = bytearray(stride)
    for y in range(height):
        start = y * (stride + 1)
        filter, row = data[start], bytearray(data[start + 1 : start + 1 + stride])
        if filter > 4:
            raise ValueError("a PNG with an unknown filter")
        for i in range(stride if filter else 0):
            left = row[i - channels] if i >= channels else 0
            corner = above[i - channels] if i >= channels else 0
            if filter == 1:
                guess = left
            elif filter == 2:
                guess = above[i]
            elif filter == 3:
                guess = (left + above[i]) // 2
            else:
                far = left + above[i] - corner
                a, b, c = abs(far - left), abs(far - above[i]), abs(far - corner)
                guess = left if a <= b and a <= c else above[i] if b <= c else corner
            row[i] = (row[i] + guess) & 255
        out += row
        above = row
    return bytes(out)


def _rgba(rows: bytes, kind: int) -> bytes:
    if kind == 6:
        return rows
    count = len(rows) // _CHANNELS[kind]
    out = bytearray(b"\xff" * (count * 4))
    if kind in (0, 4):
        step = _CHANNELS[kind]
        for channel in range(3):
            out[channel::4] = rows[::step]
        if kind == 4:
            out[3::4] = rows[1::2]
    else:
        for channel in range(3):
            out[channel::4] = rows[channel::3]
    return bytes(out)


@dataclass(frozen=True)
class Difference:
    count: int
    """Pixels with a channel that differs by more than was tolerated."""
    largest: int
    """The largest difference of a channel, of 255."""
    first: tuple[int, int]
    """The first such pixel, from the top."""
    picture: Picture
    """Where they differ, in red over a pale copy of what was expected."""


def difference(expected: Picture, actual: Picture, tolerance: int = 0) -> Difference | None:
    """None when no channel of any pixel differs by more than `tolerance`. Pictures of different sizes differ everywhere."""
    if (expected.width, expected.height) != (actual.width, actual.height):
        return Difference(actual.width * actual.height, 255, (0, 0), actual)
    if expected.pixels == actual.pixels:
        return None
    count, largest, first = 0, 0, (0, 0)
    marked = bytearray(255 - (255 - c) // 4 for c in expected.pixels)
    marked[3::4] = b"\xff" * (len(marked) // 4)
    for at in range(0, len(expected.pixels), 4):
        a, b = expected.pixels[at : at + 4], actual.pixels[at : at + 4]
        if a == b:
            continue
        far = max(abs(x - y) for x, y in zip(a, b))
        if far > tolerance:
            if not count:
                first = (at // 4 % expected.width, at // 4 // expected.width)
            count += 1
            largest = max(largest, far)
            marked[at : at + 4] = b"\xd0\x10\x10\xff"
    if not count:
        return None
    return Difference(count, largest, first, Picture(expected.width, expected.height, bytes(marked)))
