"""Pictures that lie in a file, kept in a folder."""
import base64
import binascii
import hashlib
import os
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
