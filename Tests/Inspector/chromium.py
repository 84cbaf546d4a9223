"""Headless Chromium over its debugging pipe, with Python's standard library alone."""
import base64
import json
import os
import select
import shutil
import subprocess
import tempfile
import time

CODES = {"Enter": 13, "Tab": 9, "ArrowDown": 40, "ArrowUp": 38, "ArrowLeft": 37, "ArrowRight": 39}


class Browser:
    """One page. `events` are those that came meanwhile."""

    def __init__(self, program, width=1280, height=800):
        self.folder = tempfile.mkdtemp()
        commands, self.commands = os.pipe()
        self.replies, replies = os.pipe()

        def pass_pipes():
            # Chromium reads descriptor 3 and writes 4.
            os.dup2(commands, 100)
            os.dup2(replies, 101)
            os.dup2(100, 3)
            os.dup2(101, 4)

        self.process = subprocess.Popen(
            [program, "--headless=new", "--no-sandbox", "--disable-gpu", "--remote-debugging-pipe", "--hide-scrollbars",
             "--force-color-profile=srgb", f"--user-data-dir={self.folder}", f"--window-size={width},{height}", "about:blank"],
            preexec_fn=pass_pipes, close_fds=False, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        os.close(commands)
        os.close(replies)
        self.number, self.buffer, self.events = 0, b"", []
        page = next(t for t in self.call("Target.getTargets")["targetInfos"] if t["type"] == "page")
        self.session = self.call("Target.attachToTarget", targetId=page["targetId"], flatten=True)["sessionId"]
        for domain in ["Page", "Runtime", "Log", "Network"]:
            self.do(domain + ".enable")
        self.size(width, height)

    def call(self, method, session=None, **parameters):
        self.number += 1
        message = {"id": self.number, "method": method, "params": parameters}
        if session:
            message["sessionId"] = session
        os.write(self.commands, json.dumps(message).encode() + b"\0")
        end = time.monotonic() + 30
        while True:
            reply = self.next(end)
            if "method" in reply:
                self.events.append(reply)
            elif reply.get("id") == self.number:
                if "error" in reply:
                    raise RuntimeError(f"{method}: {reply['error']}")
                return reply["result"]

    def next(self, end):
        while b"\0" not in self.buffer:
            if not select.select([self.replies], [], [], max(end - time.monotonic(), 0))[0]:
                raise TimeoutError("Chromium does not reply")
            part = os.read(self.replies, 1 << 20)
            if not part:
                raise EOFError("Chromium has gone")
            self.buffer += part
        one, _, self.buffer = self.buffer.partition(b"\0")
        return json.loads(one)

    def do(self, method, **parameters):
        return self.call(method, self.session, **parameters)

    def size(self, width, height, mobile=False):
        self.do("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=mobile)

    def go(self, address):
        self.do("Page.navigate", url=address)

    def js(self, text):
        """The value of an expression, a promise's when it is one."""
        reply = self.do("Runtime.evaluate", expression=text, awaitPromise=True, returnByValue=True)
        if "exceptionDetails" in reply:
            raise RuntimeError(f"{text}: {reply['exceptionDetails']}")
        return reply["result"].get("value")

    def until(self, text, seconds=15):
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            try:
                if value := self.js(text):
                    return value
            except RuntimeError:
                pass  # the page is not there yet
            time.sleep(0.05)
        raise AssertionError(f"not within {seconds} s: {text}")

    def key(self, key):
        text = key if len(key) == 1 else "\r" if key == "Enter" else ""
        self.do("Input.dispatchKeyEvent", type="keyDown", key=key, text=text, windowsVirtualKeyCode=CODES.get(key, 0))
        self.do("Input.dispatchKeyEvent", type="keyUp", key=key, windowsVirtualKeyCode=CODES.get(key, 0))

    def type(self, text):
        self.do("Input.insertText", text=text)

    def click(self, x, y):
        for kind in ["mousePressed", "mouseReleased"]:
            self.do("Input.dispatchMouseEvent", type=kind, x=x, y=y, button="left", clickCount=1)

    def shot(self, path):
        with open(path, "wb") as file:
            file.write(base64.b64decode(self.do("Page.captureScreenshot", format="png")["data"]))

    def complaints(self):
        """Exceptions of the page, and what the browser logged as errors."""
        found = []
        for event in self.events:
            about = event["params"]
            if event["method"] == "Runtime.exceptionThrown":
                found.append(about["exceptionDetails"].get("exception", {}).get("description", "an exception"))
            if event["method"] == "Log.entryAdded" and about["entry"]["level"] == "error":
                found.append(f"{about['entry']['text']} {about['entry'].get('url', '')}")
        return found

    def close(self):
        try:
            self.call("Browser.close")
            self.process.wait(10)
        except Exception:
            self.process.kill()
            self.process.wait()
        shutil.rmtree(self.folder, ignore_errors=True)
