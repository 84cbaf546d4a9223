"""Python: clients/python/scrim/_types.py, _sync.py, _async.py, _batch.py."""
import builtins
import json

from facts import PLACES, argument_name, pascal, sentence, told

HEADER = '"""Written by clients/generate from `describe`: `make clients`."""\n\nfrom __future__ import annotations\n\n'
TYPES = {
    "number": "float", "integer": "int", "count": "float", "boolean": "bool", "time": "float | str", "angle": "float | str", "point": "Point",
    "size": "Size", "rectangle": "Rectangle", "color": "str | None", "string": "str", "id": "str | None", "ids": "Sequence[str]",
    "contents": "str | None", "transform": "str | None", "path": "str | None", "filters": "str | None", "timing": "str", "timings": "Sequence[str]",
    "value": "Value", "values": "str", "numbers": "Sequence[float]", "colors": "Sequence[str]", "operations": "None",
}
WORDS = {
    "id": "str", "newID": "str", "kind": "str", "event": "EventName", "text": "str", "number": "float", "integer": "int", "boolean": "bool",
    "time": "float | str", "rectangle": "Rectangle", "timing": "str", "spring": "Sequence[float]", "path": "str | os.PathLike[str]",
    "lines": "str", "key": "str", "expression": "str",
}
MEMBERS = {
    "string": "str", "number": "float", "boolean": "bool", "point": "list[float]", "size": "list[float]", "rectangle": "list[float]",
    "strings": "list[str]", "rectangles": "list[list[float]]", "object": "dict[str, Any]",
}
RESERVED = {"from", "in", "as", "for", "is", "if", "import", "class", "def", "global", "not", "or", "and", "with", "while", "try"}


def name(word):
    word = word.replace(".", "__")
    return word + "_" if word in RESERVED else word


def literal(choices):
    return "Literal[" + ", ".join(f'"{c}"' for c in choices) + "]"


def value_type(form):
    if form["type"] == "choice":
        base = literal(form["choices"])
    elif form["type"] == "choices":
        base = f"Sequence[{literal(form['choices'])}]"
    else:
        base = TYPES[form["type"]]
    if form.get("default", 0) is None and "None" not in base:
        base += " | None"
    return base


def union(types):
    parts = []
    for type in types:
        # `|` in brackets separates nothing here: no type above has one.
        parts += [p for p in type.split(" | ") if p not in parts]
    return " | ".join(sorted(parts, key=lambda p: p == "None"))


def rows(table):
    out = ""
    for key, p in table.items():
        out += f"    {name(key)}: {value_type(p)} | Expression\n"
        if not p.get("isPart"):
            out += f'    """{told(p)}"""\n'.replace("\\", "\\\\")
    return out


def properties(facts):
    out = ""
    for table in facts.tables:
        base = f"{pascal(table.base)}Properties" if table.base else "TypedDict"
        out += f"class {pascal(table.name)}Properties({base}, total=False):\n    \"\"\"{sentence(table.help)}\"\"\"\n\n"
        out += rows(table.rows)
        if table.name == "buffer":
            out += '    descriptor: int | None\n    """A memory file with the pixels, for `create`."""\n'
        out += "\n\n"
    out += "class AnyProperties(TypedDict, total=False):\n    \"\"\"Properties of any kind.\"\"\"\n\n"
    everything = {**{k: [p] for k, p in PLACES.items()}}
    for key, forms in facts.all_properties.items():
        everything[key] = everything.get(key, []) + forms
    for key, forms in sorted(everything.items()):
        out += f"    {name(key)}: {union(map(value_type, forms))} | Expression\n"
    return out


def members(form, own):
    type = literal(form["choices"]) if form.get("choices") else f'list["{own}"]' if form["type"] == "nested" else MEMBERS[form["type"]]
    return type


def replies(facts):
    out = ""
    for verb, form in facts.verbs.items():
        reply = form["reply"]
        if not reply or reply["type"] != "object" or not reply["members"]:
            continue
        own = f"{pascal(verb)}Reply"
        out += f"class {own}(TypedDict, total=False):\n    \"\"\"What `{verb}` answers.\"\"\"\n\n"
        for member, m in reply["members"].items():
            type = members(m, own)
            type += " | None" if m.get("optional") else ""
            out += f"    {member}: {type}\n"
        out += "\n\n"
    return out


def reply_type(facts, verb):
    reply = facts.verbs[verb]["reply"]
    if not reply:
        return "None"
    if reply["type"] == "strings":
        base = "Strings"
    elif reply["type"] == "object":
        base = f"{pascal(verb)}Reply" if reply["members"] else "dict[str, Any]"
    else:
        base = "Any"
    return base + (" | None" if reply.get("optional") and base != "Any" else "")


def events(facts):
    taken = {"name", "payload", "get", "items", "keys", "values"}
    out = ""
    for event, form in facts.events.items():
        out += f"class {pascal(event)}Event(Event):\n    \"\"\"{sentence(form['help'])}\"\"\"\n\n"
        for member, m in form["members"].items():
            type = members(m, "") + (" | None" if m.get("optional") else "")
            out += f"    {member + '_' if member in taken else member}: Member[{type}] = Member()\n"
        out += "\n\n"
    names = list(facts.events)
    out += "EVENTS: dict[str, type[Event]] = {\n" + "".join(f'    "{e}": {pascal(e)}Event,\n' for e in names) + "}\n"
    out += '"""The classes of events by their names."""\n\n'
    out += f"EventName = {literal(names)}\n"
    return out


def error_class(code):
    own = f"{pascal(code)}Error"
    return "Scrim" + own if hasattr(builtins, own) else own


def errors(facts):
    out = ""
    for code, help in facts.errors.items():
        own = error_class(code)
        out += f"class {own}(ScrimError):\n    \"\"\"`{code}`: {help}.\"\"\"\n\n\n"
    codes = list(facts.errors)
    out += "ERRORS: dict[str, type[ScrimError]] = {\n" + "".join(f'    "{c}": {error_class(c)},\n' for c in codes) + "}\n"
    out += '"""The classes of errors by their codes."""\n\n'
    out += f"ErrorCode = {literal(codes)}\n"
    return out


def types(facts):
    kinds = f"Kind = {literal(facts.kinds)}\n"
    head = HEADER + "from collections.abc import Sequence\nfrom typing import Any, Literal, Tuple, TypedDict, Union\n\n"
    head = head.replace("Any, Literal", "Any, List, Literal")
    head += "from ._base import Event, Expression, Member, ScrimError, Value\n\n"
    head += "Strings = List[str]\n"
    head += "Point = Union[Tuple[float, float], Sequence[float]]\n\"\"\"x, y.\"\"\"\n"
    head += "Size = Union[Tuple[float, float], Sequence[float], str]\n\"\"\"Width, height; or `640x480`.\"\"\"\n"
    head += "Rectangle = Union[Tuple[float, float, float, float], Sequence[float]]\n\"\"\"x, y, width, height.\"\"\"\n\n"
    return head + kinds + "\n\n" + errors(facts) + "\n\n" + events(facts) + "\n\n" + replies(facts) + properties(facts)


def words_of(facts, verb, keyed_only=False):
    """(parameters, positional expressions, keyed expressions) of a verb."""
    positional, keyed = facts.arguments(verb)
    parameters, values, pairs = [], [], []
    for word in positional:
        own = name(argument_name(word))
        type = literal(word["choices"]) if word.get("choices") else WORDS[word["type"]]
        if word.get("repeats"):
            parameters.append(f"*{own}: {type}")
            values.append(f"*{own}")
        elif word["required"]:
            parameters.append(f"{own}: {type}")
            values.append(own)
        else:
            parameters.append(f"{own}: {type} | None = None")
            values.append(f"*([] if {own} is None else [{own}])")
    if keyed and not any(p.startswith("*") for p in parameters):
        parameters.append("*")
    for word in keyed:
        own = name(word["name"])
        type = literal(word["choices"]) if word.get("choices") else WORDS[word["type"]]
        if verb == "subscribe" and own == "layer":
            type = "str | Sequence[str]"
        parameters.append(f"{own}: {type}" if word["required"] else f"{own}: {type} | None = None")
        pairs.append(f'"{word["name"]}": {own}')
    return parameters, values, pairs


def verbs(facts, form):
    """A class of verbs whose replies are what `form` makes of them: `{}`, `Awaitable[{}]`, `Pending[{}]`."""
    def reply(verb):
        return form.format(reply_type(facts, verb))

    out = ""
    for verb, schema in facts.verbs.items():
        doc = f'        """{sentence(schema["help"])}"""\n'.replace("\\", "\\\\")
        returns = reply(verb)
        if verb in ("create", "put"):
            note = doc.strip()[:-3] + ' Keys that are no words of Python go into `properties`."""'
            out += f"    if TYPE_CHECKING:\n        {verb}: Makes[{returns}]\n        {note}\n    else:\n"
            out += f"        def {verb}(self, id, kind, properties={{}}, **more):\n"
            if verb == "create":
                out += '            descriptor = more.pop("descriptor", None)\n'
            descriptors = ", [] if descriptor is None else [descriptor]" if verb == "create" else ""
            out += f'            return self._send("{verb}", [id, kind], {{**properties, **more}}{descriptors})\n\n'
        elif verb == "set":
            out += f"    def set(self, id: str, properties: Mapping[str, Value] = {{}}, **more: Unpack[AnyProperties]) -> {returns}:\n{doc}"
            out += '        return self._send("set", [id], {**properties, **more})\n\n'
        elif verb == "animate":
            parameters, _, pairs = words_of(facts, verb)
            word, mark, *options = parameters[1:]
            out += f"    def animate(\n        self, layer: str, properties: Mapping[str, Value] = {{}}, {', '.join([mark, word, *options])},\n"
            out += f"        **more: Unpack[AnimatedProperties],\n    ) -> {returns}:\n{doc}"
            out += f'        return self._send("animate", [layer] if property is None else [layer, property], {{{", ".join(pairs)}, **properties, **more}})\n\n'
        elif verb == "bind":
            out += "    def bind(\n        self, id: str, expressions: Mapping[str, str] = {}, *, scope: str | None = None, isActive: bool | None = None,\n"
            out += f"        **more: str,\n    ) -> {returns}:\n{doc}"
            out += "        bound = {key: Expression(text) for key, text in {**expressions, **more}.items()}\n"
            out += '        return self._send("bind", [id], {"scope": scope, "isActive": isActive, **bound})\n\n'
        elif verb == "function":
            out += f"    def function(self, signature: str, expression: str) -> {returns}:\n{doc}"
            out += '        return self._send("function", [], {signature: Expression(expression)})\n\n'
        elif verb == "draw":
            out += f"    def draw(self, id: str, operation: str, *words: Value, **parameters: Value) -> {returns}:\n{doc}"
            out += '        return self._send("draw", [id, operation, *words], parameters)\n\n'
        elif verb == "input":
            out += f"    def input(self, device: Literal[\"pointer\", \"touch\", \"key\"], **state: Value) -> {returns}:\n{doc}"
            out += '        return self._send("input", [device], state)\n\n'
        elif verb == "define":
            out += f"    def define(self, component: str, **parameters: Value) -> {returns}:\n{doc}"
            out += '        return self._send("define", [component], parameters)\n\n'
        elif verb == "on":
            out += "    def on(\n        self, layer: str, event: str, lines: str, *, name: str | None = None, when: str | None = None\n"
            out += f"    ) -> {returns}:\n{doc}"
            out += '        return self._send("on", [layer, event], {"name": name}, tail=reaction(lines, when))\n\n'
        elif verb == "snapshot":
            continue
        else:
            parameters, values, pairs = words_of(facts, verb)
            head = ", ".join(["self"] + parameters)
            out += f"    def {verb}({head}) -> {returns}:\n{doc}"
            keys = ", {" + ", ".join(pairs) + "}" if pairs else ""
            out += f'        return self._send("{verb}", [{", ".join(values)}]{keys})\n\n'
    return out


def animated(facts):
    """Properties of layers that `animate` may name: those whose names are none of its own options."""
    options = {w["name"] for w in facts.arguments("animate")[1]}
    found = {}
    for kind, k in facts.kinds.items():
        if k["family"] == "layer":
            for key, form in facts.settable(kind):
                whole = k["properties"].get(key) or k["properties"][next(p for p in k["properties"] if key.startswith(p + "."))]
                if whole["animates"] and key not in options:
                    found.setdefault(key, []).append(form)
    out = "\n\nclass AnimatedProperties(TypedDict, total=False):\n    \"\"\"Properties of layers that animate.\"\"\"\n\n"
    for key, forms in sorted(found.items()):
        out += f"    {name(key)}: {union(map(value_type, forms))} | Expression\n"
    return out


def makes(facts):
    """The form of `create` and `put`, whose properties are those of the kind."""
    out = HEADER
    out += "from collections.abc import Mapping\nfrom typing import Literal, Protocol, TypeVar, overload\n\nfrom typing_extensions import Unpack\n\n"
    out += "from ._base import Value\nfrom ._types import *\n\nR_co = TypeVar(\"R_co\", covariant=True)\n\n\n"
    out += "class Makes(Protocol[R_co]):\n    \"\"\"`create` and `put`: what can be given depends on the kind.\"\"\"\n\n"
    head = "    @overload\n    def __call__(self, id: str, kind: "
    for kind in facts.kinds:
        out += f'{head}Literal["{kind}"], properties: Mapping[str, Value] = ..., **more: Unpack[{pascal(kind)}Properties]) -> R_co: ...\n'
    return out + f"{head}str, properties: Mapping[str, Value] = ...) -> R_co: ...\n"


def module(facts, own, form, doc):
    imports = "import os\nfrom collections.abc import Mapping, Sequence\nfrom typing import TYPE_CHECKING, Any, Literal\n\n"
    imports += "from ._base import Expression, Value, reaction\nfrom ._types import *\n\n"
    imports += "if TYPE_CHECKING:\n    from collections.abc import Awaitable\n\n    from typing_extensions import Unpack\n\n"
    imports += "    from ._base import Pending\n    from ._makes import Makes\n"
    out = "# mypy: disable-error-code=no-any-return\n" + HEADER + imports + f"\n\nclass {own}:\n    \"\"\"{doc}\"\"\"\n\n"
    out += "    def _send(\n        self, verb: str, words: Sequence[Value], pairs: Mapping[str, Value] = {}, descriptors: Sequence[int] = (),\n"
    out += "        *, tail: str = \"\"\n    ) -> Any:\n        raise NotImplementedError\n\n"
    return (out + verbs(facts, form)).rstrip("\n") + "\n"


def options(facts):
    """Names of each verb's options, which are left out when they are None."""
    out = HEADER + "OPTIONS: dict[str, frozenset[str]] = {\n"
    for verb in facts.verbs:
        names = [w["name"] for w in facts.arguments(verb)[1]]
        if names:
            out += f'    "{verb}": frozenset({json.dumps(names)}),\n'
    return out + "}\n"


def files(facts):
    return {
        "python/scrim/_words.py": options(facts),
        "python/scrim/_makes.py": makes(facts),
        "python/scrim/_types.py": types(facts) + animated(facts),
        "python/scrim/_sync.py": module(facts, "SyncVerbs", "{}", "Verbs that give their replies."),
        "python/scrim/_async.py": module(facts, "AsyncVerbs", "Awaitable[{}]", "Verbs whose replies are awaited."),
        "python/scrim/_batch.py": module(facts, "BatchVerbs", "Pending[{}]", "Verbs whose replies come when the batch is sent."),
    }
