"""Files and folders of the repository that documents link to, as pages of the site: what is on it leads nowhere else."""
import html
from pathlib import PurePosixPath

import highlight

MOST = 256 << 10
"""Bytes of a file that is shown."""


def page_of(path):
    """The page of a file or folder, whose path is from the repository's top."""
    return f"files/{path}.html"


def language(path):
    if path.suffix:
        return path.suffix[1:]
    first = path.read_text(errors="replace").split("\n", 1)[0]
    return "python" if "python" in first else "sh" if first.startswith("#!") else ""


def is_shown(path):
    return path.is_dir() or path.is_file() and path.stat().st_size <= MOST and b"\0" not in path.read_bytes()[:4096]


def body(root, name, known):
    """Title, HTML, and the further files that it links to. `known`: pages of documents, by their paths."""
    path = root / name
    if not path.is_dir():
        text = path.read_text(errors="replace")
        kind = language(path)
        return name, f'<h1>{html.escape(name)}</h1>\n<pre class="{html.escape(kind)}"><code>{highlight.code(text, kind)}</code></pre>', []
    inside = sorted(p for p in path.iterdir() if not p.name.startswith((".", "__pycache__")) and is_shown(p))
    names = [str(PurePosixPath(name) / p.name) for p in inside]
    up = "../" * len(PurePosixPath(name).parts)
    rows = "".join(f'<li><a href="{html.escape(up + known.get(n, page_of(n)))}">{html.escape(p.name)}{"/" if p.is_dir() else ""}</a></li>' for n, p in zip(names, inside))
    return name + "/", f"<h1>{html.escape(name)}/</h1>\n<ul>{rows}</ul>", [n for n in names if n not in known]
