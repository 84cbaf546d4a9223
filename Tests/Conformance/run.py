#!/usr/bin/env python3
"""Holds a scrimd to the specification: transcripts, pictures, and properties of random scenes. See README.md beside this file."""
import argparse
import collections
import fnmatch
import json
import os
import re
import subprocess
import sys
import time
from pathlib import Path

from kit import moments, pictures, scenes, transcript, twin
from kit.wire import Daemon, Failure, Skip

HERE = Path(__file__).resolve().parent


class Case(collections.namedtuple("Case", "topic name where disturbs run")):
    """`run(daemon)` raises a Failure. One that `disturbs` leaves a daemon that is not fit for the next case."""
    @property
    def id(self):
        return f"{self.topic}/{self.name}"


def transcript_cases(folder):
    folder = folder / "transcripts" if (folder / "transcripts").is_dir() else folder
    for path in [folder] if folder.is_file() else sorted(folder.glob("*.txt")):
        for name, line, steps in transcript.read(path):
            yield Case(path.stem, name, f"{path.name}:{line}", transcript.disturbs(steps),
                       lambda daemon, steps=steps: transcript.Player(daemon).play(steps))


def picture_cases(folder, keep):
    table = folder / "tolerance.json"
    tolerances = json.loads(table.read_text()) if table.exists() else {}
    for scene in sorted(folder.rglob("*.scrim")):
        name = str(scene.relative_to(folder).with_suffix(""))
        limit = tolerances.get(name, tolerances.get(scene.stem, {}))
        disturbs = re.search(r"^set (main|root) ", scene.read_text(), re.M) is not None
        yield Case("pictures", name, str(scene.relative_to(folder)), disturbs,
                   lambda daemon, name=name, scene=scene, limit=limit: pictures.hold(
                       scene.with_suffix(".png"), pictures.draw(daemon, scene, folder / "assets"), limit,
                       keep and keep / name))


def property_cases(rounds):
    further = {"twin": twin.twin, "loaded": twin.loaded, "moments": moments.moments}
    for topic, holds in (scenes.PROPERTIES | further).items():
        for seed in range(1, rounds + 1):
            yield Case(topic, str(seed), f"seed {seed}", False, lambda daemon, holds=holds, seed=seed: holds(daemon, seed))


def selected(options):
    cases = [case for path in options.paths for case in transcript_cases(path)]
    cases += [case for path in options.paths for case in picture_cases(path / "pictures", options.keep)]
    cases += property_cases(options.rounds) if HERE in options.paths else []
    # A case that two folders have is that of the first one.
    cases = list({case.id: case for case in reversed(cases)}.values())[::-1]
    wanted = [case for case in cases if (not options.topic or case.topic in options.topic)
              and (not options.only or any(fnmatch.fnmatchcase(case.id, pattern) for pattern in options.only))]
    if not wanted:
        raise SystemExit("no case is selected")
    return wanted


def play(cases, options, log):
    """Yields (case, outcome, seconds): one daemon for each topic, a new one after a failure. The outcome is None, a Failure or a Skip."""
    daemon = topic = None
    for case in cases:
        if daemon and topic != case.topic:
            daemon = daemon.stop()
        topic, outcome, started = case.topic, None, time.monotonic()
        if log:
            log("=", case.id)
        try:
            daemon = daemon or Daemon(options, log)
            case.run(daemon)
        except (Failure, Skip) as e:
            outcome = e
        except (OSError, KeyError, TypeError, ValueError, IndexError) as e:
            outcome = Failure("replies of the specified form", f"{type(e).__name__}: {e}")
        yield case, outcome, time.monotonic() - started
        if daemon and (case.disturbs or isinstance(outcome, Failure)):
            daemon = daemon.stop()
    if daemon:
        daemon.stop()


def report(case, outcome, seconds, awaited):
    state = "passed" if outcome is None else "skipped" if isinstance(outcome, Skip) else "failed"
    if state == "failed" and any(fnmatch.fnmatchcase(case.id, pattern) for pattern in awaited):
        state = "awaited"
    entry = {"topic": case.topic, "name": case.name, "where": case.where, "state": state, "seconds": round(seconds, 3)}
    if state in ("failed", "awaited"):
        entry |= {"expected": outcome.expected, "got": outcome.got}
        if outcome.where:
            entry["where"] = f"{case.where.split(':')[0]}:{outcome.where}"
    return entry


def show(options, log):
    scene = next((s for path in options.paths if (s := path / "pictures" / f"{options.show}.scrim").exists()), None)
    if not scene:
        raise SystemExit(f"no picture {options.show}")
    daemon = Daemon(options, log)
    try:
        assets = scene.parents[options.show.count("/")] / "assets"
        pictures.show(pictures.read_png(scene.with_suffix(".png")), pictures.draw(daemon, scene, assets), options.o)
    finally:
        daemon.stop()


def built_scrimd():
    found = subprocess.run(["swift", "build", "-c", "release", "--show-bin-path"], capture_output=True, text=True)
    if found.returncode:
        raise SystemExit("no scrimd: give --scrimd PATH or $SCRIMD, or run this in the package's folder")
    return Path(found.stdout.strip().split("\n")[-1]) / "scrimd"


def arguments():
    p = argparse.ArgumentParser(description=__doc__)
    p.add_argument("paths", nargs="*", type=Path, default=[HERE], help="folders or transcripts to run (default: this kit)")
    p.add_argument("--scrimd", help="the daemon (default: $SCRIMD, else the release build of the package in this folder)")
    p.add_argument("--socket", help="use the daemon that listens here (offscreen, 400x300) instead of starting one")
    p.add_argument("--only", action="append", metavar="GLOB", help="only cases whose TOPIC/NAME matches; may be repeated")
    p.add_argument("--topic", action="append", help="only this topic; may be repeated")
    p.add_argument("--rounds", type=int, default=10, help="random scenes for each property (default 10)")
    p.add_argument("--json", metavar="FILE", help="write the outcome of every case")
    p.add_argument("--awaited", type=Path, metavar="FILE", help="patterns of cases that may fail: counted as neither")
    p.add_argument("--keep", type=Path, metavar="FOLDER", help="where pictures that differ leave expected, actual, difference")
    p.add_argument("--list", action="store_true", help="print the selected cases and exit")
    p.add_argument("--show", metavar="NAME", help="write reference | ours | difference of a picture to -o and exit")
    p.add_argument("-o", default="difference.png", metavar="FILE", help="where --show writes (default difference.png)")
    p.add_argument("-v", action="store_true", help="print every line sent and received")
    options = p.parse_args()
    options.paths = [path.resolve() for path in options.paths]
    if missing := [path for path in options.paths if not path.exists()]:
        p.error(f"no such file or folder: {missing[0]}")
    if not options.socket and not options.list:
        options.scrimd = os.path.abspath(options.scrimd or os.environ.get("SCRIMD") or built_scrimd())
        if not os.access(options.scrimd, os.X_OK):
            p.error(f"not a program: {options.scrimd}")
    return options


def main():
    options = arguments()
    log = (lambda sign, text: print(sign, text[:400], flush=True)) if options.v else None
    if options.show:
        return show(options, log)
    cases = selected(options)
    lines = options.awaited.read_text().split("\n") if options.awaited else []
    awaited = [line.strip() for line in lines if line.strip() and not line.startswith("#")]
    if options.list:
        print(*(case.id for case in cases), sep="\n")
        return 0
    table, entries = collections.defaultdict(collections.Counter), []
    for entry in (report(*result, awaited) for result in play(cases, options, log)):
        entries.append(entry)
        table[entry["topic"]][entry["state"]] += 1
        if entry["state"] == "failed":
            print(f"FAIL {entry['topic']}/{entry['name']}  ({entry['where']})\n  expected  {entry['expected'][:400]}\n"
                  f"  got       {entry['got'][:600]}\n", flush=True)
    for topic, n in table.items():
        print(f"{topic:24}{n['passed']:5}/{n['passed'] + n['failed']}" + (f"  ({n['skipped']} skipped)" if n["skipped"] else ""))
    early = [f"{e['topic']}/{e['name']}" for e in entries if e["state"] == "passed"
             and any(fnmatch.fnmatchcase(f"{e['topic']}/{e['name']}", pattern) for pattern in awaited)]
    if awaited:
        print(f"{sum(n['awaited'] for n in table.values())} awaited cases fail"
              + (f"; these pass although they are awaited: {', '.join(early)}" if early else ""))
    passed, failed = (sum(n[state] for n in table.values()) for state in ("passed", "failed"))
    if options.json:
        Path(options.json).write_text(json.dumps({"passed": passed, "failed": failed, "cases": entries}, indent=1) + "\n")
    print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
