# mypy: disable-error-code=no-any-return
"""Written by clients/generate from `describe`: `make clients`."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Literal

from ._base import Expression, Value, reaction
from ._types import *

if TYPE_CHECKING:
    from collections.abc import Awaitable

    from typing_extensions import Unpack

    from ._base import Pending
    from ._makes import Makes


class SyncVerbs:
    """Verbs that give their replies."""

    def _send(
        self, verb: str, words: Sequence[Value], pairs: Mapping[str, Value] = {}, descriptors: Sequence[int] = (),
        *, tail: str = ""
    ) -> Any:
        raise NotImplementedError

    def hello(self) -> HelloReply:
        """Identifies the server."""
        return self._send("hello", [])

    if TYPE_CHECKING:
        create: Makes[None]
        """Makes an object. Keys that are no words of Python go into `properties`."""
    else:
        def create(self, id, kind, properties={}, **more):
            descriptor = more.pop("descriptor", None)
            return self._send("create", [id, kind], {**properties, **more}, [] if descriptor is None else [descriptor])

    if TYPE_CHECKING:
        put: Makes[None]
        """Makes it, or sets the properties when it exists. Keys that are no words of Python go into `properties`."""
    else:
        def put(self, id, kind, properties={}, **more):
            return self._send("put", [id, kind], {**properties, **more})

    def set(self, id: str, properties: Mapping[str, Value] = {}, **more: Unpack[AnyProperties]) -> SetReply | None:
        """Sets properties; an empty value restores the default."""
        return self._send("set", [id], {**properties, **more})

    def get(self, id: str, *names: str, from_: Literal["model", "presentation", "text"] | None = None) -> dict[str, Any]:
        """Reads properties."""
        return self._send("get", [id, *names], {"from": from_})

    def remove(self, *ids: str) -> RemoveReply | None:
        """Removes objects, a layer with everything below it."""
        return self._send("remove", [*ids])

    def clear(self) -> None:
        """Removes everything but root, the outputs and daemon."""
        return self._send("clear", [])

    def list(self, selector: str | None = None, *, kind: str | None = None, parent: str | None = None, style: str | None = None) -> Strings:
        """Ids, in order."""
        return self._send("list", [*([] if selector is None else [selector])], {"kind": kind, "parent": parent, "style": style})

    def tree(self, id: str | None = None, *, depth: int | None = None) -> TreeReply:
        """Nested ids, kinds and frames."""
        return self._send("tree", [*([] if id is None else [id])], {"depth": depth})

    def dump(self, id: str | None = None, *, secrets: bool | None = None) -> Strings:
        """The lines that make this scene again; secrets only with full access."""
        return self._send("dump", [*([] if id is None else [id])], {"secrets": secrets})

    def describe(self, topic: str | None = None, *, format: Literal["schema"] | None = None) -> dict[str, Any]:
        """Verbs and kinds, a kind's properties, or verbs, events, errors, filters, decoders; schema: a JSON Schema of a component's parameters."""
        return self._send("describe", [*([] if topic is None else [topic])], {"format": format})

    def explain(self, id: str) -> ExplainReply:
        """Why a layer is or is not seen, and what it costs."""
        return self._send("explain", [id])

    def hit(self, point: str, *, output: str | None = None, interactive: bool | None = None) -> Strings:
        """Layers at a point, from the front to the back."""
        return self._send("hit", [point], {"output": output, "interactive": interactive})

    def convert(self, place: str, *, from_: str | None = None, to: str | None = None) -> ConvertReply:
        """A point or a rectangle of one layer in another's coordinates, as they are seen."""
        return self._send("convert", [place], {"from": from_, "to": to})

    def measure(self, path: str, *, contains: str | None = None, rule: Literal["nonZero", "evenOdd"] | None = None, at: float | None = None, tolerance: float | None = None) -> MeasureReply:
        """Bounds and length of a path, whether it holds a point, and the point at a length."""
        return self._send("measure", [path], {"contains": contains, "rule": rule, "at": at, "tolerance": tolerance})

    def why(self, property: str) -> dict[str, Any]:
        """A property's value, and why it has it: the chain of causes, the nearest first."""
        return self._send("why", [property])

    def begin(self, *, duration: float | str | None = None, timing: str | None = None, at: float | str | None = None, wait: Literal["content"] | None = None, name: str | None = None, animator: str | None = None) -> None:
        """Opens a transaction."""
        return self._send("begin", [], {"duration": duration, "timing": timing, "at": at, "wait": wait, "name": name, "animator": animator})

    def commit(self) -> CommitReply:
        """Makes the lines since begin happen in one frame, or none of them."""
        return self._send("commit", [])

    def abort(self) -> None:
        """Forgets the lines since begin or define."""
        return self._send("abort", [])

    def animate(
        self, layer: str, properties: Mapping[str, Value] = {}, *, property: str | None = None, duration: float | str | None = None, timing: str | None = None, delay: float | str | None = None, repeat: float | None = None, autoreverses: bool | None = None, spring: Sequence[float] | None = None, additive: bool | None = None, id: str | None = None, values: str | None = None, keyTimes: str | None = None, timings: str | None = None, calculationMode: Literal["linear", "discrete", "paced", "cubic", "cubicPaced"] | None = None,
        **more: Unpack[AnimatedProperties],
    ) -> AnimateReply:
        """Sets properties and animates from the presentation value to the new one, or through keyframes."""
        return self._send("animate", [layer] if property is None else [layer, property], {"duration": duration, "timing": timing, "delay": delay, "repeat": repeat, "autoreverses": autoreverses, "spring": spring, "additive": additive, "id": id, "values": values, "keyTimes": keyTimes, "timings": timings, "calculationMode": calculationMode, **properties, **more})

    def draw(self, id: str, operation: str, *words: Value, **parameters: Value) -> None:
        """Appends an operation to a canvas, or inserts, replaces or removes one by its number."""
        return self._send("draw", [id, operation, *words], parameters)

    def scrollTo(self, layer: str, rectangles: Rectangle | None = None, *, duration: float | str | None = None, timing: str | None = None, spring: Sequence[float] | None = None) -> None:
        """Scrolls what is around a layer until it is seen, as little as needed."""
        return self._send("scrollTo", [layer, *([] if rectangles is None else [rectangles])], {"duration": duration, "timing": timing, "spring": spring})

    def copy(self, id: str, *, as_: str, parent: str | None = None) -> None:
        """Makes a layer and all below it again; ids ID.x become AS.x."""
        return self._send("copy", [id], {"as": as_, "parent": parent})

    def repeat(self, lines: str, *, in_: str) -> None:
        """Runs lines once for each item of a,b,c or 0..9."""
        return self._send("repeat", [lines], {"in": in_})

    def define(self, component: str, **parameters: Value) -> None:
        """Begins a component: its parameters with their defaults."""
        return self._send("define", [component], parameters)

    def end(self) -> None:
        """Makes the lines since define a component."""
        return self._send("end", [])

    def undefine(self, name: str) -> None:
        """Takes a component or a function away that nothing uses."""
        return self._send("undefine", [name])

    def use(self, file: str | os.PathLike[str]) -> None:
        """Runs a file of components, functions, styles, themes and data once."""
        return self._send("use", [file])

    def function(self, signature: str, expression: str) -> None:
        """Makes a function that expressions may call, or replaces it."""
        return self._send("function", [], {signature: Expression(expression)})

    def undo(self, steps: int | None = None) -> UndoReply:
        """Takes back this connection's newest transactions and lines."""
        return self._send("undo", [*([] if steps is None else [steps])])

    def redo(self, steps: int | None = None) -> RedoReply:
        """Does again what undo took back."""
        return self._send("redo", [*([] if steps is None else [steps])])

    def checkpoint(self, name: str) -> None:
        """Keeps the scene as it is, for diff."""
        return self._send("checkpoint", [name])

    def diff(self, name: str) -> Strings:
        """The lines that lead from a checkpoint to the scene as it is."""
        return self._send("diff", [name])

    def subscribe(self, *events: EventName, layer: str | Sequence[str] | None = None, deadline: float | str | None = None, rate: float | None = None, from_: str | None = None) -> None:
        """Asks for events; deadline=: how long a frame waits for sync layout; rate=: frames a second at most, of the journal pictures of buffers."""
        return self._send("subscribe", [*events], {"layer": layer, "deadline": deadline, "rate": rate, "from": from_})

    def unsubscribe(self, *events: EventName) -> None:
        """Asks for no more of them."""
        return self._send("unsubscribe", [*events])

    def sync(self, layout: Literal["layout"] | None = None, *, serial: int | None = None) -> SyncReply:
        """Replies when everything before it has been presented; layout: a frame that waits need wait no longer."""
        return self._send("sync", [*([] if layout is None else [layout])], {"serial": serial})

    def wait(self, seconds: float | str | None = None, *, for_: str | None = None) -> None:
        """Holds this connection's further lines that long."""
        return self._send("wait", [*([] if seconds is None else [seconds])], {"for": for_})

    def clock(self, mode: Literal["realtime", "manual"]) -> ClockReply:
        """How scene time goes on."""
        return self._send("clock", [mode])

    def tick(self, seconds: float | str | None = None, *, frames: int | None = None, to: float | None = None) -> TickReply:
        """Advances the manual clock and renders."""
        return self._send("tick", [*([] if seconds is None else [seconds])], {"frames": frames, "to": to})

    def repaint(self) -> None:
        """Forgets all caches and damages every output in full."""
        return self._send("repaint", [])

    def damage(self, buffer: str, *rectangles: Rectangle) -> None:
        """Says that shared pixels changed."""
        return self._send("damage", [buffer, *rectangles])

    def input(self, device: Literal["pointer", "touch", "key"], **state: Value) -> None:
        """Injects input."""
        return self._send("input", [device], state)

    def on(
        self, layer: str, event: str, lines: str, *, name: str | None = None, when: str | None = None
    ) -> None:
        """Runs lines when an event fires."""
        return self._send("on", [layer, event], {"name": name}, tail=reaction(lines, when))

    def off(self, layer: str, event: str | None = None) -> None:
        """Takes reactions away."""
        return self._send("off", [layer, *([] if event is None else [event])])

    def bind(
        self, id: str, expressions: Mapping[str, str] = {}, *, scope: str | None = None, isActive: bool | None = None,
        **more: str,
    ) -> None:
        """Keeps properties equal to expressions; an empty one takes the binding off."""
        bound = {key: Expression(text) for key, text in {**expressions, **more}.items()}
        return self._send("bind", [id], {"scope": scope, "isActive": isActive, **bound})

    def every(self, seconds: float | str, lines: str, *, name: str | None = None, align: Literal["scene", "wall"] | None = None, left: float | str | None = None, isPaused: bool | None = None, scope: str | None = None) -> None:
        """Runs lines again and again, in scene time."""
        return self._send("every", [seconds, lines], {"name": name, "align": align, "left": left, "isPaused": isPaused, "scope": scope})

    def after(self, seconds: float | str, lines: str, *, name: str | None = None, align: Literal["scene", "wall"] | None = None, left: float | str | None = None, isPaused: bool | None = None, scope: str | None = None) -> None:
        """Runs lines once, in scene time."""
        return self._send("after", [seconds, lines], {"name": name, "align": align, "left": left, "isPaused": isPaused, "scope": scope})

    def focus(self, layer: str, *, ring: bool | None = None) -> None:
        """Says which layer keys go to: an id, next or previous in the order of Tab, or none."""
        return self._send("focus", [layer], {"ring": ring})

    def session(self, *, replies: Literal["all", "errors", "none"] | None = None, lifetime: Literal["scene", "client"] | None = None, access: str | None = None, name: str | None = None, role: Literal["replica", "primary"] | None = None, of: str | None = None, delay: float | str | None = None, epoch: float | None = None) -> None:
        """Options of this connection; access is full, read or a layer's id; role=replica makes it what the scene comes from."""
        return self._send("session", [], {"replies": replies, "lifetime": lifetime, "access": access, "name": name, "role": role, "of": of, "delay": delay, "epoch": epoch})

    def plugin(self, action: Literal["list", "load", "unload", "reload"], name: str | None = None) -> Any:
        """Lists plugins; with full access, loads and unloads them."""
        return self._send("plugin", [action, *([] if name is None else [name])])

    def stats(self, *, output: str | None = None) -> StatsReply:
        """What the daemon did and holds."""
        return self._send("stats", [], {"output": output})

    def debug(self, *, damage: bool | None = None, borders: bool | None = None, fps: bool | None = None) -> None:
        """Overlays."""
        return self._send("debug", [], {"damage": damage, "borders": borders, "fps": fps})

    def save(self, *, path: str | os.PathLike[str] | None = None, overwrite: bool | None = None, secrets: bool | None = None) -> None:
        """Writes the dump to a file."""
        return self._send("save", [], {"path": path, "overwrite": overwrite, "secrets": secrets})

    def load(self, *, path: str | os.PathLike[str], replace: bool | None = None, lenient: bool | None = None) -> LoadReply | None:
        """Runs a file's lines, all or none; lenient: those that lack something become dormant."""
        return self._send("load", [], {"path": path, "replace": replace, "lenient": lenient})

    def record(self, stop: Literal["stop"] | None = None, *, output: str | None = None, path: str | os.PathLike[str] | None = None, format: Literal["y4m", "rgba", "pdf"] | None = None, fps: float | None = None, seconds: float | None = None, overwrite: bool | None = None, comment: str | None = None) -> RecordReply:
        """Every frame, timed, to a file."""
        return self._send("record", [*([] if stop is None else [stop])], {"output": output, "path": path, "format": format, "fps": fps, "seconds": seconds, "overwrite": overwrite, "comment": comment})

    def quit(self) -> None:
        """Ends the daemon in order."""
        return self._send("quit", [])

    def digest(self) -> DigestReply:
        """The SHA-256 of the scene as other machines share it, of one moment."""
        return self._send("digest", [])

    def replay(self, lines: str | None = None, *, epoch: float, seq: float, time: float, wall: float, client: float | None = None, clock: Literal["realtime", "manual"] | None = None, state: Literal["record", "scene", "files"] | None = None, path: str | os.PathLike[str] | None = None, digest: str | None = None) -> None:
        """A record of the primary's journal, its whole scene, or where its files stand, for a replica."""
        return self._send("replay", [*([] if lines is None else [lines])], {"epoch": epoch, "seq": seq, "time": time, "wall": wall, "client": client, "clock": clock, "state": state, "path": path, "digest": digest})
