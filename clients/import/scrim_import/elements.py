"""Elements of SVG: their names and what they refer to."""
import re

XLINK = "{http://www.w3.org/1999/xlink}href"
SHAPES = {"path", "rect", "circle", "ellipse", "line", "polyline", "polygon"}
# How deep elements may make others.
DEEPEST = 32


def local(element):
    """The name of an element of SVG; empty for those of others."""
    space, _, name = element.tag.rpartition("}") if isinstance(element.tag, str) else ("", "", "")
    return name if space in ("", "{http://www.w3.org/2000/svg") else ""


def link(element):
    return (element.get("href") or element.get(XLINK) or "").strip()


def reference(value):
    match = re.match(r"""\s*url\(\s*['"]?#([^'")]*)['"]?\s*\)\s*(.*)""", value or "")
    return (match.group(1).strip(), match.group(2).strip()) if match else (None, None)
