"""The workloads in Qt Quick's software renderer, which keeps a scene and repaints what changed, as scrimd does. A frame is a changed
property, bindings, and rendering into a picture in memory; its processor time is the process's.

usage: qtquick.py WORKLOAD SECONDS FOLDER"""
import json
import math
import os
import sys
import time

os.environ |= {"QT_QPA_PLATFORM": "offscreen", "QT_QUICK_BACKEND": "software", "QSG_RENDER_LOOP": "basic"}
from PySide6.QtCore import QSizeF, QUrl  # noqa: E402
from PySide6.QtGui import QColor, QGuiApplication, QImage  # noqa: E402
from PySide6.QtQml import QQmlComponent, QQmlEngine  # noqa: E402
from PySide6.QtQuick import QQuickRenderControl, QQuickRenderTarget, QQuickWindow  # noqa: E402

sys.path.insert(0, os.path.join(os.path.dirname(__file__), ".."))
import scenes  # noqa: E402


def item(chance, width, height):
    x, y, *c = chance.item(width, height)
    return [x, y, scenes.color(*c)]


def shadow(path, width, height, pad, sigma):
    """A picture of a rectangle's shadow, half black."""
    unit = sigma * math.sqrt(2)

    def side(length):
        return [(math.erf((i + .5 - pad) / unit) - math.erf((i + .5 - pad - length) / unit)) / 2 for i in range(length + 2 * pad)]

    across, down = side(width), side(height)
    image = QImage(width + 2 * pad, height + 2 * pad, QImage.Format_ARGB32)
    for y, v in enumerate(down):
        for x, u in enumerate(across):
            image.setPixel(x, y, int(127.5 * u * v) << 24)
    image.save(path)
    return path


def cards(folder):
    chance = scenes.Chance()
    mask = shadow(f"{folder}/qt-card.png", 300, 200, 15, 5)
    return [item(chance, 1621, 781) for _ in range(200)], f'''Repeater {{ model: root.m; Item {{
        x: modelData[0] + root.f % 2; y: modelData[1]
        Image {{ x: -15; y: -10; source: "file://{mask}" }}
        Rectangle {{ width: 300; height: 200; radius: 20; antialiasing: true; color: modelData[2]; border.width: 5; border.color: "white" }} }} }}'''


def mover(count):
    chance = scenes.Chance()
    return [item(chance, 1897, 1057) for _ in range(count)], '''
        Repeater { model: root.m; Rectangle { x: modelData[0]; y: modelData[1]; width: 24; height: 24; radius: 6; antialiasing: true; color: modelData[2] } }
        Rectangle { x: 7 * root.f % 1820; y: 500; width: 100; height: 100; color: "#80ff0000" }'''


def rectangles():
    chance = scenes.Chance()
    return [[i, *item(chance, 1857, 1017)] for i in range(2000)], '''Repeater { model: root.m; Rectangle {
        x: (modelData[1] + root.f * (1 + modelData[0] % 5)) % 1857; y: (modelData[2] + root.f * (1 + modelData[0] % 3)) % 1017
        width: 64; height: 64; color: modelData[3]; opacity: 0.5 } }'''


def shadow_moves(folder):
    mask = shadow(f"{folder}/qt-shadow.png", 600, 400, 60, 20)
    return [], f'''Item {{ x: (100 + 7 * root.f) % 1000 + 100; y: 200
        Image {{ x: -60; y: -50; source: "file://{mask}" }}
        Rectangle {{ width: 600; height: 400; radius: 20; antialiasing: true; color: "white" }} }}'''


def groups():
    chance = scenes.Chance()
    model = []
    for _ in range(20):
        x, y = chance.below(1341), chance.below(646)
        model.append([x, y, [scenes.color(*[64 + chance.below(192) for _ in range(3)]) for _ in range(10)]])
    return model, '''Repeater { model: root.m; Item { x: modelData[0] + root.f % 2; y: modelData[1]; width: 580; height: 435; opacity: 0.5
        layer.enabled: true
        Repeater { model: modelData[2]; Rectangle { x: 20 * index; y: 15 * index; width: 400; height: 300; color: modelData } } } }'''


def text(new):
    spots = [[(i // 50) * 480 + 4, (i % 50) * 21 + 3, scenes.line(i, 0)] for i in range(200)]
    words = "root.t[index]" if new else "modelData[2]"
    move = "0" if new else "root.f % 2"
    return spots, f'''property var t: []
        Repeater {{ model: root.m; Text {{ x: modelData[0] + {move}; y: modelData[1]; text: {words}
        font.family: "DejaVu Sans"; font.pixelSize: 16; color: "black"; textFormat: Text.PlainText }} }}'''


def workloads(folder):
    return {
        "W1": lambda: cards(folder), "W2-100": lambda: mover(100), "W2-10000": lambda: mover(10_000), "W3": rectangles,
        "W5-moved": lambda: shadow_moves(folder), "W7": groups, "W8-moved": lambda: text(False), "W8-new": lambda: text(True),
    }


def main():
    name, seconds, folder = sys.argv[1], float(sys.argv[2]), sys.argv[3]
    make = workloads(folder).get(name)
    if not make:
        return
    application = QGuiApplication(sys.argv[:1])
    engine, control = QQmlEngine(), QQuickRenderControl()
    window = QQuickWindow(control)
    window.setGeometry(0, 0, 1920, 1080)
    window.setColor(QColor("white" if name.startswith("W8") else "#203040"))
    window.contentItem().setSize(QSizeF(1920, 1080))
    image = QImage(1920, 1080, QImage.Format_ARGB32_Premultiplied)
    window.setRenderTarget(QQuickRenderTarget.fromPaintDevice(image))
    model, body = make()
    component = QQmlComponent(engine)
    component.setData(
        f"import QtQuick\nItem {{ id: root; width: 1920; height: 1080; property int f: 0; property var m: []\n{body}\n}}".encode(), QUrl())
    root = component.create()
    if not root:
        sys.exit(str(component.errors()))
    if name == "W8-new":
        root.setProperty("t", [scenes.line(i, 0) for i in range(200)])
    root.setProperty("m", model)
    root.setParentItem(window.contentItem())

    def frame(f):
        if name == "W8-new":
            root.setProperty("t", [scenes.line(i, f) for i in range(200)])
        root.setProperty("f", f)
        control.polishItems()
        control.sync()
        control.render()

    for f in range(3):
        frame(f)
    times, f, end = [], 3, time.monotonic() + seconds
    while len(times) < 10 or time.monotonic() < end:
        begin = time.process_time()
        frame(f)
        times.append((time.process_time() - begin) * 1e3)
        f += 1
    if os.environ.get("PICTURE"):
        image.save(os.environ["PICTURE"])
    times.sort()
    print(json.dumps({"median": times[len(times) // 2], "best": times[0]}))
    sys.stdout.flush()
    os._exit(0)


main()
