#!/usr/bin/env python3
"""rounds.py --bin DIR [--seed N] [--rounds N | --kills SECONDS]: a primary and a replica over a broker, while connections are cut, messages come
twice and in another order, and processes are killed.

Behind each round both daemons have the same digest and the same picture. Two halves of the scene are set in one transaction always: no picture of the
replica has one alone. `--kills` kills one of the five processes every second or so, for a time.
Needs mosquitto and mosquitto_pub/mosquitto_sub."""
import argparse, base64, random, threading, time
from stage import Daemon, Stage, agree

SCENE = ("create half style cornerRadius=2", "create left layer frame=0,0,20,20 style=half backgroundColor=red",
         "create right layer frame=40,0,20,20 style=half backgroundColor=red", "create d data n=0",
         "create note text position=150,150 string:=text(d.n)")
HALVES = ("left", "right")


def change(stage):
    """One change of the primary."""
    r, say = stage.random, stage.primary.say
    roll, value = r.random(), round(r.random(), 3)
    if roll < 0.4:
        for line in ("begin", *(f"set {half} opacity={value}" for half in HALVES), "commit"): say(line)
    elif roll < 0.7: say(f"put o{r.randint(0, 9)} layer frame={r.randint(0, 200)},{r.randint(30, 90)},20,20 backgroundColor=teal")
    elif roll < 0.8: say(f"animate note position.x={r.randint(0, 200)} duration=0.1")
    elif roll < 0.9: say(f"remove o{r.randint(0, 9)}")
    else: say("set d n:=d.n+1 r:=random()")


def disturb(stage, choices):
    what = stage.random.choice(choices)
    if what == "cut": stage.cut()
    elif what == "again": threading.Thread(target=stage.again).start()
    elif what == "broker": stage.kill(stage.broker); time.sleep(stage.random.random()); stage.start_broker()
    elif what in ("publish", "follow"):
        daemon = stage.primary if what == "publish" else stage.replica
        stage.kill(daemon.link); daemon.start_link()
    else:
        daemon = stage.primary if what == "primary" else stage.replica
        daemon.kill(); daemon.start()
    return what


def settle(stage):
    agree(stage.primary, stage.replica)
    for daemon in (stage.primary, stage.replica):
        for process in (daemon.process, daemon.link):
            if process.poll() is not None: raise SystemExit(f"{process.args[0]} of the {daemon.name} has ended with {process.returncode}")


class Watch(threading.Thread):
    """Looks at the replica all the time: both halves of each picture are alike."""
    def __init__(self, stage):
        super().__init__(daemon=True)
        self.replica, self.pictures, self.problem, self.ends = Daemon(stage, "replica", None), 0, None, False
        self.start()

    def run(self):
        while not self.ends:
            try: reply = self.replica.ask("snapshot rect=0,0,60,20 format=rgba")
            except SystemExit: continue
            pixels = base64.b64decode(reply["data"])
            left, right = (b"".join(pixels[(y * 60 + x) * 4:(y * 60 + x + 20) * 4] for y in range(20)) for x in (0, 40))
            self.pictures += 1
            if left != right: self.problem = "half a transaction was seen"

    def end(self):
        self.ends = True
        self.join()
        if self.problem: raise SystemExit(self.problem)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--bin", required=True)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--rounds", type=int, default=20)
    parser.add_argument("--kills", type=float)
    options = parser.parse_args()
    with Stage(options.bin, random.Random(options.seed)) as stage: run(stage, options)


def run(stage, options):
    begin, done, rounds = time.monotonic(), [], 0
    for line in SCENE: stage.primary.ask(line)
    settle(stage)
    watch = Watch(stage)
    if options.kills:
        next_settling = begin + 20
        while time.monotonic() < begin + options.kills:
            for _ in range(stage.random.randint(2, 12)): change(stage)
            done.append(disturb(stage, ["primary", "replica", "publish", "follow", "broker"]))
            time.sleep(stage.random.random())
            if time.monotonic() > next_settling: settle(stage); rounds += 1; next_settling = time.monotonic() + 20
        settle(stage); rounds += 1
    while not options.kills and rounds < options.rounds:
        for _ in range(stage.random.randint(10, 40)):
            change(stage)
            if stage.random.random() < 0.08: done.append(disturb(stage, ["cut", "cut", "again", "primary", "replica", "publish", "follow", "broker"]))
        settle(stage); rounds += 1
    watch.end()
    print(f"{rounds} rounds in {time.monotonic() - begin:.0f} s, {len(done)} times disturbed ({', '.join(f'{what} {done.count(what)}' for what in sorted(set(done)))}), {watch.pictures} pictures looked at")


main()
