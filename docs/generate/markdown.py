"""The part of Markdown that the documents use, as blocks and spans: headings, paragraphs, lists, tables, code, pictures, links."""
import re
from dataclasses import dataclass, field


@dataclass
class Block:
    """One block. `kind`: heading, paragraph, list, table, code, quote, rule."""
    kind: str
    text: str = ""
    level: int = 0
    info: str = ""
    items: list = field(default_factory=list)


def parse(source):
    """The blocks of a text, in their order."""
    lines, blocks, at = source.split("\n"), [], 0
    while at < len(lines):
        line = lines[at]
        if not line.strip():
            at += 1
        elif line.startswith("```"):
            end = at + 1
            while end < len(lines) and not lines[end].startswith("```"):
                end += 1
            blocks.append(Block("code", "\n".join(lines[at + 1:end]), info=line[3:].strip()))
            at = end + 1
        elif match := re.match(r"(#{1,6}) (.*)", line):
            blocks.append(Block("heading", match[2].strip(), level=len(match[1])))
            at += 1
        elif line.startswith("|"):
            rows = []
            while at < len(lines) and lines[at].startswith("|"):
                rows.append(cells(lines[at]))
                at += 1
            if len(rows) > 1 and all(re.fullmatch(r":?-+:?", cell) for cell in rows[1]):
                blocks.append(Block("table", items=[rows[0]] + rows[2:]))
            else:
                blocks.append(Block("table", items=[[""] * len(rows[0])] + rows))
        elif re.match(r"([-*]|\d+\.) ", line):
            items, ordered = [], line[0].isdigit()
            while at < len(lines) and (match := re.match(r"([-*]|\d+\.) (.*)", lines[at]) or items and re.match(r"( +)(\S.*)", lines[at])):
                if lines[at].startswith(" "):
                    items[-1] += " " + match[2]
                else:
                    items.append(match[2])
                at += 1
            blocks.append(Block("list", items=items, info="ordered" if ordered else ""))
        elif line.startswith("> "):
            text = []
            while at < len(lines) and lines[at].startswith(">"):
                text.append(lines[at].lstrip("> "))
                at += 1
            blocks.append(Block("quote", " ".join(text)))
        else:
            text = []
            while at < len(lines) and lines[at].strip() and not re.match(r"```|#{1,6} |\||[-*] |> ", lines[at]):
                text.append(lines[at].strip())
                at += 1
            if not text:
                text, at = [line.strip()], at + 1
            blocks.append(Block("paragraph", " ".join(text)))
    return blocks


def cells(line):
    """The cells of a row; `\\|` is a bar."""
    parts = re.split(r"(?<!\\)\|", line.strip().strip("|") if not line.rstrip().endswith("\\|") else line.strip()[1:])
    return [part.strip().replace("\\|", "|") for part in parts]


SPAN = re.compile(r"(?P<code>`+)(?P<inside>.+?)(?P=code)|!\[(?P<alt>[^\]]*)\]\((?P<picture>[^)\s]+)\)|\[(?P<link>(?:[^\]`]|`[^`]*`)+)\]\((?P<to>[^)\s]+)\)"
                  r"|\*\*(?P<bold>.+?)\*\*|(?<![\w*])\*(?P<italic>[^*\s][^*]*)\*(?!\w)")


def spans(text):
    """(kind, text, target) of a paragraph; links and bold hold spans of their own as text."""
    at = 0
    for match in SPAN.finditer(text):
        if match.start() > at:
            yield "text", text[at:match.start()], None
        if match["code"]:
            yield "code", match["inside"].strip() if match["code"] != "`" else match["inside"], None
        elif match["picture"]:
            yield "picture", match["alt"], match["picture"]
        elif match["link"]:
            yield "link", match["link"], match["to"]
        elif match["bold"]:
            yield "bold", match["bold"], None
        else:
            yield "italic", match["italic"], None
        at = match.end()
    if at < len(text):
        yield "text", text[at:], None


def plain(text):
    """The text without its marks."""
    return "".join(plain(inner) if kind in ("link", "bold", "italic") else inner for kind, inner, _ in spans(text))


def anchor(heading):
    """The name by which a heading is linked to, as GitHub makes it."""
    return re.sub(r"[^\w\- ]", "", plain(heading).lower()).replace(" ", "-")
