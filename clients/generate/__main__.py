"""Writes what the clients know of the protocol.

usage: python3 clients/generate [--programs FOLDER] [--check]

What `describe` says goes into clients/protocol.json, and from there into the clients. --check writes nothing, names the files that are
out of date, and fails when there are any."""
import argparse
import json
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
sys.path.insert(0, str(HERE))
sys.dont_write_bytecode = True

import facts  # noqa: E402
import go_client  # noqa: E402
import python_client  # noqa: E402
import rust_client  # noqa: E402
import typescript_client  # noqa: E402


def programs(given):
    """Where the newest scrim was built."""
    folders = [f for f in ([given] if given else [ROOT / ".build/debug", ROOT / ".build/release"]) if (f / "scrim").exists()]
    if not folders:
        sys.exit("build scrim and scrimd first: swift build")
    return max(folders, key=lambda f: (f / "scrim").stat().st_mtime).resolve()


def text_of(value, indent=""):
    """JSON with one line for each property, argument and member."""
    one = json.dumps(value, ensure_ascii=False)
    if not isinstance(value, dict) and not (isinstance(value, list) and len(one) > 160):
        return one
    if isinstance(value, dict) and not any(isinstance(v, (dict, list)) and v and len(one) > 240 for v in value.values()):
        return one
    more = indent + " "
    rows = [json.dumps(k, ensure_ascii=False) + ": " + text_of(v, more) for k, v in value.items()] if isinstance(value, dict) else [text_of(v, more) for v in value]
    opening, closing = "{}" if isinstance(value, dict) else "[]"
    return opening + "\n" + ",\n".join(more + row for row in rows) + "\n" + indent + closing


def main():
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("--programs", type=Path, help="where scrim and scrimd are (default: the newer of .build/debug and .build/release)")
    p.add_argument("--check", action="store_true", help="write nothing; fail when something is out of date")
    options = p.parse_args()
    gathered = facts.gather(programs(options.programs))
    files = {"protocol.json": text_of(gathered) + "\n"}
    for client in [python_client, typescript_client, go_client, rust_client]:
        files.update(client.files(facts.Facts(gathered)))
    wrong = []
    for name, text in files.items():
        path = ROOT / "clients" / name
        if options.check:
            if not path.exists() or path.read_text() != text:
                wrong.append(f"clients/{name} is out of date")
        else:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)
    if wrong:
        sys.exit("\n".join(wrong + ["`make clients` writes them again."]))
    if not options.check:
        print(f"clients: {len(files)} files")


main()
