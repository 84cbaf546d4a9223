"""Selectors of style sheets: names, classes, ids and attributes, within and below one another."""
import re

PART = re.compile(r"""([a-zA-Z][\w-]*|\*)|([.#][\w-]+)|\[\s*([\w:-]+)\s*(?:([~^$*|]?=)\s*(?:"([^"]*)"|'([^']*)'|([\w-]+))\s*)?\]|(:first-child)""")


def parse(text):
    """Steps from the last to the first, each with what joins it to the one before; None for what is not known."""
    steps, join, rest = [], None, text.strip()
    while rest:
        parts = []
        while match := PART.match(rest):
            if match.group(1) and parts:
                return None
            parts.append(match.groups())
            rest = rest[match.end():]
        if not parts:
            return None
        steps.insert(0, (parts, join))
        match = re.match(r"\s*([>+])\s*|\s+", rest)
        if not match:
            break
        join, rest = match.group(1) or " ", rest[match.end():]
    return steps if steps and not rest else None


def weight(steps):
    parts = [part for step, _ in steps for part in step]
    return (
        sum(bool(part[1]) and part[1][0] == "#" for part in parts), sum(bool(part[1]) and part[1][0] == "." or bool(part[2] or part[7]) for part in parts),
        sum(bool(part[0]) and part[0] != "*" for part in parts))


def fits(parts, element, tag, above):
    for name, mark, key, how, *values in parts:
        if name and name not in ("*", tag):
            return False
        if mark and (mark[1:] not in (element.get("class") or "").split() if mark[0] == "." else mark[1:] != element.get("id")):
            return False
        if key:
            said, wanted = element.get(key), next((value for value in values[:3] if value is not None), "")
            if said is None or how and not compared(said, how, wanted):
                return False
        if values[3] and (above is None or next((child for child in above if isinstance(child.tag, str)), None) is not element):
            return False
    return True


def compared(said, how, wanted):
    if how == "=":
        return said == wanted
    if not wanted:
        return False
    return {"~=": wanted in said.split(), "^=": said.startswith(wanted), "$=": said.endswith(wanted), "*=": wanted in said,
            "|=": said == wanted or said.startswith(wanted + "-")}[how]


def matches(steps, element, above, name):
    """`above`: the parent of an element; `name`: its local name."""
    parts, join = steps[0]
    if not fits(parts, element, name(element), above(element)):
        return False
    if len(steps) == 1:
        return True
    other = above(element)
    if join == "+":
        before = None
        for child in other if other is not None else []:
            if child is element:
                break
            before = child if isinstance(child.tag, str) else before
        return before is not None and matches(steps[1:], before, above, name)
    while other is not None:
        if matches(steps[1:], other, above, name):
            return True
        if join == ">":
            return False
        other = above(other)
    return False
