"""Pictures that lie in a file, kept in a folder."""
import base64
import binascii
import hashlib
import os
import struct
from pathlib import Path
from urllib.parse import unquote_to_bytes

KINDS = {"image/png": "png", "image/jpeg": "jpg", "image/jpg": "jpg", "image/webp": "webp", "image/gif": "gif", "image/svg+xml": "svg"}


class Pictures:
    def __init__(self, folder):
        self.folder = Path(folder)

    def keep(self, address):
        """The absolute path of the bytes of a `data:` address; empty where it is none, or no picture."""
        head, _, body = address[len("data:"):].partition(",")
        kind = KINDS.get(head.split(";")[0])
        try:
            data = base64.b64decode(body) if head.endswith(";base64") else unquote_to_bytes(body)
        except (ValueError, binascii.Error):
            return ""
        if not kind or not data:
            return ""
        self.folder.mkdir(parents=True, exist_ok=True)
        path = self.folder / f"{hashlib.sha256(data).hexdigest()[:16]}.{kind}"
        path.write_bytes(data)
        return os.path.abspath(path)


def size(path):
    """Width and height of a PNG, GIF or JPEG in pixels; None for what cannot be read."""
    try:
        with open(path, "rb") as file:
            head = file.read(24)
            if head[:8] == b"\x89PNG\r\n\x1a\n":
                return struct.unpack(">II", head[16:24])
            if head[:4] == b"GIF8":
                return struct.unpack("<HH", head[6:10])
            if head[:2] != b"\xff\xd8":
                return None
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
