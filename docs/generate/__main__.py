"""Writes documents.

usage: python3 docs/generate [reference|man|site]… [--programs FOLDER] [--check] [--plain] [--out FOLDER]

reference: docs/reference, from what the daemon says of itself and from notes.toml. man: manual pages of it and of docs/*.md, in out/man. site: all
documents, in out/site; with --plain without pictures of their blocks. --check writes no reference, names the pages that are out of date, and fails when there are any."""
import argparse
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
sys.path.insert(0, str(HERE))
sys.dont_write_bytecode = True

import man  # noqa: E402
import reference  # noqa: E402
import site_pages  # noqa: E402


def put(folder, pages, is_check):
    """Writes the pages and removes others; or names what is not as it should be."""
    if is_check:
        there = {p.name for p in folder.iterdir()} if folder.exists() else set()
        wrong = [f"{folder / name} is out of date" for name, text in pages.items()
                 if not (folder / name).exists() or (folder / name).read_text() != text]
        return wrong + [f"{folder / name} is one page too many" for name in sorted(there - set(pages))]
    folder.mkdir(parents=True, exist_ok=True)
    for path in folder.iterdir():
        if path.is_file() and path.name not in pages:
            path.unlink()
    for name, text in pages.items():
        (folder / name).write_text(text)
    print(f"{folder.relative_to(ROOT) if folder.is_relative_to(ROOT) else folder}: {len(pages)} pages")
    return []


def programs(given):
    """Where the newest scrimd was built."""
    folders = [f for f in ([given] if given else [ROOT / ".build/debug", ROOT / ".build/release"]) if (f / "scrim").exists() and (f / "scrimd").exists()]
    if not folders:
        sys.exit("build scrim and scrimd first: swift build")
    return max(folders, key=lambda f: (f / "scrimd").stat().st_mtime).resolve()


def main():
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("what", nargs="*", choices=["reference", "man", "site", []], help="what to write (default: reference)")
    p.add_argument("--programs", type=Path, help="where scrim and scrimd are (default: the newer of .build/debug and .build/release)")
    p.add_argument("--check", action="store_true", help="write nothing; fail when something is out of date")
    p.add_argument("--plain", action="store_true", help="the site without pictures of its blocks")
    p.add_argument("--out", type=Path, default=ROOT / "out", help="above the folders of man and site (default: out)")
    options = p.parse_args()
    what = options.what or ["reference"]
    wrong = []
    if "reference" in what:
        wrong = put(ROOT / "docs/reference", reference.pages(programs(options.programs)), options.check)
    if "man" in what:
        pages = {p.name: p.read_text() for p in (ROOT / "docs/reference").glob("*.md")}
        put(options.out / "man", man.pages(ROOT, pages), False)
    if "site" in what:
        site_pages.write(ROOT, options.out / "site", None if options.plain else programs(options.programs) / "scrim")
    if wrong:
        sys.exit("\n".join(wrong + ["`make reference` writes them again."]))


main()
