"""Pictures of what a page's blocks make, one after another, by `scrim render`: for the site."""
import concurrent.futures
import hashlib
import subprocess

import markdown

# Pages whose blocks show something, and the size of their output.
ALONE = "docs/cookbook.md"  # each of its blocks is a scene of its own
SIZES = {"docs/tutorial.md": "400x480", "docs/cookbook.md": "1280x720", "docs/coming-from.md": "480x240", "docs/border.md": "640x360"}
# Lines that a picture needs not, and render does not take.
PASSED_OVER = ("subscribe", "unsubscribe", "sync", "clock", "tick", "wait", "record", "save", "load", "session", "get ", "list", "tree", "describe",
               "explain", "dump", "stats", "hello", "plugin", "debug", "snapshot", "input", "repaint", "undo")


def size_of(page):
    if page in SIZES:
        return SIZES[page]
    return "320x200" if page.startswith("docs/reference/") and not page.endswith(("verbs.md", "errors.md", "events.md", "README.md")) else None


def of(page, source, scrim, folder, root):
    """By the number of the block: a picture's file below `folder`, where it shows something new."""
    size = size_of(page)
    if not size or not scrim:
        return {}
    lines, jobs = [], {}
    for number, block in enumerate(markdown.parse(source)):
        if block.kind == "code" and block.info.split(" ")[0] == "scrim":
            if page == ALONE:
                lines = []
            lines += [line for line in block.text.split("\n") if not line.startswith(PASSED_OVER)]
            jobs[number] = "\n".join(lines) + "\n"

    def render(text):
        name = hashlib.sha256((size + text).encode()).hexdigest()[:16] + ".png"
        done = subprocess.run([str(scrim), "render", "-", "--size", size, "--at", "0.4", "-o", str(folder / name)], input=text, text=True,
                              capture_output=True, cwd=root)
        return name if done.returncode == 0 else None

    folder.mkdir(parents=True, exist_ok=True)
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        names = dict(zip(jobs, pool.map(render, jobs.values())))
    seen, result = {hashlib.sha256(blank(scrim, size, folder)).digest()}, {}
    for number, name in names.items():
        if not name:
            continue
        digest = hashlib.sha256((folder / name).read_bytes()).digest()
        if digest not in seen:
            result[number] = name
        seen.add(digest)
    for path in folder.iterdir():
        if path.name in names.values() and path.name not in result.values():
            path.unlink()
    return result


def blank(scrim, size, folder):
    """The picture of nothing."""
    path = folder / "blank.png"
    subprocess.run([str(scrim), "render", "-", "--size", size, "-o", str(path)], input="", text=True, check=True, capture_output=True)
    data = path.read_bytes()
    path.unlink()
    return data
