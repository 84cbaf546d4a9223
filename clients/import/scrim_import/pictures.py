"""Pictures that lie in a file, kept in a folder."""
import base64
import binascii
import hashlib
import os
import re
import struct
from pathlib import Path
from urllib.parse import unquote_to_bytes

from . import style

KINDS = {"image/png": "png", "image/jpeg": "jpg", "image/jpg": "jpg", "image/webp": "webp", "image/gif": "gif", "image/svg+xml": "svg"}

# Of those that do not say what they are.
BEGINNINGS = [(b"\x89PNG", "png"), (b"\xff\xd8", "jpg"), (b"GIF8", "gif"), (b"<svg", "svg"), (b"<?xml", "svg")]


def content(address):
    """The bytes of a `data:` address and the ending of their kind; None where it is none, or no picture."""
    head, _, body = address[len("data:"):].partition(",")
    try:
        data = base64.b64decode(body) if head.endswith(";base64") else unquote_to_bytes(body)
    except (ValueError, binascii.Error):
        return None
    kind = KINDS.get(head.split(";")[0]) or next((kind for begin, kind in BEGINNINGS if data.lstrip().startswith(begin)), None)
    return (data, kind) if kind and data else None


class Pictures:
    def __init__(self, folder):
        self.folder = Path(folder)

    def keep(self, address):
        """The absolute path of the bytes of a `data:` address; empty where it is none, or no picture."""
        found = content(address)
        if not found:
            return ""
        data, kind = found
        self.folder.mkdir(parents=True, exist_ok=True)
        path = self.folder / f"{hashlib.sha256(data).hexdigest()[:16]}.{kind}"
        path.write_bytes(data)
        return os.path.abspath(path)


class MemoryPictures:
    """Pictures in memory files, as long as this lives; at most so many in a file."""
    MOST = 128

    def __init__(self):
        self.files, self.paths = [], {}

    def keep(self, address):
        """The path of the bytes of a `data:` address for a program beside this one; empty where it is none, or no picture."""
        if address in self.paths:
            return self.paths[address]
        found = content(address)
        if not found or len(self.files) == self.MOST:
            return ""
        file = os.memfd_create("picture")
        self.files.append(file)
        with open(file, "wb", closefd=False) as opened:
            opened.write(found[0])
        path = self.paths[address] = f"/proc/{os.getpid()}/fd/{file}"
        return path

    def close(self):
        for file in self.files:
            os.close(file)
        self.files.clear()


def size(path):
    """Width and height of a PNG, GIF, JPEG or SVG in pixels; None for what cannot be read."""
    try:
        with open(path, "rb") as file:
            head = file.read(24)
            if head[:8] == b"\x89PNG\r\n\x1a\n":
                return struct.unpack(">II", head[16:24])
            if head[:4] == b"GIF8":
                return struct.unpack("<HH", head[6:10])
            if head[:2] != b"\xff\xd8":
                return vector_size((head + file.read(65536)).decode("utf-8", "replace"))
            file.seek(2)
            while True:
                mark = file.read(4)
                if len(mark) < 4 or mark[0] != 0xFF:
                    return None
                # Start of a frame, of whatever coding.
                if 0xC0 <= mark[1] <= 0xCF and mark[1] not in (0xC4, 0xC8, 0xCC):
                    return tuple(reversed(struct.unpack(">HH", file.read(5)[1:])))
                file.seek(int.from_bytes(mark[2:], "big") - 2, 1)
    except (OSError, struct.error):
        return None


def vector_size(text):
    """What an SVG says of its own width and height, or of its view."""
    match = re.search(r"<svg\b[^>]*>", text)
    if not match:
        return None
    said = {name: value for name, _, value in re.findall(r"""\s(width|height|viewBox)\s*=\s*(["'])(.*?)\2""", match.group(0))}
    view = [float(part) for part in re.findall(r"[-+]?[\d.]+(?:[eE][-+]?\d+)?", said.get("viewBox", ""))]
    natural = view[2:] if len(view) == 4 and min(view[2:]) > 0 else [100.0, 100.0]
    sides = [style.length(said.get(name), whole, otherwise=-1) for name, whole in zip(("width", "height"), natural)]
    if len(view) == 4 and max(sides) > 0 > min(sides):
        sides = [sides[0] if sides[0] > 0 else sides[1] * natural[0] / natural[1], sides[1] if sides[1] > 0 else sides[0] * natural[1] / natural[0]]
    result = tuple(side if side > 0 else whole for side, whole in zip(sides, natural))
    return result if min(result) > 0 else None
