"""The static site: every document and every page of reference, with a list of contents and a search that needs no server."""
import html
import json
import posixpath
import re
import shutil
from pathlib import PurePosixPath

import files
import highlight
import markdown
import pictures

# What stands first, in groups. A document in none of them comes under "More".
GUIDES = {
    "Begin": ["README", "tutorial", "cookbook", "gallery", "coming-from", "coming-from-core-animation"],
    "Write scenes": ["expressions", "bindings", "styles", "components", "lists", "flowing", "controls", "timers", "selectors", "undo"],
    "Use it": ["scrim", "config", "outputs", "wayland", "kiosk", "films", "vector-files", "templates", "farm", "inspect"],
    "From programs": ["protocol", "shell", "python", "border", "plugins"],
    "Know more": ["performance", "bounds"],
}
TOP = ["README", "ARCHITECTURE", "CONTRIBUTING", "AGENTS", "CHANGELOG", "SECURITY", "LICENSES"]
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
    """The link to a page from `page`, for a path from its document."""
    if "://" in target or target.startswith(("#", "mailto:")):
        return target
    path, _, anchor = target.partition("#")
    whole = posixpath.normpath(str(PurePosixPath(page).parent / path))
    if whole not in known:
        return target
    up = "../" * (len(PurePosixPath(known[page]).parts) - 1)
    return up + known[whole] + (f"#{anchor}" if anchor else "")


def linked(source, page):
    """Paths from the repository's top that a document links to."""
    for target in re.findall(r"\]\(([^)\s]+)\)", COMMENT.sub("", source)):
        if "://" not in target and not target.startswith(("#", "mailto:")):
            yield posixpath.normpath(str(PurePosixPath(page).parent / target.partition("#")[0]))


def body(source, page, known, index, shown):
    """Title, HTML and sections of a page. `shown`: pictures of blocks, by their number."""
    out, title, section, sections = [], "", "", []
    url = known[page]
    text = COMMENT.sub("", source)
    for number, block in enumerate(markdown.parse(text)):
        if block.kind == "heading":
            anchor = markdown.anchor(block.text)
            title = title or markdown.plain(block.text)
            section = markdown.plain(block.text)
            if 1 < block.level < 4:
                sections.append((block.level, anchor, section))
            index.append({"u": f"{url}#{anchor}" if block.level > 1 else url, "t": section, "p": title, "x": ""})
            out.append(f'<h{block.level} id="{anchor}">{inline(block.text, page, known)}'
                       f'<a class="mark" href="#{anchor}" aria-label="link to this section">#</a></h{block.level}>')
            continue
        if index and len(index[-1]["x"]) < 4000:
            index[-1]["x"] += " " + " ".join([markdown.plain(block.text)] + [markdown.plain(str(c)) for i in block.items
                                                                           for c in (i if isinstance(i, list) else [i])])[:4000]
        if block.kind == "code":
            kind = block.info.split(" ")[0] or "text"
            mark = " after-shell" if "after-shell" in block.info.split(" ") else ""
            out.append(f'<pre class="{html.escape(kind)}{mark}"><code>{highlight.code(block.text, kind)}</code></pre>')
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
    return title, "\n".join(out), sections


COMMENT = re.compile(r"<!--.*?-->\n?")


def read(path):
    """A document without the front matter that skills have."""
    return re.sub(r"\A---\n.*?\n---\n", "", path.read_text(), flags=re.S)


def documents(root):
    """The documents, by their paths: those of docs, those at the top, and what Markdown these link to."""
    sources = {f"{name}.md": read(root / f"{name}.md") for name in TOP}
    for path in sorted((root / "docs").rglob("*.md")):
        sources[str(path.relative_to(root))] = read(path)
    open_pages = list(sources)
    while open_pages:
        page = open_pages.pop()
        for name in linked(sources[page], page):
            if name.endswith(".md") and name not in sources and not name.startswith("..") and (root / name).is_file():
                sources[name] = read(root / name)
                open_pages.append(name)
    return sources


def url_of(name):
    path = PurePosixPath(name)
    if name == "README.md":
        return "index.html"
    return str(path.parent / "index.html" if path.name == "README.md" else path.with_suffix(".html"))


def write(root, out, scrim=None):
    """Writes the site into a folder that holds nothing else. With `scrim` blocks of lines have their pictures."""
    sources = documents(root)
    known = {name: url_of(name) for name in sources}
    # A folder is its own page where it has one.
    known |= {str(PurePosixPath(name).parent): url for name, url in known.items() if PurePosixPath(name).name == "README.md" and name != "README.md"}
    shown_files = {name for page, source in sources.items() for name in linked(source, page)
                   if name not in known and not name.startswith("..") and (root / name).suffix not in PICTURES and files.is_shown(root / name)}
    made, file_pages, left = {}, {}, sorted(shown_files)
    while left:
        name = left.pop()
        title, content, more = files.body(root, name, known)
        file_pages[name] = (title, content)
        left += [one for one in more if one not in file_pages and one not in left]
    known |= {name: files.page_of(name) for name in file_pages}
    if out.exists():
        shutil.rmtree(out)
    out.mkdir(parents=True)
    index = []
    for name, source in sources.items():
        made[name] = body(source, name, known, index, pictures.of(name, COMMENT.sub("", source), scrim, out / "pictures", root))
    template = (HERE / "page.html").read_text()

    def put(name, title, content, sections):
        target = out / known[name]
        target.parent.mkdir(parents=True, exist_ok=True)
        up = "../" * (len(PurePosixPath(known[name]).parts) - 1)
        # How run.js shows blocks: the size of the picture, and whether each is a scene of its own.
        run = f' data-size="{pictures.size_of(name) or "640x360"}"' + (" data-alone" if name == pictures.ALONE else "")
        target.write_text(template.replace("@TITLE@", html.escape(title)).replace("@MENU@", menu(name, made, known, up)).replace("@SECTIONS@", aside(sections))
                          .replace("@BODY@", content).replace("@RUN@", run).replace("@UP@", up))

    for name, (title, content, sections) in made.items():
        put(name, title, content, sections)
    for name, (title, content) in file_pages.items():
        put(name, title, content, [])
    (out / "search.js").write_text("const INDEX = " + json.dumps(index, ensure_ascii=False, separators=(",", ":")) + ";\n"
                                   + (HERE / "search.js").read_text())
    for name in ("run.js", "style.css"):
        (out / name).write_text((HERE / name).read_text())
    beside = [path for name in made if name.startswith("examples/") for path in (root / name).parent.rglob("*")]
    for path in [*(root / "docs").rglob("*"), *beside]:
        if path.suffix in PICTURES and path.is_file():
            target = out / path.relative_to(root)
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(path, target)
    (out / "llms.txt").write_text(overview(sources, known))
    if dead := dead_links(out):
        raise SystemExit("\n".join(f"{page}: {target} leads nowhere" for page, target in dead))
    print(f"{out}: {len(made) + len(file_pages)} pages, {len(index)} sections in the search")


def overview(sources, known):
    """llms.txt: what there is to read, for programs, a line each."""
    def line(name):
        blocks = markdown.parse(COMMENT.sub("", sources[name]))
        title = next((markdown.plain(b.text) for b in blocks if b.kind == "heading"), name)
        first = next((markdown.plain(b.text) for b in blocks if b.kind == "paragraph"), "")
        return f"- [{title}]({known[name]}): {first.split('. ')[0].rstrip('.:')}"

    out = "# Scrim\n\n> A compositor of layers that is driven by lines of text: overlays, dashboards, kiosks, pictures and films without a browser.\n"
    out += "\nPrograms that write scenes read the skill first; it suffices for most tasks.\n\n## Begin\n\n- [Skill](docs/agents/SKILL.html): how scenes are written, in a few pages\n"
    for title, guides in GUIDES.items():
        names = [n for g in guides if (n := "README.md" if g == "README" else f"docs/{g}.md") in sources]
        out += ("" if title == "Begin" else f"\n## {title}\n\n") + "\n".join(map(line, names)) + "\n"
    return out + "\n## Optional\n\n- [Reference](docs/reference/index.html): every kind, property, verb, event and error\n"


def dead_links(out):
    """(page, target) of each link within the site to a page, file or section that is not there."""
    pages = {page: page.read_text() for page in out.rglob("*.html")}
    sections = {page: set(re.findall(r'id="([^"]+)"', text)) for page, text in pages.items()}
    dead = []
    for page, text in pages.items():
        for target in map(html.unescape, re.findall(r'(?:href|src)="([^"]+)"', text)):
            if "://" in target or target.startswith(("mailto:", "data:")):
                continue
            path, _, anchor = target.partition("#")
            found = page.parent.joinpath(path).resolve() if path else page
            if not found.is_file() or anchor and found in sections and anchor not in sections[found]:
                dead.append((str(page.relative_to(out)), target))
    return sorted(set(dead))


PICTURES = (".png", ".webp", ".svg")


def aside(sections):
    """The sections of a page, where there are several."""
    if len(sections) < 3:
        return ""
    rows = "".join(f'<li class="level{level}"><a href="#{anchor}">{html.escape(title)}</a></li>' for level, anchor, title in sections)
    return f'<aside aria-label="On this page"><h2>On this page</h2><ul>{rows}</ul></aside>'


def menu(current, made, known, up):
    """The list of all documents, in groups."""
    def entry(name):
        title = made[name][0]
        here = ' aria-current="page"' if name == current else ""
        return f'<li><a href="{up}{known[name]}"{here}>{html.escape(title)}</a></li>'

    groups = [(title, [n for g in guides if (n := "README.md" if g == "README" else f"docs/{g}.md") in made]) for title, guides in GUIDES.items()]
    grouped = {name for _, names in groups for name in names}
    groups[-1][1].extend(n for n in made if n.startswith("docs/") and n.count("/") == 1 and n not in grouped)
    reference = [n for n in made if n.startswith("docs/reference/")]
    tables = [n for n in reference if PurePosixPath(n).stem in ("README", "verbs", "events", "errors", "types", "filters", "blend-modes", "easings")]
    project = [n for n in made if n.startswith("docs/design/") or "/" not in n and n != "README.md"]
    groups += [("Reference", sorted(tables, key=lambda n: not n.endswith("README.md"))), ("Kinds", [n for n in reference if n not in tables]),
               ("Clients", [n for n in made if n.startswith(("clients/", "docs/agents/"))]), ("Project", project)]
    return "".join(f"<h2>{title}</h2><ul>{''.join(entry(n) for n in names)}</ul>" for title, names in groups if names)
