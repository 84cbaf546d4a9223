"""Manual pages, from the same texts as all other documents."""
import re

import markdown

VERSION = re.compile(r'version = "(.*)"')
SEE_ALSO = ["scrim(1)", "scrimd(1)", "scrim-protocol(7)", "scrim-objects(7)", "scrim-plugins(7)", "scrim.config(5)"]


def escape(text):
    """Text as roff has it. A point or an apostrophe at the start of a line would be a request."""
    text = text.replace("\\", "\\e").replace("-", "\\-").replace("'", "\\(aq").replace("^", "\\(ha").replace("~", "\\(ti").replace("`", "\\(ga")
    return "\\&" + text if text.startswith(".") else text


def inline(text):
    out = ""
    for kind, inner, target in markdown.spans(text):
        if kind in ("code", "bold"):
            out += "\\fB" + (escape(inner) if kind == "code" else inline(inner)) + "\\fR"
        elif kind == "italic":
            out += "\\fI" + inline(inner) + "\\fR"
        elif kind == "link":
            out += inline(inner)
        elif kind == "text":
            out += escape(inner)
    return re.sub(r"<!--.*?-->", "", out)


def roff(source, drop=0):
    """A text of Markdown; headings are `drop` levels higher than they stand there."""
    out = []
    for block in markdown.parse(re.sub(r"<!--.*?-->\n?", "", source)):
        if block.kind == "heading":
            level = block.level - drop
            if level > 0:
                out.append((".SH " if level == 1 else ".SS ") + inline(block.text).replace("\\fB", "").replace("\\fR", ""))
        elif block.kind == "code":
            if block.text.strip():
                out += [".PP", ".RS 4", ".nf"] + [escape(line) for line in block.text.split("\n")] + [".fi", ".RE"]
        elif block.kind == "list":
            for number, item in enumerate(block.items, 1):
                if item.count("](#") > 2:
                    continue
                out += [f".IP {f'{number}.' if block.info else chr(92) + '(bu'} 3", inline(item)]
        elif block.kind == "table":
            for row in block.items[1:]:
                out += [".TP", "\\fB" + inline(row[0]).replace("\\fB", "").replace("\\fR", "\\fB") + "\\fR",
                        " \\- ".join(inline(cell) for cell in row[1:] if cell) or "\\&"]
        elif block.text.startswith("[") and block.text.count("](#") > 3:
            continue  # a list of links within the page
        elif inline(block.text).strip():
            out += [".PP", inline(block.text)]
    return "\n".join(out)


def page(name, section, version, summary, body):
    links = [f".BR {link.replace('(', ' (').replace('-', chr(92) + '-')}" for link in SEE_ALSO if link != f"{name}({section})"]
    head = [f'.TH "{name.upper()}" "{section}" "" "scrim {version}" "Scrim"', ".nh", ".SH NAME", f"{escape(name)} \\- {escape(summary)}"]
    return "\n".join(head + [body, ".SH SEE ALSO", " ,\n".join(links), ""])


def section_of(source, heading):
    """What stands below a heading of the second level."""
    found = re.search(rf"^## {re.escape(heading)}\n(.*?)(?=^## |\Z)", source, re.M | re.S)
    return found[1]


def pages(root, reference):
    """File names, and their texts. `reference`: the pages of docs/reference."""
    version = VERSION.search((root / "Sources/Tools/scrim/Help.swift").read_text())[1]
    docs = {p.stem: p.read_text() for p in (root / "docs").glob("*.md")}
    kinds = [name for name in sorted(reference, key=lambda n: (n != "layer.md", n.lower()))
             if not name.startswith("plugin-") and name not in ("README.md", "verbs.md", "events.md", "errors.md", "types.md", "filters.md", "blend-modes.md", "easings.md")]

    def part(title, names):
        return f".SH {title}\n" + "\n".join(roff(reference[name], drop=0).replace(".SS", ".PP\n.SS").replace(".SH ", ".SS ") for name in names)

    protocol = re.sub(r"^# .*\n", "", docs["protocol"])
    return {
        "scrim.1": page("scrim", 1, version, "talk to scrimd from a shell", ".SH SYNOPSIS\n\\fBscrim\\fR [\\fIOPTION\\fR...] \\fIVERB\\fR "
                        "\\fIWORD\\fR...\n.SH DESCRIPTION\n" + roff(section_of(docs["scrim"], "scrim"), drop=2)),
        "scrimd.1": page("scrimd", 1, version, "a compositor of layers, driven by lines of text",
                         ".SH SYNOPSIS\n\\fBscrimd\\fR [\\fIOPTION\\fR...]\n.SH OPTIONS\n" + roff(section_of(docs["scrim"], "scrimd"), drop=2)),
        "scrim-protocol.7": page("scrim-protocol", 7, version, "the lines that scrimd understands", ".SH DESCRIPTION\n" + roff(protocol, drop=1)
                                 + "\n" + part("VERBS", ["verbs.md"]) + "\n" + part("EVENTS", ["events.md"]) + "\n" + part("ERRORS", ["errors.md"])),
        "scrim-objects.7": page("scrim-objects", 7, version, "kinds of objects, their properties and values",
                                part("TYPES", ["types.md"]) + "\n" + part("KINDS", kinds) + "\n" + part("FILTERS", ["filters.md"]) + "\n"
                                + part("BLEND MODES", ["blend-modes.md"]) + "\n" + part("EASINGS", ["easings.md"])),
        "scrim-plugins.7": page("scrim-plugins", 7, version, "layer kinds, filters, decoders, behaviors and outputs of your own",
                                ".SH DESCRIPTION\n" + roff(re.sub(r"^# .*\n", "", docs["plugins"]), drop=1)),
        "scrim.config.5": page("scrim.config", 5, version, "the configuration of scrimd",
                               ".SH DESCRIPTION\n" + roff(re.sub(r"^# .*\n", "", docs["config"]), drop=1) + "\n" + part("SETTINGS", ["settings.md"])),
    }
