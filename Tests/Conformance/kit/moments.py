"""A picture is a function of the lines and its time: of daemons that get the same lines, one jumps to a time, others show frames on the way."""
import os

from .match import ask
from .scenes import colour
from .twin import Lively, alike, rounded, tell
from .wire import Daemon, Failure, Skip

TOPICS = "plain lists dynamics timers animators emitters follows transitions styles chains collisions".split()
# Frames a second on the way to a time; None: one jump.
RATES = [None, 24, 60, 31.7]
TIMES = [0.5, 0.75, 1.9, 3]


class Timed(Lively):
    """Random lines that have things happen at times of their own."""

    def chains(self):
        """Reactions to what others do: timers, changes, ends of animations."""
        r, shown = self.random, self.shown()
        # Reactions to changes of what moves in each frame are told in each frame.
        moves = {"dynamics", "collisions", "animators", "follows"} & self.topics
        one, other = r.choice(shown), r.choice(shown)
        name = self.number("k")
        return [r.choice([
            f'every {r.choice(["0.07", "0.11", "0.3"])} name={name} "set {one} user.n:=text(number(user.n)+1)"',
            f'after {r.uniform(0, 1.5):.3f} name={name} "animate {one} position.x={r.randint(0, 300)} duration={r.uniform(0.05, 1):.2f}"',
            f'on {one} changed when {"false" if moves else "true"} "set {other} user.seen:=text(number(user.seen)+1) zPosition={r.randint(0, 5)}" name={name}',
            f'on {one} animation "animate {other} opacity={r.random():.2f} duration=0.2; set {other} backgroundColor={colour(r)}" name={name}',
            f'animate {one} position.y={r.randint(0, 200)} duration={r.uniform(0.1, 2):.2f} id={name}',
            f'begin at={r.uniform(0.1, 2):.3f} name={name}\nset {one} opacity={r.random():.2f}\ncommit',
        ])]

    def follows(self):
        """Not of bodies: two that move one layer take turns in each frame."""
        return [] if {"dynamics", "collisions"} & self.topics else super().follows()

    def collisions(self):
        """Bodies that change something where they meet."""
        r, there = self.random, self.there["body"]
        shown = [i for i in self.shown() if self.kind[i] == "layer" and self.parent[i] == "root"]
        if there or len(shown) < 2:
            return self.create("root", "layer") if not there else []
        ident, items = self.number("w"), r.sample(shown, 2)
        there.append(ident)
        both = ",".join(items)
        return [f"create {ident}.fall gravity items={both} magnitude={r.uniform(0.3, 2):.2f}",
                f"create {ident}.push push items={both} mode=velocity velocity={r.randint(-200, 200)},{r.randint(-90, 90)}",
                f"create {ident}.wall collision items={both} boundary.floor=0,280,400,280 boundary.right=390,0,390,300",
                f'on {items[0]} collision "set {items[1]} backgroundColor={colour(r)} user.hits:=text(number(user.hits)+1)"',
                f'on {items[1]} collision "animate {items[0]} opacity={r.random():.2f} duration=0.3"']


def moments(daemon, seed):
    """A frame does not depend on the frames before it."""
    if not daemon.process:
        raise Skip
    topics = os.environ.get("SCRIM_MOMENTS", "")
    rigs = []
    try:
        for _ in RATES:
            fresh = Daemon(daemon.options, daemon.log)
            rigs.append([fresh, fresh.connect()])
        scene = Timed(seed, rigs[0][1], set())
        one = {TOPICS[seed % len(TOPICS)]} if seed <= len(TOPICS) else scene.random.sample(TOPICS, 4)
        scene.topics = set(topics.split(",")) if topics else set(one)
        hold(scene, rigs)
    except Failure as failure:
        ended = [words for fresh, _ in rigs if (words := fresh.last_words())]
        raise Failure(failure.expected, ended[0]) if ended else failure
    finally:
        for fresh, _ in rigs:
            fresh.stop()


def hold(scene, rigs):
    lines = [line for line in scene.opening() if "stateSync" not in line]
    for _ in range(5):
        lines += [line for line in scene.turn() if not line.startswith(("tick", "input"))]
    for line in lines:
        tell_all(rigs, line.split("\n"))
    now = 0
    for time in TIMES:
        for rate, rig in zip(RATES, rigs):
            go_on(rig[1], now, time, rate)
        now = time
        for rate, rig in zip(RATES[1:], rigs[1:]):
            alike(rigs[0], rig, f"{sorted(scene.topics)}, at {time} by a jump and at {rate} frames a second", rounded)


def tell_all(rigs, lines):
    """Says the same to all; the first and each other one reply alike."""
    for rig in rigs[2:]:
        for line in lines:
            rig[1].send(line)
            rig[1].next(rig[1].replies, f"a reply to: {line[:200]}")
    tell(rigs[:2], lines)


def go_on(link, begin, end, rate):
    if rate:
        for frame in range(int(begin * rate) + 1, int(end * rate) + 1):
            if frame / rate < end:
                ask(link, f"tick to={frame / rate}")
    ask(link, f"tick to={end}")
