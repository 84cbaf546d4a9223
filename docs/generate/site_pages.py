"""The static site: every document and every page of reference, with a list of contents and a search that needs no server."""
import html
import json
import re
import shutil
from pathlib import PurePosixPath

import markdown
import pictures

GUIDES = ["README", "tutorial", "cookbook", "border", "coming-from", "coming-from-core-animation", "protocol", "expressions", "styles", "scrim", "farm", "config", "shell", "python", "outputs", "wayland", "plugins",
          "gallery", "performance", "bounds"]
HERE = __import__("pathlib").Path(__file__).resolve().parent


def inline(text, page, known):
    out = ""
    for kind, inner, target in markdown.spans(text):
        if kind == "code":
            out += f"<code>{html.escape(inner)}</code>"
        elif kind == "picture":
            out += f'<img src="{html.escape(target)}" alt="{html.escape(inner)}" loading="lazy">'
        elif kind == "link":
            out += f'<a href="{html.escape(link(target, page, known))}">{inline(inner, page, known)}</a>'
        elif kind in ("bold", "italic"):
            tag = "strong" if kind == "bold" else "em"
            out += f"<{tag}>{inline(inner, page, known)}</{tag}>"
        else:
            out += html.escape(inner, quote=False)
    return re.sub(r"&lt;!--.*?--&gt;", "", out)


def link(target, page, known):
    """Links to documents become links to their pages; what is no page leads to the repository's file, which lies beside."""
    if "://" in target or target.startswith("#"):
        return target
    path, _, anchor = target.partition("#")
    here = PurePosixPath(page).parent
    parts = []
    for part in (here / path).parts:
        if part == ".." and parts and parts[-1] != "..":
            parts.pop()
        elif part != ".":
            parts.append(part)
    whole = "/".join(parts)
    if whole in known:
        up = "../" * (len(PurePosixPath(known[page]).parts) - 1)
        return up + known[whole] + (f"#{anchor}" if anchor else "")
    return target


def body(source, page, known, index, shown):
    """Title and HTML of a page. `shown`: pictures of blocks, by their number."""
    out, title, section = [], "", ""
    url = known[page]
    text = COMMENT.sub("", source)
    for number, block in enumerate(markdown.parse(text)):
        if block.kind == "heading":
            anchor = markdown.anchor(block.text)
            title = title or markdown.plain(block.text)
            section = markdown.plain(block.text)
            index.append({"u": f"{url}#{anchor}" if block.level > 1 else url, "t": section, "p": title, "x": ""})
            out.append(f'<h{block.level} id="{anchor}">{inline(block.text, page, known)}'
                       f'<a class="mark" href="#{anchor}" aria-label="link to this section">#</a></h{block.level}>')
            continue
        if index and len(index[-1]["x"]) < 400:
            index[-1]["x"] += " " + " ".join([markdown.plain(block.text)] + [markdown.plain(str(c)) for i in block.items
                                                                           for c in (i if isinstance(i, list) else [i])])[:400]
        if block.kind == "code":
            kind = block.info.split(" ")[0] or "text"
            out.append(f'<pre class="{html.escape(kind)}"><code>{html.escape(block.text, quote=False)}</code></pre>')
            if number in shown:
                out.append(f'<p><img class="shown" src="@UP@pictures/{shown[number]}" alt="what these lines make" loading="lazy"></p>')
        elif block.kind == "list":
            tag = "ol" if block.info else "ul"
            out.append(f"<{tag}>" + "".join(f"<li>{inline(item, page, known)}</li>" for item in block.items) + f"</{tag}>")
        elif block.kind == "table":
            head = "".join(f"<th>{inline(cell, page, known)}</th>" for cell in block.items[0])
            rows = "".join("<tr>" + "".join(f"<td>{inline(cell, page, known)}</td>" for cell in row) + "</tr>" for row in block.items[1:])
            out.append(f'<div class="wide"><table>{"<thead><tr>" + head + "</tr></thead>" if any(block.items[0]) else ""}<tbody>{rows}</tbody></table></div>')
        elif block.kind == "quote":
            out.append(f"<blockquote>{inline(block.text, page, known)}</blockquote>")
        else:
            out.append(f"<p>{inline(block.text, page, known)}</p>")
    return title, "\n".join(out)


COMMENT = re.compile(r"<!--.*?-->\n?")


def write(root, out, scrim=None):
    """Writes the site into a folder that holds nothing else. With `scrim` blocks of lines have their pictures."""
    sources = {"README.md": (root / "README.md").read_text(), "ARCHITECTURE.md": (root / "ARCHITECTURE.md").read_text(),
               "CONTRIBUTING.md": (root / "CONTRIBUTING.md").read_text(), "CHANGELOG.md": (root / "CHANGELOG.md").read_text()}
    for path in sorted((root / "docs").rglob("*.md")):
        sources[str(path.relative_to(root))] = path.read_text()
    known = {}
    for name in sources:
        path = PurePosixPath(name)
        if name == "README.md":
            known[name] = "index.html"
        elif path.name == "README.md":
            known[name] = str(path.parent / "index.html")
        else:
            known[name] = str(path.with_suffix(".html"))
    if out.exists():
        shutil.rmtree(out)
    out.mkdir(parents=True)
    index, made = [], {}
    for name, source in sources.items():
        made[name] = body(source, name, known, index, pictures.of(name, COMMENT.sub("", source), scrim, out / "pictures", root))
    template = (HERE / "page.html").read_text()
    for name, (title, content) in made.items():
        target = out / known[name]
        target.parent.mkdir(parents=True, exist_ok=True)
        up = "../" * (len(PurePosixPath(known[name]).parts) - 1)
        target.write_text(template.replace("@TITLE@", html.escape(title)).replace("@MENU@", menu(name, made, known, up))
                          .replace("@BODY@", content).replace("@UP@", up))
    (out / "search.js").write_text("const INDEX = " + json.dumps(index, ensure_ascii=False, separators=(",", ":")) + ";\n"
                                   + (HERE / "search.js").read_text())
    (out / "style.css").write_text((HERE / "style.css").read_text())
    for path in (root / "docs").rglob("*"):
        if path.suffix in (".png", ".webp", ".svg") and path.is_file():
            target = out / path.relative_to(root)
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(path, target)
    print(f"{out}: {len(made)} pages, {len(index)} sections in the search")


def menu(current, made, known, up):
    def entry(name):
        title = made[name][0]
        here = ' aria-current="page"' if name == current else ""
        return f'<li><a href="{up}{known[name]}"{here}>{html.escape(title)}</a></li>'

    guides = [n for g in GUIDES if (n := "README.md" if g == "README" else f"docs/{g}.md") in made]
    guides += [n for n in made if n.startswith("docs/") and n.count("/") == 1 and n not in guides]
    reference = [n for n in made if n.startswith("docs/reference/")]
    tables = [n for n in reference if PurePosixPath(n).stem in ("README", "verbs", "events", "errors", "types", "filters", "blend-modes", "easings")]
    design = [n for n in made if n.startswith("docs/design/") or "/" not in n and n != "README.md"]
    groups = [("Guides", guides), ("Reference", sorted(tables, key=lambda n: not n.endswith("README.md"))),
              ("Kinds", [n for n in reference if n not in tables]), ("Design", design)]
    return "".join(f"<h2>{title}</h2><ul>{''.join(entry(n) for n in names)}</ul>" for title, names in groups if names)
