#!/usr/bin/env python3
"""A film in parts by Dask: dask_film.py SCENE OUT --parts 16 [--scheduler ADDRESS] -- RENDER-OPTION…

Without a scheduler's address a worker for each processor is started here. Workers share the folder of OUT. A part whose worker is lost is made
again by another one; `--lose-one` ends a worker in the middle, to see that."""
import argparse
import os
import shutil
import signal
import subprocess
import sys

from dask.distributed import Client, LocalCluster, as_completed


def part(number, parts, scene, folder, options):
    """Renders one part. `scrim` says by its exit status whether another try may help."""
    path = os.path.join(folder, f"{number}.y4m")
    ran = subprocess.run(["scrim", "render", scene, *options, "--slice", f"{number}/{parts}", "-o", path], capture_output=True, text=True)
    if ran.returncode in (1, 64):  # The scene or the words are wrong: they will be wrong elsewhere, too.
        return number, ran.stderr
    ran.check_returncode()
    return number, None


def main():
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("scene", type=os.path.abspath)
    arguments.add_argument("out", type=os.path.abspath)
    arguments.add_argument("--parts", type=int, default=16)
    arguments.add_argument("--scheduler")
    arguments.add_argument("--lose-one", action="store_true")
    words = sys.argv[1:]
    split = words.index("--") if "--" in words else len(words)
    given = arguments.parse_args(words[:split])
    given.options = words[split + 1:]
    folder = given.out + ".parts"
    os.makedirs(folder, exist_ok=True)
    cluster = given.scheduler or LocalCluster(n_workers=os.cpu_count(), threads_per_worker=1, dashboard_address=None)
    with Client(cluster) as client:
        jobs = [client.submit(part, k, given.parts, given.scene, folder, given.options, retries=3, pure=False) for k in range(1, given.parts + 1)]
        for done, job in enumerate(as_completed(jobs), 1):
            number, problem = job.result()
            if problem:
                sys.exit(problem)
            print(f"{done} of {given.parts}: part {number}", file=sys.stderr)
            if given.lose_one and done == 1:
                os.kill(next(iter(client.run(os.getpid).values())), signal.SIGKILL)
    pieces = [os.path.join(folder, f"{k}.y4m") for k in range(1, given.parts + 1)]
    subprocess.run(["scrim", "join", *pieces, "-o", given.out], check=True)
    shutil.rmtree(folder)


if __name__ == "__main__":
    main()
