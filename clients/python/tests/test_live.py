"""The client beside a live daemon: `python3 -m unittest discover clients/python/tests`, with scrimd in PATH."""

import asyncio
import importlib.util
import json
import os
import shutil
import socket
import subprocess
import sys
import tempfile
import time
import unittest
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))
sys.path.insert(0, str(HERE.parent.parent / "generate"))
sys.dont_write_bytecode = True

import scrim  # noqa: E402
from facts import Facts  # noqa: E402
from scrim import AsyncScrim, ConnectionLost, Expression, Scrim, ScrimError, line  # noqa: E402
from scrim.pictures import Picture, difference  # noqa: E402


class Live(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.mkdtemp(prefix="scrim-")
        self.path = f"{self.folder}/s"
        self.start()

    def start(self):
        self.daemon = subprocess.Popen(
            ["scrimd", "--socket", self.path, "--output", "offscreen", "--size", "200x100", "--config", os.devnull],
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as probe:
            while probe.connect_ex(self.path):
                if self.daemon.poll() is not None:
                    self.fail("scrimd did not start")
                time.sleep(0.005)

    def stop(self):
        self.daemon.terminate()
        self.daemon.wait(30)

    def tearDown(self):
        self.stop()
        shutil.rmtree(self.folder)


class SyncTests(Live):
    def test_verbs_and_values(self):
        with Scrim(self.path) as s:
            self.assertEqual(s.hello()["protocol"], 1)
            s.put("a", "layer", {"user.note": "it's \"x\"\n"}, frame=(0, 0, 10, 20), backgroundColor=None, name="two words")
            self.assertEqual(s.get("a", "bounds", "user.note"), {"bounds": [0, 0, 10, 20], "user.note": "it's \"x\"\n"})
            s.set("a", position__x=Expression("position.x + 2 * 3"), isHidden=True)
            self.assertEqual(s.get("a", "position.x", "isHidden"), {"position.x": 11, "isHidden": True})
            s.create("i", "animation", layer="a", property="opacity", from_=0, to=1)
            self.assertEqual(s.list(parent="root"), ["a"])
            self.assertEqual(s.remove("i"), None)
            s.bind("a", position__y="position.x + 1")
            self.assertEqual(s.get("a", "position.y"), {"position.y": 12})
            s.function("double(x)", "2 * x")
            s.set("a", position__x=Expression("double(4)"))
            self.assertEqual(s.get("a", "position.x"), {"position.x": 8})
            s.on("a", "tap", "set a opacity=0.5", when="count == 1")
            s.after(0.5, "clear", name="later")
            self.assertEqual(s.get("later", "lines"), {"lines": "clear"})

    def test_every_key_path_is_one(self):
        facts = Facts(json.loads((HERE.parent.parent / "protocol.json").read_text()))
        with Scrim(self.path) as s:
            s.create("x", "layer")
            lines = [line("get", "x", key) for key, _ in facts.settable("layer")]
            self.assertGreater(len(lines), 60)
            s.lines(lines)

    def test_replies_are_as_described(self):
        verbs = json.loads((HERE.parent.parent / "protocol.json").read_text())["verbs"]
        lines = {
            "hello": "hello", "animate": "animate a opacity=0", "tree": "tree", "explain": "explain a", "commit": "commit", "undo": "undo",
            "redo": "redo", "sync": "sync", "clock": "clock manual", "tick": "tick 0.1", "snapshot": "snapshot rect=0,0,1,1", "stats": "stats",
            "record": f"record path={self.folder}/film.y4m", "get": "get a", "describe": "describe", "list": "list", "dump": "dump",
            "diff": "diff here", "set": "set root/* opacity=1", "remove": "remove a", "plugin": "plugin list",
            "load": f"load path={self.folder}/lines.scrim", "hit": "hit 5,5", "convert": "convert 1,1 from=root", "measure": "measure rect(0,0,9,9) at=50%", "why": "why a.opacity",
            "digest": "digest",
        }
        self.assertEqual(set(lines), {verb for verb, schema in verbs.items() if schema["reply"]})

        def check(where, value, reply):
            if reply["type"] == "object":
                needed = {name for name, member in reply["members"].items() if not member.get("optional")}
                self.assertLessEqual(needed, set(value), where)
                if not reply.get("properties"):
                    self.assertLessEqual(set(value), set(reply["members"]), where)
                for name, member in reply["members"].items():
                    if member["type"] == "nested":
                        for one in value[name]:
                            check(f"{where}.{name}", one, reply)
            elif reply["type"] == "strings":
                self.assertTrue(all(isinstance(one, str) for one in value), where)

        Path(self.folder, "lines.scrim").write_text("put a layer\n")
        with Scrim(self.path) as s:
            s.lines(["create a layer", "checkpoint here", "set a opacity=0.5"])
            for verb, line in lines.items():
                if verb == "commit":
                    s.lines(["begin", "set a opacity=0.2"])
                value = s.command(line)
                if value is None:
                    self.assertTrue(verbs[verb]["reply"].get("optional"), verb)
                else:
                    check(verb, value, verbs[verb]["reply"])
            for verb in ("clear", "repaint", "subscribe frame", "session name=x", "clock realtime"):
                self.assertEqual(s.command(verb) is None, verbs[verb.split()[0]]["reply"] is None, verb)

    def test_errors_have_a_class_for_each_code(self):
        with Scrim(self.path) as s:
            with self.assertRaises(scrim.UnknownObjectError) as caught:
                s.set("nobody", opacity=1)
            self.assertEqual((caught.exception.code, caught.exception.line), ("unknown-object", "set nobody opacity=1"))
            with self.assertRaises(scrim.ScrimValueError):
                s.set("root", opacity=2)

    def test_a_batch_is_sent_at_its_end(self):
        with Scrim(self.path) as s:
            with s.batch() as batch:
                for n in range(1200):
                    batch.put(f"l{n}", "layer", frame=(n, 0, 1, 1))
                here = batch.list(parent="root")
                with self.assertRaises(RuntimeError):
                    here.result
            self.assertEqual(len(here.result), 1200)
            with self.assertRaises(scrim.UnknownObjectError), s.batch() as batch:
                good = batch.set("l0", opacity=0.5)
                bad = batch.set("none", opacity=0.5)
                later = batch.get("l0", "opacity")
            self.assertIsNone(good.result)
            self.assertEqual(later.result, {"opacity": 0.5})
            with self.assertRaises(scrim.UnknownObjectError):
                bad.result

    def test_transactions_happen_or_do_not(self):
        with Scrim(self.path) as s:
            with s.transaction(duration=0.1) as change:
                s.put("a", "layer")
                s.set("a", opacity=0.5)
            self.assertEqual(change.result["commands"], 2)
            with self.assertRaises(KeyError), s.transaction():
                s.set("a", opacity=1)
                raise KeyError
            with self.assertRaises(scrim.AbortedError), s.transaction():
                s.set("a", opacity=1)
                s.set("b", opacity=1)
            self.assertEqual(s.get("a", "opacity"), {"opacity": 0.5})

    def test_events_are_of_their_classes(self):
        with Scrim(self.path) as s:
            s.put("a", "layer", frame=(0, 0, 50, 50), isInteractive=True)
            s.subscribe("tap", layer=["a", "root"])
            s.input("pointer", x=10, y=12, state="down")
            s.input("pointer", state="up")
            tap = next(s.events())
            self.assertIsInstance(tap, scrim.TapEvent)
            self.assertEqual((tap.layer, tap.x, tap.y, tap["count"]), ("a", 10, 12, 1))
            self.assertEqual(list(s.events(within=0.02)), [])

    def test_a_lost_daemon_is_found_again(self):
        made = []
        s = Scrim(self.path, reconnect=20, on_connect=lambda it: made.append(it.put("a", "layer")))
        with s:
            s.subscribe("changed", layer="a")
            s.session(name="me")
            self.stop()
            self.start()
            s.set("a", opacity=0.25)
            self.assertEqual(len(made), 2)
            changed = next(e for e in s.events() if e.name == "changed" and "opacity" in e)
            self.assertEqual(changed["opacity"], 0.25)
        with Scrim(self.path) as once:
            self.stop()
            with self.assertRaises(ConnectionLost):
                once.hello()
            with self.assertRaises(ConnectionLost):
                once.hello()
            self.start()

    def test_pictures(self):
        with Scrim(self.path) as s:
            s.put("a", "layer", frame=(0, 0, 50, 50), backgroundColor="#ff8000")
            picture = Picture.png(s.snapshot())
            self.assertEqual((picture.width, picture.height, picture[0, 0]), (200, 100, (255, 128, 0, 255)))
            self.assertEqual(picture.pixels, s.snapshot(format="rgba"))
            self.assertEqual(Picture.png(picture.to_png()), picture)
            s.set("a", backgroundColor="#ff8002", bounds__size__width=51)
            found = difference(picture, Picture.png(s.snapshot()))
            self.assertEqual((found.first, found.largest), ((0, 0), 255))
            self.assertIsNone(difference(picture, picture))


class AsyncTests(Live):
    def test_tasks_side_by_side(self):
        async def main():
            async with AsyncScrim(self.path) as s:
                await asyncio.gather(*(s.put(f"b{n}", "layer", frame=(n, 0, 1, 1)) for n in range(50)))
                self.assertEqual(len(await s.list(parent="root")), 50)
                with self.assertRaises(scrim.UnknownObjectError):
                    await s.set("nobody", opacity=1)

                async def other():
                    await s.set("b1", opacity=0.5)
                    with self.assertRaises(scrim.UnknownKindError):
                        await s.put("z", "nothing")

                with self.assertRaises(ScrimError):
                    async with s.transaction():
                        task = asyncio.create_task(other())
                        await asyncio.sleep(0)
                        await s.set("b0", opacity=0.5)
                        await s.set("nobody", opacity=0.5)
                await task
                self.assertEqual(await s.get("b0", "opacity"), {"opacity": 1})
                self.assertEqual(await s.get("b1", "opacity"), {"opacity": 0.5})
                async with s.transaction() as change:
                    await s.set("b0", opacity=0)
                self.assertEqual(change.result["commands"], 1)
                self.assertEqual((await s.snapshot())[1:4], b"PNG")

        asyncio.run(asyncio.wait_for(main(), 60))

    def test_a_lost_daemon_is_found_again(self):
        async def main():
            async with AsyncScrim(self.path, reconnect=20, on_connect=lambda it: it.put("a", "layer")) as s:
                await s.subscribe("changed", layer="a")
                self.stop()
                self.start()
                # What was under way when it went is lost; what follows is not.
                for _ in range(100):
                    try:
                        await s.set("a", opacity=0.25)
                        break
                    except ConnectionLost:
                        await asyncio.sleep(0.01)
                async for event in s.events():
                    if event.name == "changed" and "opacity" in event:
                        self.assertEqual(event["opacity"], 0.25)
                        break

        asyncio.run(asyncio.wait_for(main(), 60))


@unittest.skipUnless(importlib.util.find_spec("pytest"), "pytest is not installed")
class FixtureTests(unittest.TestCase):
    CASE = """
import pytest

def test_card(scrim):
    scrim.put("card", "layer", frame=(20, 20, 100, 50), backgroundColor=COLOUR)
    scrim.assert_picture("card")

@pytest.mark.scrim(size="30x20")
def test_time(scrim):
    scrim.put("a", "layer", frame=(0, 0, 30, 20), backgroundColor="red")
    scrim.animate("a", opacity=0, duration=1, timing="linear")
    scrim.tick(0.5)
    assert abs(scrim.picture()[3, 3][3] - 128) <= 1
"""

    def test_the_fixture_compares_pictures(self):
        with tempfile.TemporaryDirectory() as folder:
            case = Path(folder) / "test_card.py"

            def run(colour, *words):
                case.write_text(self.CASE.replace("COLOUR", repr(colour)))
                return subprocess.run(
                    [sys.executable, "-m", "pytest", "-q", "-p", "scrim.pytest_plugin", "-p", "no:cacheprovider", *words, str(case)],
                    cwd=folder, capture_output=True, text=True, env={**os.environ, "PYTHONPATH": str(HERE.parent)})

            first = run("teal")
            self.assertIn("--scrim-update accepts it", first.stdout)
            self.assertEqual(run("teal", "--scrim-update").returncode, 0, first.stdout)
            again = run("teal")
            self.assertEqual(again.returncode, 0, again.stdout + again.stderr)
            other = run("olive")
            self.assertIn("5000 pixels differ, by 128 at most; the first is 20,20: (128, 128, 0, 255), not (0, 128, 128, 255)", other.stdout)
            out = Path(folder) / "scrim-pictures"
            self.assertEqual(sorted(p.name for p in out.iterdir()), ["card.actual.png", "card.difference.png", "card.expected.png"])
            run("teal")
            self.assertEqual(list(out.iterdir()), [])


if __name__ == "__main__":
    unittest.main()
