"""Written by clients/generate from `describe`: `make clients`."""

from __future__ import annotations

OPTIONS: dict[str, frozenset[str]] = {
    "get": frozenset(["from"]),
    "list": frozenset(["kind", "parent", "style"]),
    "tree": frozenset(["depth"]),
    "dump": frozenset(["secrets"]),
    "hit": frozenset(["output", "interactive"]),
    "convert": frozenset(["from", "to"]),
    "measure": frozenset(["contains", "rule", "at", "tolerance"]),
    "begin": frozenset(["duration", "timing", "at", "wait", "name", "animator"]),
    "animate": frozenset(["duration", "timing", "delay", "repeat", "autoreverses", "spring", "additive", "id", "values", "keyTimes", "timings", "calculationMode"]),
    "draw": frozenset(["insert", "replace", "remove"]),
    "scrollTo": frozenset(["duration", "timing", "spring"]),
    "copy": frozenset(["as", "parent"]),
    "repeat": frozenset(["in"]),
    "subscribe": frozenset(["layer", "deadline", "rate"]),
    "sync": frozenset(["serial"]),
    "wait": frozenset(["for"]),
    "tick": frozenset(["frames", "to"]),
    "snapshot": frozenset(["output", "layer", "rect", "scale", "format", "path", "overwrite"]),
    "on": frozenset(["name", "when"]),
    "bind": frozenset(["scope", "isActive"]),
    "every": frozenset(["name", "align", "left", "isPaused", "scope"]),
    "after": frozenset(["name", "align", "left", "isPaused", "scope"]),
    "session": frozenset(["replies", "lifetime", "access", "name"]),
    "stats": frozenset(["output"]),
    "debug": frozenset(["damage", "borders", "fps"]),
    "save": frozenset(["path", "overwrite", "secrets"]),
    "load": frozenset(["path", "replace", "lenient"]),
    "record": frozenset(["output", "path", "format", "fps", "seconds", "overwrite", "comment"]),
}
