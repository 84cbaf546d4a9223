"""What the clients are made from: `describe`, brought into the form of clients/protocol.json.

That file is for authors of other clients too. Its members:

verbs       name → help, access, inTransaction, arguments, reply, as `describe verbs`
events      name → help, members, properties, as `describe events`
errors      code → help
kinds       name → help, family, properties. `family` is `layer` for kinds that are layers; theirs leave out what every layer has
"""
import json
import subprocess

TOPICS = ["verbs", "events", "errors"]
# Kinds whose objects take keys of any name.
PARTS = {
    "point": [("x", "number"), ("y", "number")],
    "size": [("width", "number"), ("height", "number")],
    "rectangle": [("origin", "point"), ("origin.x", "number"), ("origin.y", "number"), ("size", "size"), ("size.width", "number"),
                  ("size.height", "number")],
    "transform": [("rotation.x", "angle"), ("rotation.y", "angle"), ("rotation.z", "angle"), ("scale", "number"), ("scale.x", "number"),
                  ("scale.y", "number"), ("translation.x", "number"), ("translation.y", "number"), ("translation.z", "number")],
}
"""Parts of values that a key path names, by the property's type."""


def ask(programs, *words):
    command = [str(programs / "scrim"), "--json", "describe", *words]
    # Without the user's runtime directory no other daemon is found: the tool starts its own.
    done = subprocess.run(command, capture_output=True, text=True, env={"PATH": f"{programs}:/usr/bin:/bin"})
    if done.returncode:
        raise SystemExit(done.stderr)
    return json.loads(done.stdout)


def gather(programs):
    """The contents of clients/protocol.json."""
    facts = {topic: ask(programs, topic) for topic in TOPICS}
    names = sorted(ask(programs)["kinds"])
    kinds = {name: ask(programs, name) for name in names}
    layer = kinds["layer"]["properties"]
    facts["kinds"] = {}
    for name, kind in kinds.items():
        # A style has a layer's properties, and is none.
        is_layer = "sublayerTransform" in kind["properties"] and name != "style"
        own = {
            key: {k: v for k, v in form.items() if k != "operations"} for key, form in kind["properties"].items()
            # `boundary.` stands for any number of paths that clients name.
            if not key.endswith(".") and (name == "layer" or not is_layer or key not in layer)
        }
        facts["kinds"][name] = {
            "help": kind["help"], "family": "layer" if is_layer else "object", "freeKeys": kind.get("keys") == "free", "properties": own,
        }
    return facts


BASES = {
    "appearance": (None, ["layer", "style"]),
    "layer": ("appearance", []),
    "arrangement": ("layer", ["each", "stack"]),
    "timing": (None, ["animation", "animator", "group", "spring", "transition"]),
    "propertyAnimation": ("timing", ["animation", "spring"]),
    "output": (None, ["drm", "offscreen", "pipewire", "vnc", "wayland", "x11"]),
    "window": ("output", ["wayland", "x11"]),
}
"""What kinds have in common: the base that a base adds to, and its kinds. `layer` is a kind, too, and the base of all layers."""
BASE_HELP = {
    "appearance": "what layers and styles have in common", "arrangement": "how layers arrange their sublayers",
    "timing": "when animations begin, how often they run, and how fast", "propertyAnimation": "animations of one property",
    "output": "what all outputs have", "window": "outputs that are windows",
}


class Table:
    """Properties that a client declares together: of a kind, or of a base."""

    def __init__(self, name, help, base, rows, is_kind, more=()):
        self.name, self.help, self.base, self.rows, self.is_kind = name, help, base, rows, is_kind
        self.bases = ([base] if base else []) + list(more)
        """The base, its base, and so on."""


class Facts:
    def __init__(self, facts):
        self.verbs, self.events, self.errors, self.kinds = (facts[key] for key in ("verbs", "events", "errors", "kinds"))

    @property
    def tables(self):
        """Bases, each behind its own, then kinds. Each key path stands in one of a kind's tables."""
        rows = {kind: dict(self.settable(kind)) for kind in self.kinds}
        rows["layer"] = {**PLACES, **rows["layer"]}
        found = {}
        for name, (parent, kinds) in BASES.items():
            above = found.get(parent)
            inherited = [key for base in above and [above.name, *above.bases] or [] for key in found[base].rows]
            members = [rows[kind] for kind in kinds or [name]]
            own = {k: form for k, form in members[0].items() if k not in inherited and all(m.get(k) == form for m in members)}
            help = self.kinds[name]["help"] if name in self.kinds else BASE_HELP[name]
            found[name] = Table(name, help, parent, own, name in self.kinds, above.bases if above else [])
        for kind, form in sorted(self.kinds.items()):
            if kind in found:
                continue
            base = next((b for b in reversed(BASES) if kind in BASES[b][1]), "layer" if form["family"] == "layer" else None)
            chain = [base, *found[base].bases] if base else []
            for b, table in found.items():
                if b in BASES and b not in chain and all(rows[kind].get(key) == p for key, p in table.rows.items()):
                    raise SystemExit(f"{kind} has all properties of {b}: name it in BASES of clients/generate/facts.py")
            inherited = [key for b in chain for key in found[b].rows]
            own = {key: p for key, p in rows[kind].items() if key not in inherited}
            found[kind] = Table(kind, form["help"], base, own, True, chain[1:])
        return list(found.values())

    def settable(self, kind):
        """Key paths that can be set: (key, form) of each property and of the parts of its value."""
        for key, form in self.kinds[kind]["properties"].items():
            if form.get("readOnly"):
                continue
            yield key, form
            for part, type in PARTS.get(form["type"], []):
                yield f"{key}.{part}", {"type": type, "default": 0, "help": f"{part} of {key}", "isPart": True}

    @property
    def all_properties(self):
        """Each key path of any kind, with one form for each type that it has."""
        found = {}
        for kind in self.kinds:
            for key, form in self.settable(kind):
                forms = found.setdefault(key, [])
                if all((f["type"], f.get("choices")) != (form["type"], form.get("choices")) for f in forms):
                    forms.append(form)
        return dict(sorted(found.items()))

    def arguments(self, verb):
        """(positional, keyed) of a verb, without its words for properties."""
        words = [w for w in self.verbs[verb]["arguments"] if w["type"] not in ("properties", "computed", "function", "parameters", "rest")]
        return [w for w in words if w["positional"]], [w for w in words if not w["positional"]]


WORDS = {"\"LINES\"": "lines", "x,y,w,h": "rectangles", "x,y": "point", "x,y[,w,h]": "place", "PATH|ID": "path", "KIND|TOPIC": "topic", "EVENT|N": "event", "WHAT": "action", "prop": "names",
         "SELECTOR": "selector", "N": "steps", "ID.key": "property"}


def argument_name(word):
    """A positional word's name as code says it: id, kind, lines."""
    name = WORDS.get(word["name"], word["name"])
    name = name.lower() if name.isupper() else name
    if word.get("repeats") and not name.endswith("s"):
        name += "s"
    return name


def snake(name):
    """backgroundColor → background_color, emitter-cell → emitter_cell."""
    out = ""
    for c in name:
        out += "_" + c.lower() if c.isupper() else "_" if c in ".-" else c
    return out


def pascal(name):
    """backgroundColor, unknown-verb, bounds.size → BackgroundColor, UnknownVerb, BoundsSize."""
    return "".join(part[:1].upper() + part[1:] for part in name.replace("-", ".").split("."))


def sentence(text):
    """Help as a sentence."""
    return text[:1].upper() + text[1:] + ("" if text.endswith((".", "!", "?")) else ".")


def told(form):
    """A property's help with its unit, range and default."""
    more = []
    if form.get("unit"):
        more.append(form["unit"])
    low, high = form.get("minimum"), form.get("maximum")
    if low is not None and high is not None:
        more.append(f"{low:g} to {high:g}")
    elif low is not None or high is not None:
        more.append(f"at least {low:g}" if low is not None else f"at most {high:g}")
    if "default" in form and not form.get("isPart"):
        default = form["default"]
        more.append("default " + ("none" if default is None else json.dumps(default) if not isinstance(default, str) else default or "empty"))
    if form.get("animates"):
        more.append("animates")
    return sentence(form["help"])[:-1] + (f" ({'; '.join(more)})." if more else ".")


# How a layer is put among others: words of `create`, `put` and `set` that are no properties.
PLACES = {
    "parent": {"type": "id", "default": "root", "help": "the layer above; none: detached, as masks are"},
    "index": {"type": "integer", "help": "the place among the siblings, from 0"},
    "above": {"type": "id", "help": "a sibling in front of which it goes"},
    "below": {"type": "id", "help": "a sibling behind which it goes"},
}
HAND = {"create", "put", "set", "animate", "bind", "function", "draw", "input", "on", "define", "snapshot"}
"""Verbs with words of their own form."""
WAY = {"begin", "commit", "abort", "end"}
"""Verbs that open and close what the clients have blocks for."""
