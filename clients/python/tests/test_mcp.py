"""A conversation with `python3 -m scrim.mcp` by the official SDK's own client, where that is installed (`pip install mcp`)."""

import asyncio
import json
import os
import re
import shutil
import sys
import tempfile
import unittest
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))

try:
    from mcp import Client, StdioServerParameters
except ImportError:
    Client = None

SKILL = HERE.parents[2] / "docs/agents/SKILL.md"


class SkillTests(unittest.TestCase):
    def test_the_page_is_short(self):
        """At most 3,000 tokens, counted as words and single signs. By `count_tokens` of anthropic-tokenizer 0.1.0 (PyPI) it has 2,415."""
        self.assertLessEqual(len(re.findall(r"\w+|[^\w\s]", SKILL.read_text())), 3000)
        self.assertLessEqual(len(SKILL.read_bytes()), 3000 * 3.5)


@unittest.skipUnless(Client and shutil.which("scrimd"), "the package mcp is not installed, or scrimd is not in PATH")
class ConversationTests(unittest.TestCase):
    def converse(self, body, *words):
        async def run():
            environment = {**os.environ, "PYTHONPATH": str(HERE.parent)}
            server = StdioServerParameters(command=sys.executable, args=["-m", "scrim.mcp", *words], env=environment)
            async with Client(server) as client:
                await body(client)

        asyncio.run(asyncio.wait_for(run(), 60))

    def test_two_overflows_are_told_mended_and_looked_at(self):
        """The findings' own repairs are what mends them."""
        scene = ["create card layer frame=20,20,300,120 backgroundColor=#1c1c1e",
                 'create title text parent=card frame=20,16,120,30 fontSize=24 foregroundColor=white string="Quarterly results"',
                 'create note text parent=card frame=20,70,90,24 fontSize=16 foregroundColor=white string="All figures in euro"']

        async def body(client):
            async def findings():
                said = (await client.call_tool("check", {"lines": "\n".join(scene)})).content[0].text
                return [json.loads(line) for line in said.splitlines() if line.startswith("{")]

            found = await findings()
            self.assertEqual([(one["code"], one["object"]) for one in found], [("text-overflow", "title"), ("text-overflow", "note")])
            scene.extend(one["fix"] for one in found)
            self.assertEqual(await findings(), [])
            said = (await client.call_tool("run", {"lines": "\n".join(scene)})).content[0].text
            self.assertNotIn("error", said)
            self.assertEqual((await client.call_tool("look", {})).content[0].type, "image")

        self.converse(body)

    def test_a_scene_is_made_told_about_and_seen(self):
        async def body(client):
            async def text(tool, **arguments):
                return (await client.call_tool(tool, arguments)).content[0].text

            self.assertEqual(
                {tool.name for tool in (await client.list_tools()).tools}, {"run", "check", "look", "render", "explain", "describe", "dump", "undo"})
            said = await text("run", lines="# a card\ncreate a layer frame=10,10,50,50 backgroundColor=red\nset a cornerRadious=3\nget a frame")
            self.assertIn('3: error unknown-property', said)
            self.assertIn('4: {"frame": [10, 10, 50, 50]}', said)
            self.assertIn("2 of 3 lines were carried out", said)
            picture = (await client.call_tool("look", {})).content[0]
            self.assertEqual((picture.type, picture.data[:4]), ("image", "iVBO"))
            await text("run", lines="animate a position.x=200 duration=1")
            moments = (await client.call_tool("look", {"at": [0, 0.5, 1]})).content
            self.assertEqual([part.type for part in moments], ["text", "image"] * 3)
            self.assertEqual(len({part.data for part in moments[1::2]}), 3)
            found = await text("check", lines="create a layer frame=0,0,9,9 backgroundColor=red\nset a cornerRadious=3\n")
            self.assertIn('"code":"unknown-property"', found.replace(" ", ""))
            self.assertEqual(await text("check", lines="create a layer frame=0,0,9,9 backgroundColor=red"), "nothing was found")
            self.assertIn('"visible": true', await text("explain", id="a"))
            self.assertIn("create a layer", await text("dump"))
            self.assertIn("cornerRadius", await text("describe", topic="layer"))
            self.assertEqual(await text("undo", steps=2), "2 steps were taken back")
            self.assertNotIn("create a", await text("dump"))
            skill = (await client.read_resource("scrim://skill")).contents[0].text
            self.assertEqual(skill, SKILL.read_text())

        self.converse(body, "--size", "320x200")

    def test_what_is_wrong_or_too_much_is_an_error_of_the_tool(self):
        async def body(client):
            for tool, arguments, word in [
                ("render", {"lines": "create a leyer"}, "layer"), ("render", {"lines": "", "size": "9x"}, "WIDTHxHEIGHT"),
                ("render", {"lines": "", "size": "9000x9000"}, "pixels"), ("look", {"at": [-1]}, "times"), ("look", {"layer": "nobody"}, "unknown-object"),
                ("explain", {"id": "nobody"}, "unknown-object"), ("run", {"lines": "#" * 300_000}, "bytes"), ("undo", {"steps": -1}, "error"),
            ]:
                result = await client.call_tool(tool, arguments)
                self.assertTrue(result.is_error, tool)
                self.assertIn(word.lower(), result.content[0].text.lower())

        self.converse(body)

    def test_a_running_daemon_is_only_read(self):
        folder = tempfile.mkdtemp(prefix="scrim-")
        self.addCleanup(shutil.rmtree, folder)
        import subprocess
        import time

        words = ["scrimd", "--socket", f"{folder}/s", "--output", "offscreen", "--size", "40x30", "--config", os.devnull]
        daemon = subprocess.Popen(words, stdin=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self.addCleanup(daemon.wait)
        self.addCleanup(daemon.terminate)
        while not os.path.exists(f"{folder}/s"):
            time.sleep(0.01)

        async def reading(client):
            said = (await client.call_tool("run", {"lines": "create a layer\nget root bounds"})).content[0].text
            self.assertIn("1: error denied", said)
            self.assertIn("[0, 0, 40, 30]", said)

        async def writing(client):
            self.assertIn("1 of 1", (await client.call_tool("run", {"lines": "create a layer"})).content[0].text)

        self.converse(reading, "--socket", f"{folder}/s")
        self.converse(writing, "--socket", f"{folder}/s", "--write")


if __name__ == "__main__":
    unittest.main()
