"""Pages of reference, from what `describe` says and from notes.toml."""
import json
import subprocess
import tomllib
from pathlib import Path

HERE = Path(__file__).resolve().parent
TEMPLATES = HERE.parent.parent / "packaging/templates"
WARNING = "<!-- Written by docs/generate from `describe` and docs/generate/notes.toml: `make reference`. -->\n"
TOPICS = ["verbs", "events", "errors", "filters", "decoders"]


class Facts:
    """What a daemon says of itself. The tool starts one of its own when none answers."""

    def __init__(self, programs):
        def ask(*words):
            command = [str(programs / "scrim"), "--json", "describe", *words]
            # Without the user's runtime directory no other daemon is found: the tool starts its own.
            done = subprocess.run(command, capture_output=True, text=True, env={"PATH": f"{programs}:/usr/bin:/bin"})
            if done.returncode:
                raise SystemExit(done.stderr)
            return json.loads(done.stdout)

        self.kind_names = ask()["kinds"]
        self.kinds = {name: ask(name) for name in self.kind_names}
        for topic in TOPICS:
            setattr(self, topic, ask(topic))
        layer = set(self.kinds["layer"]["properties"])
        self.layer_kinds = [name for name, kind in self.kinds.items() if "sublayerTransform" in kind["properties"]]
        self.own = {name: [p for p in kind["properties"] if name == "layer" or name not in self.layer_kinds or p not in layer]
                    for name, kind in self.kinds.items()}
        # A property that every layer has, but with another default here, is told of here too.
        self.changed = {name: [p for p, form in kind["properties"].items() if p in layer and name != "layer" and name in self.layer_kinds
                               and form != self.kinds["layer"]["properties"][p]] for name, kind in self.kinds.items()}


def notes():
    return tomllib.loads((HERE / "notes.toml").read_text())


def value(item):
    """A default as a line has it."""
    if item is None:
        return "none"
    if isinstance(item, bool):
        return "true" if item else "false"
    if isinstance(item, list):
        return ",".join(value(part) for part in item) or "none"
    if isinstance(item, float) and item.is_integer():
        return str(int(item))
    return str(item) if item != "" else "empty"


def transform_or(name, form):
    return "none" if form["type"] == "transform" and form["default"] == [1, 0, 0, 1, 0, 0] else value(form["default"])


def facts_of(name, form):
    """Type, unit, range, default and whether it animates, between dots."""
    parts = [f"[{form['type']}](types.md#{form['type']})"]
    if form.get("unit"):
        parts.append(form["unit"])
    low, high = form.get("minimum"), form.get("maximum")
    if low is not None and high is not None:
        parts.append(f"{value(low)}…{value(high)}")
    elif low is not None:
        parts.append(f"≥ {value(low)}")
    elif high is not None:
        parts.append(f"≤ {value(high)}")
    if form.get("choices"):
        parts.append(" ".join(f"`{choice}`" for choice in form["choices"]))
    if "default" in form and not form.get("readOnly"):
        initial = "none" if form["type"] == "operations" else transform_or(name, form)
        parts.append("default empty" if initial == "empty" else f"default `{initial}`")
    for flag, word in (("animates", "animates"), ("readOnly", "read only"), ("required", "has to be given"), ("positional", "by its position")):
        if form.get(flag):
            parts.append(word)
    return " · ".join(parts)


def sentence(text):
    if not text:
        return ""
    return text[0].upper() + text[1:] + ("" if text.endswith((".", ":")) else ".")


def block(lines, kind="scrim"):
    lines = lines.strip("\n")
    return f"```{kind}\n{lines}\n```\n" if lines else ""


def note_of(note):
    """Text and executed example of a note."""
    out = block(note["shown"], "text") + "\n" if note.get("shown") else ""
    if note.get("text"):
        out += note["text"].strip() + "\n\n"
    return out + (block(note["example"]) + "\n" if note.get("example") else "")


def property_section(name, form, note):
    out = f"### {name}\n\n{facts_of(name, form)}\n\n{sentence(form.get('help', ''))}\n\n"
    for operation, shape in form.get("operations", {}).items():
        words = []
        for parameter, its in shape["parameters"].items():
            word = parameter if its.get("positional") else f"{parameter}={its['type']}"
            words.append(word if its.get("required") else f"[{word}]")
        out += f"- `{' '.join([operation] + words)}`: {shape['help']}\n"
    if form.get("operations"):
        out += "\n"
    return out + note_of(note)


def kind_page(facts, texts, name):
    kind = facts.kinds[name]
    note = texts.get("kind", {}).get(name, {})
    out = f"# {name}\n\n{WARNING}\n{sentence(kind['help'])}"
    if kind.get("plugin"):
        out += f" From the plugin `{kind['plugin']}`."
    out += "\n\n" + note_of(note)
    own = facts.own[name] + facts.changed[name]
    if name in facts.layer_kinds and name != "layer":
        out += "It has the properties of every [layer](layer.md)" + (", and these:\n\n" if own else ", and no others.\n\n")
    if own:
        out += " · ".join(f"[{p}](#{p.lower().replace('.', '')})" for p in own) + "\n\n## Properties\n\n"
    for p in own:
        out += property_section(p, kind["properties"][p], texts.get("property", {}).get(f"{name}.{p}", {}))
    return out.rstrip("\n") + "\n"


ACCESS = {"any": "any", "objects": "to the objects that it changes", "full": "full"}
MOMENT = {"deferred": "waits for `commit`", "immediate": "acts at once", "refused": "is refused"}


def verbs_page(facts, texts):
    out = f"# Verbs\n\n{WARNING}\nOne line is one verb with its words. Every verb can be answered with [errors](errors.md) of the codes "
    out += "`syntax` and `denied`.\n\n"
    out += " · ".join(f"[{name}](#{name.lower()})" for name in facts.verbs) + "\n\n"
    for name, verb in facts.verbs.items():
        out += f"## {name}\n\n{block(verb['usage'], 'text')}\n{sentence(verb['help'])}\n\n"
        if verb["arguments"]:
            out += "| word | is |\n| --- | --- |\n"
            for word in verb["arguments"]:
                is_key = not word["positional"] and word["type"] != "properties"
                parts = [" ".join(f"`{choice}`" for choice in word["choices"]) if word.get("choices") else ARGUMENTS.get(word["type"], word["type"])]
                parts += ["has to be given"] if word["required"] else []
                parts += ["several"] if word.get("repeats") else []
                out += f"| `{word['name'].replace('|', chr(92) + '|')}{'=' if is_key else ''}` | {', '.join(parts)} |\n"
            out += "\n"
        out += reply_section(verb["reply"])
        out += f"Between `begin` and `commit` it {MOMENT[verb['inTransaction']]}. Access: {ACCESS[verb['access']]}.\n\n"
        out += note_of(texts["verb"].get(name, {}))
    return out.rstrip("\n") + "\n"


def member_rows(members):
    """Rows of a table: the members of an object, and what they are."""
    out = ""
    for member, form in members.items():
        kind = " ".join(f"`{choice}`" for choice in form["choices"]) if form.get("choices") else FORMS.get(form["type"], form["type"])
        out += f"| `{member}` | {kind}{', or missing' if form.get('optional') else ''} |\n"
    return out


FORMS = {"nested": "objects like this one", "object": "an object"}


def reply_section(reply):
    """What follows `ok`."""
    if not reply:
        return "Its reply is `ok` alone.\n\n"
    alone = ", or `ok` alone" if reply.get("optional") else ""
    if reply["type"] == "any":
        return f"Its reply is as the words say{alone}.\n\n"
    if reply["type"] == "strings":
        return f"Its reply is an array of texts{alone}.\n\n"
    if not reply["members"]:
        return f"Its reply is an object{alone}.\n\n"
    more = "| … | more, as the scene is |\n" if reply.get("properties") else ""
    return f"Its reply is an object{alone}:\n\n| member | is |\n| --- | --- |\n{member_rows(reply['members'])}{more}\n"


ARGUMENTS = {
    "id": "an object's id", "newID": "a new id", "kind": "a [kind](README.md#kinds)", "event": "an [event](events.md)", "text": "text",
    "number": "a number", "integer": "a whole number", "boolean": "a boolean", "time": "a time", "point": "a point", "size": "a size",
    "rectangle": "a rectangle", "timing": "an [easing](easings.md)", "spring": "`mass,stiffness,damping[,velocity]`", "path": "a file",
    "lines": "lines, as one word", "key": "a property", "expression": "an [expression](../expressions.md)", "properties": "`property=value`",
    "rest": "what belongs to the word before",
}


def events_page(facts, texts):
    out = f"# Events\n\n{WARNING}\n`subscribe EVENT… [layer=ID]` asks for them; they come as `event NAME JSON`.\n\n"
    out += " · ".join(f"[{name}](#{name.lower()})" for name in facts.events) + "\n\n"
    for name, event in facts.events.items():
        out += f"## {name}\n\n{sentence(event['help'])}\n\n| member | is |\n| --- | --- |\n"
        out += member_rows(event["members"])
        if event.get("properties"):
            out += "| … | the object's properties |\n"
        out += "\n" + note_of(texts.get("event", {}).get(name, {}))
    return out.rstrip("\n") + "\n"


def errors_page(facts, texts):
    out = f"# Errors\n\n{WARNING}\n`error CODE MESSAGE`. An error changes nothing: a line is all or nothing.\n\n"
    for code, help in facts.errors.items():
        out += f"## {code}\n\n{sentence(help)}\n\n"
        note = texts.get("error", {}).get(code, {})
        if note.get("text"):
            out += note["text"].strip() + "\n\n"
        if note.get("example"):
            out += block(note["example"], f"scrim-error {code}") + "\n"
    return out.rstrip("\n") + "\n"


def named_page(title, intro, names, texts, table):
    """A page of one section each for names that `describe` lists and the notes explain."""
    out = f"# {title}\n\n{WARNING}\n{intro.strip()}\n\n"
    out += " · ".join(f"[{name}](#{name.lower().replace('(', '').replace(')', '')})" for name in names) + "\n\n"
    for name in names:
        out += f"## {name}\n\n" + note_of(texts[table][name])
    return out.rstrip("\n") + "\n"


def types_page(facts, texts):
    used = {form["type"] for kind in facts.kinds.values() for form in kind["properties"].values()}
    unknown = used - set(texts["type"])
    if unknown:
        raise SystemExit(f"notes.toml says nothing of the types {', '.join(sorted(unknown))}")
    return named_page("Types", texts["page"]["types"], texts["type"], texts, "type")


def index_page(facts, texts):
    out = f"# Reference\n\n{WARNING}\nEverything that a line may hold, as the daemon describes itself (`scrim describe`, `scrim help WORD`).\n\n"
    out += "- [Verbs](verbs.md) · [Events](events.md) · [Errors](errors.md) · [Types](types.md)\n"
    out += "- [Filters](filters.md) · [Blend modes](blend-modes.md) · [Easings](easings.md)\n"
    out += "- Plugins, whole: " + " · ".join(f"[{kind}](plugin-{kind}.md)" for kind in PLUGINS) + "\n\n## Kinds\n\n| kind | |\n| --- | --- |\n"
    for name, kind in facts.kinds.items():
        out += f"| [{name}]({name}.md) | {sentence(kind['help'])} |\n"
    out += "\n## Properties\n\n| property | of |\n| --- | --- |\n"
    places = {}
    for name in facts.kinds:
        for p in facts.own[name] + facts.changed[name]:
            places.setdefault(p, []).append(name)
    for p in sorted(places, key=str.lower):
        links = ", ".join(f"[{name}]({name}.md#{p.lower().replace('.', '')})" for name in places[p])
        out += f"| `{p}` | {links} |\n"
    return out


PLUGINS = {
    "layer": "A layer kind", "filter": "A filter", "behavior": "A behavior", "decoder": "A decoder", "output": "An output",
}


def plugin_page(kind):
    """The templates of `scrim plugin new`, as a page."""
    out = f"# {PLUGINS[kind]}, whole\n\n{WARNING}\n`scrim plugin new Sample --kind {kind} --lang c|swift|rust` writes these, with a Makefile and a page that says how to "
    out += "build and try it; the tests build and load each of them. [plugins.md](../plugins.md) says more.\n\n"
    for language, folder, file, fence in [
        ("C", "c", "NAME.c", "c"), ("Swift", "swift", "Sources%NAME%NAME.swift", "swift"), ("Rust", "rust", "src%lib.rs", "rust"),
    ]:
        text = (TEMPLATES / f"{kind}-{folder}" / file).read_text().replace("@NAME@", "Sample").replace("@name@", "sample")
        out += f"## {language}\n\n{block(text.rstrip(), fence)}\n"
    manifest = (TEMPLATES / kind / "NAME.scrimplugin").read_text().replace("@NAME@", "Sample").replace("@name@", "sample")
    return out + f"## The manifest\n\n{block(manifest.rstrip(), 'text')}"


def pages(programs):
    """File names below docs/reference, and their texts."""
    facts, texts = Facts(programs), notes()
    check(facts, texts)
    blends = facts.kinds["layer"]["properties"]["compositingFilter"]["choices"]
    result = {f"{name}.md": kind_page(facts, texts, name) for name in facts.kind_names}
    for name, usage in facts.filters.items():
        if name in texts["filter"]:
            texts["filter"][name]["shown"] = texts["filter"][name].get("usage", usage["usage"])
    result |= {f"plugin-{kind}.md": plugin_page(kind) for kind in PLUGINS}
    result |= {
        "README.md": index_page(facts, texts), "verbs.md": verbs_page(facts, texts), "events.md": events_page(facts, texts),
        "errors.md": errors_page(facts, texts), "types.md": types_page(facts, texts),
        "filters.md": named_page("Filters", texts["page"]["filters"],
                                 [n for n in facts.filters if n in texts["filter"]], texts, "filter"),
        "blend-modes.md": named_page("Blend modes", texts["page"]["blends"], blends, texts, "blend"),
        "easings.md": named_page("Easings", texts["page"]["easings"], texts["easing"], texts, "easing"),
    }
    return result


def check(facts, texts):
    """What `describe` has no help for has a note, and no note is of what is not there."""
    known = {
        # Those of other plugins are theirs to explain.
        "filter": {n for n, f in facts.filters.items() if not f.get("plugin") or n in texts["filter"]},
        "blend": set(facts.kinds["layer"]["properties"]["compositingFilter"]["choices"]),
    }
    wrong = []
    for table, names in known.items():
        wrong += [f"{table} {name} has no note" for name in names - set(texts[table])]
        wrong += [f"{table} {name} is not there" for name in set(texts[table]) - names]
    for table, names in (("verb", set(facts.verbs)), ("kind", set(facts.kinds)), ("event", set(facts.events)), ("error", set(facts.errors)),
                         ("property", {f"{k}.{p}" for k, kind in facts.kinds.items() for p in kind["properties"]})):
        wrong += [f"{table} {name} is not there" for name in set(texts.get(table, {})) - names]
    if wrong:
        raise SystemExit("notes.toml: " + "; ".join(sorted(wrong)))
