#!/usr/bin/env python3
"""A film in parts by Ray: ray_film.py SCENE OUT --parts 16 [--address ADDRESS] -- RENDER-OPTION…

Without an address Ray is started here. Workers share the folder of OUT. A part whose worker is lost is made again by another one; `--lose-one`
ends a worker in the middle, to see that."""
import argparse
import os
import shutil
import signal
import subprocess
import sys

import ray


@ray.remote(num_cpus=1, max_retries=3)
def part(number, parts, scene, folder, options):
    """Renders one part. `scrim` says by its exit status whether another try may help."""
    path = os.path.join(folder, f"{number}.y4m")
    ran = subprocess.run(["scrim", "render", scene, *options, "--slice", f"{number}/{parts}", "-o", path], capture_output=True, text=True)
    if ran.returncode in (1, 64):  # The scene or the words are wrong: they will be wrong elsewhere, too.
        return number, ran.stderr
    ran.check_returncode()
    return number, None


@ray.remote
def lose():
    """Ends a worker that renders: the parent of some `scrim render`."""
    for name in filter(str.isdigit, os.listdir("/proc")):
        try:
            with open(f"/proc/{name}/cmdline") as file: words = file.read().split("\0")
            with open(f"/proc/{name}/stat") as file: parent = int(file.read().rsplit(")", 1)[1].split()[1])
        except OSError: continue
        if words[:2] == ["scrim", "render"] and os.getuid() == os.stat(f"/proc/{name}").st_uid:
            os.kill(parent, signal.SIGKILL)
            return parent


def main():
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("scene", type=os.path.abspath)
    arguments.add_argument("out", type=os.path.abspath)
    arguments.add_argument("--parts", type=int, default=16)
    arguments.add_argument("--address")
    arguments.add_argument("--lose-one", action="store_true")
    words = sys.argv[1:]
    split = words.index("--") if "--" in words else len(words)
    given = arguments.parse_args(words[:split])
    folder = given.out + ".parts"
    os.makedirs(folder, exist_ok=True)
    ray.init(address=given.address, include_dashboard=False)
    jobs = [part.remote(k, given.parts, given.scene, folder, words[split + 1:]) for k in range(1, given.parts + 1)]
    if given.lose_one:
        [first], _ = ray.wait(jobs)
        print(f"lost worker {ray.get(lose.options(num_cpus=0).remote())}", file=sys.stderr)
    for job in jobs:
        number, problem = ray.get(job)
        if problem: sys.exit(problem)
        print(f"{number} of {given.parts}", file=sys.stderr)
    pieces = [os.path.join(folder, f"{k}.y4m") for k in range(1, given.parts + 1)]
    subprocess.run(["scrim", "join", *pieces, "-o", given.out], check=True)
    shutil.rmtree(folder)


if __name__ == "__main__":
    main()
