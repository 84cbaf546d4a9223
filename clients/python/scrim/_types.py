"""Written by clients/generate from `describe`: `make clients`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, List, Literal, Tuple, TypedDict, Union

from ._base import Event, Expression, Member, ScrimError, Value

Strings = List[str]
Point = Union[Tuple[float, float], Sequence[float]]
"""x, y."""
Size = Union[Tuple[float, float], Sequence[float], str]
"""Width, height; or `640x480`."""
Rectangle = Union[Tuple[float, float, float, float], Sequence[float]]
"""x, y, width, height."""

Kind = Literal["animation", "animator", "attachment", "binding", "body", "buffer", "canvas", "collision", "constraint", "data", "dormant", "drm", "each", "emitter", "emitterCell", "field", "follow", "gradient", "gravity", "group", "image", "itemGroup", "layer", "mirror", "offscreen", "pipewire", "push", "reaction", "replicator", "scroll", "settings", "shape", "snap", "spring", "stack", "style", "text", "theme", "tiled", "timer", "transaction", "transformLayer", "transition", "video", "vnc", "wayland", "world", "x11"]


class ScrimSyntaxError(ScrimError):
    """`syntax`: quotes, escapes, keys, ids, missing words, NUL, UTF-8."""


class UnknownVerbError(ScrimError):
    """`unknown-verb`: a verb that does not exist."""


class UnknownKindError(ScrimError):
    """`unknown-kind`: a kind that does not exist."""


class UnknownObjectError(ScrimError):
    """`unknown-object`: an object that does not exist."""


class UnknownPropertyError(ScrimError):
    """`unknown-property`: a property that the object's kind does not have."""


class UnknownVariableError(ScrimError):
    """`unknown-variable`: a variable that does not exist."""


class ScrimValueError(ScrimError):
    """`value`: a value of the wrong form, or outside of its range."""


class ExistsError(ScrimError):
    """`exists`: the id is taken, or, for put, taken by another kind."""


class CycleError(ScrimError):
    """`cycle`: an object inside itself."""


class LimitError(ScrimError):
    """`limit`: a bound of the settings."""


class DeniedError(ScrimError):
    """`denied`: not allowed for this connection, or for any."""


class IoError(ScrimError):
    """`io`: a file cannot be read or written."""


class DecodeError(ScrimError):
    """`decode`: a picture cannot be decoded."""


class PluginError(ScrimError):
    """`plugin`: a plugin hangs, crashes or takes too much while it is loaded."""


class UnsupportedError(ScrimError):
    """`unsupported`: this build or output cannot do it."""


class AbortedError(ScrimError):
    """`aborted`: a transaction failed: its line, counted from 1 after begin, and why."""


class BusyError(ScrimError):
    """`busy`: not now: inside of a transaction, or too many clients."""


class ReplicaError(ScrimError):
    """`replica`: the scene comes from a primary, which alone changes what is shared."""


class SequenceError(ScrimError):
    """`sequence`: a record of another primary, or not the next one."""


class InternalError(ScrimError):
    """`internal`: a fault of the daemon; please report it."""


ERRORS: dict[str, type[ScrimError]] = {
    "syntax": ScrimSyntaxError,
    "unknown-verb": UnknownVerbError,
    "unknown-kind": UnknownKindError,
    "unknown-object": UnknownObjectError,
    "unknown-property": UnknownPropertyError,
    "unknown-variable": UnknownVariableError,
    "value": ScrimValueError,
    "exists": ExistsError,
    "cycle": CycleError,
    "limit": LimitError,
    "denied": DeniedError,
    "io": IoError,
    "decode": DecodeError,
    "plugin": PluginError,
    "unsupported": UnsupportedError,
    "aborted": AbortedError,
    "busy": BusyError,
    "replica": ReplicaError,
    "sequence": SequenceError,
    "internal": InternalError,
}
"""The classes of errors by their codes."""

ErrorCode = Literal["syntax", "unknown-verb", "unknown-kind", "unknown-object", "unknown-property", "unknown-variable", "value", "exists", "cycle", "limit", "denied", "io", "decode", "plugin", "unsupported", "aborted", "busy", "replica", "sequence", "internal"]


class FrameEvent(Event):
    """Before each frame; frames keep coming while it is subscribed to."""

    output: Member[str] = Member()
    frame: Member[float] = Member()
    time: Member[float] = Member()
    target: Member[float] = Member()
    interval: Member[float] = Member()


class AnimationEvent(Event):
    """The end of an animation; not finished: it was removed before."""

    id: Member[str] = Member()
    layer: Member[str | None] = Member()
    finished: Member[bool] = Member()


class PointerEvent(Event):
    """Pointers, fingers and tools of tablets on a layer, in its coordinates."""

    output: Member[str] = Member()
    layer: Member[str | None] = Member()
    phase: Member[Literal["enter", "leave", "move", "down", "up", "scroll", "cancel"]] = Member()
    button: Member[str | None] = Member()
    touch: Member[float | None] = Member()
    dx: Member[float | None] = Member()
    dy: Member[float | None] = Member()
    tool: Member[str | None] = Member()
    pressure: Member[float | None] = Member()
    tiltX: Member[float | None] = Member()
    tiltY: Member[float | None] = Member()
    x: Member[float] = Member()
    y: Member[float] = Member()


class TapEvent(Event):
    """Down and up within 10 points."""

    layer: Member[str | None] = Member()
    count: Member[float] = Member()
    touches: Member[float | None] = Member()
    x: Member[float] = Member()
    y: Member[float] = Member()


class SingleTapEvent(Event):
    """A tap that no second one followed within 0.3 s: told then."""

    layer: Member[str | None] = Member()
    x: Member[float] = Member()
    y: Member[float] = Member()


class PanEvent(Event):
    """A drag, in the parent's coordinates; velocity in points a second."""

    layer: Member[str | None] = Member()
    state: Member[Literal["began", "changed", "ended", "cancelled"]] = Member()
    translation: Member[list[float]] = Member()
    velocity: Member[list[float]] = Member()
    touches: Member[float | None] = Member()
    x: Member[float] = Member()
    y: Member[float] = Member()


class SwipeEvent(Event):
    """A drag of 30 points along one axis that ended with 300 points a second, in the parent's coordinates."""

    layer: Member[str | None] = Member()
    direction: Member[Literal["left", "right", "up", "down"]] = Member()
    velocity: Member[list[float]] = Member()
    x: Member[float] = Member()
    y: Member[float] = Member()


class LongPressEvent(Event):
    """0.5 s down within 10 points."""

    layer: Member[str | None] = Member()
    x: Member[float] = Member()
    y: Member[float] = Member()


class PinchEvent(Event):
    """Two fingers' distance."""

    layer: Member[str | None] = Member()
    state: Member[Literal["began", "changed", "ended", "cancelled"]] = Member()
    scale: Member[float] = Member()
    x: Member[float] = Member()
    y: Member[float] = Member()


class RotateEvent(Event):
    """Two fingers' angle, in radians."""

    layer: Member[str | None] = Member()
    state: Member[Literal["began", "changed", "ended", "cancelled"]] = Member()
    angle: Member[float] = Member()
    x: Member[float] = Member()
    y: Member[float] = Member()


class ScrollEvent(Event):
    """A wheel or touchpad."""

    layer: Member[str | None] = Member()
    dx: Member[float] = Member()
    dy: Member[float] = Member()
    x: Member[float] = Member()
    y: Member[float] = Member()


class KeyEvent(Event):
    """A key, for the layer that was pressed last; compose: the text that an input method composes."""

    layer: Member[str | None] = Member()
    key: Member[str] = Member()
    state: Member[Literal["down", "up", "compose"]] = Member()
    text: Member[str] = Member()
    modifiers: Member[list[str]] = Member()


class OutputEvent(Event):
    """An output came, went or changed; each one on subscribing."""

    output: Member[str] = Member()
    size: Member[list[float]] = Member()
    scale: Member[float] = Member()
    refresh: Member[float] = Member()
    state: Member[Literal["active", "hidden", "absent", "removed"]] = Member()
    message: Member[str | None] = Member()


class ContentEvent(Event):
    """A picture was read, or could not be; a video has come to its end."""

    id: Member[str] = Member()
    state: Member[Literal["ready", "failed", "ended"]] = Member()
    message: Member[str | None] = Member()


class CreatedEvent(Event):
    """A new object, with its properties."""

    id: Member[str] = Member()


class ChangedEvent(Event):
    """Properties of an object that changed."""

    id: Member[str] = Member()


class RemovedEvent(Event):
    """An object that was removed."""

    id: Member[str] = Member()


class CollisionEvent(Event):
    """Items of a behavior touch, or part."""

    behavior: Member[str] = Member()
    items_: Member[list[str]] = Member()
    point: Member[list[float]] = Member()
    state: Member[Literal["began", "ended"]] = Member()


class PluginEvent(Event):
    """A plugin was loaded, unloaded, suspended or failed."""

    plugin: Member[str] = Member()
    state: Member[str] = Member()
    message: Member[str | None] = Member()


class TransactionEvent(Event):
    """A pending transaction took effect, or was dropped; all animations that a named one made are over."""

    name_: Member[str] = Member()
    state: Member[Literal["done", "failed", "completed"]] = Member()
    message: Member[str | None] = Member()


class ReactionEvent(Event):
    """A reaction failed, or reactions that set each other off were stopped."""

    id: Member[str | None] = Member()
    layer: Member[str | None] = Member()
    event: Member[str] = Member()
    state: Member[Literal["failed", "stopped"]] = Member()
    message: Member[str] = Member()


class BindingEvent(Event):
    """A binding has no value any more and keeps the last; told once, until it works again."""

    id: Member[str] = Member()
    state: Member[Literal["failed"]] = Member()
    message: Member[str] = Member()


class TimerEvent(Event):
    """The lines of a timer failed, and took no effect."""

    id: Member[str] = Member()
    state: Member[Literal["failed"]] = Member()
    message: Member[str] = Member()


class FilmEvent(Event):
    """A film waits for its pipe's reader, takes frames, or has ended; the message says what ended it."""

    output: Member[str] = Member()
    state: Member[Literal["waiting", "recording", "ended"]] = Member()
    frames: Member[float] = Member()
    message: Member[str | None] = Member()


class LayoutEvent(Event):
    """Bounds that have changed, before the frame that shows them, which waits for sync layout; dropped: it waits no more."""

    id: Member[str | None] = Member()
    bounds: Member[list[float] | None] = Member()
    serial: Member[float | None] = Member()
    state: Member[Literal["dropped"] | None] = Member()


class DragEvent(Event):
    """A layer is carried to others, in its parent's coordinates; over: the one on which it would be dropped."""

    layer: Member[str | None] = Member()
    state: Member[Literal["began", "changed", "ended", "cancelled"]] = Member()
    translation: Member[list[float]] = Member()
    velocity: Member[list[float]] = Member()
    over: Member[str | None] = Member()
    x: Member[float] = Member()
    y: Member[float] = Member()


class DropEvent(Event):
    """Another layer is carried over this one, and dropped on it, in this one's coordinates; or what another program drags, without an item."""

    layer: Member[str | None] = Member()
    state: Member[Literal["enter", "move", "leave", "drop"]] = Member()
    item: Member[str] = Member()
    type: Member[str | None] = Member()
    text: Member[str | None] = Member()
    x: Member[float] = Member()
    y: Member[float] = Member()


class TileEvent(Event):
    """A tile of a tiled layer without files is seen, and there is no layer of its id yet; or is needed no more."""

    id: Member[str] = Member()
    tile: Member[str] = Member()
    state: Member[Literal["needed", "released"]] = Member()
    level: Member[float] = Member()
    x: Member[float] = Member()
    y: Member[float] = Member()
    frame: Member[list[float]] = Member()
    scale: Member[float] = Member()


class ProblemEvent(Event):
    """Something is wrong that would go unseen, as a disk without room for the state; or is over."""

    state: Member[Literal["began", "ended"]] = Member()
    message: Member[str] = Member()


class RestoredEvent(Event):
    """A dormant object was carried out: what its line lacked is there."""

    id: Member[str] = Member()


class FailedEvent(Event):
    """A reaction, a timer or a binding failed; file and line are those of its definition, as load or use named them."""

    id: Member[str] = Member()
    line: Member[float | None] = Member()
    file: Member[str | None] = Member()
    column: Member[float | None] = Member()
    message: Member[str] = Member()


class TemplateEvent(Event):
    """A step of an instance whose component has the parameter `step`: all animations that began with it have ended."""

    id: Member[str] = Member()
    step: Member[float] = Member()
    state: Member[Literal["entered", "left"]] = Member()


class JournalEvent(Event):
    """A record of the journal, or a part of the whole scene, behind which more follow or not; dropped: the reader fell behind, and the scene comes again."""

    epoch: Member[float | None] = Member()
    seq: Member[float | None] = Member()
    time: Member[float | None] = Member()
    wall: Member[float | None] = Member()
    client: Member[float | None] = Member()
    lines: Member[list[str] | None] = Member()
    clock: Member[Literal["manual"] | None] = Member()
    state: Member[Literal["scene", "dropped"] | None] = Member()
    more: Member[bool | None] = Member()
    digest: Member[str | None] = Member()


class ReplicaEvent(Event):
    """A replica has come to a moment of which its primary told the whole scene: its digest then; a record came too late for its own time, and the scene may differ until the next moment; it differed from the primary's; a scene could not be used; it is none any more; skipped: lines that this version does not know."""

    of: Member[str | None] = Member()
    epoch: Member[float | None] = Member()
    seq: Member[float | None] = Member()
    state: Member[Literal["moment", "late", "differs", "failed", "promoted"]] = Member()
    digest: Member[str | None] = Member()
    message: Member[str | None] = Member()
    skipped: Member[float] = Member()


EVENTS: dict[str, type[Event]] = {
    "frame": FrameEvent,
    "animation": AnimationEvent,
    "pointer": PointerEvent,
    "tap": TapEvent,
    "singleTap": SingleTapEvent,
    "pan": PanEvent,
    "swipe": SwipeEvent,
    "longPress": LongPressEvent,
    "pinch": PinchEvent,
    "rotate": RotateEvent,
    "scroll": ScrollEvent,
    "key": KeyEvent,
    "output": OutputEvent,
    "content": ContentEvent,
    "created": CreatedEvent,
    "changed": ChangedEvent,
    "removed": RemovedEvent,
    "collision": CollisionEvent,
    "plugin": PluginEvent,
    "transaction": TransactionEvent,
    "reaction": ReactionEvent,
    "binding": BindingEvent,
    "timer": TimerEvent,
    "film": FilmEvent,
    "layout": LayoutEvent,
    "drag": DragEvent,
    "drop": DropEvent,
    "tile": TileEvent,
    "problem": ProblemEvent,
    "restored": RestoredEvent,
    "failed": FailedEvent,
    "template": TemplateEvent,
    "journal": JournalEvent,
    "replica": ReplicaEvent,
}
"""The classes of events by their names."""

EventName = Literal["frame", "animation", "pointer", "tap", "singleTap", "pan", "swipe", "longPress", "pinch", "rotate", "scroll", "key", "output", "content", "created", "changed", "removed", "collision", "plugin", "transaction", "reaction", "binding", "timer", "film", "layout", "drag", "drop", "tile", "problem", "restored", "failed", "template", "journal", "replica"]


class HelloReply(TypedDict, total=False):
    """What `hello` answers."""

    server: str
    version: str
    protocol: float
    kinds: list[str]
    plugins: list[str]
    dormant: float | None
    problems: list[str] | None


class SetReply(TypedDict, total=False):
    """What `set` answers."""

    count: float


class RemoveReply(TypedDict, total=False):
    """What `remove` answers."""

    count: float


class TreeReply(TypedDict, total=False):
    """What `tree` answers."""

    id: str
    kind: str
    frame: list[float]
    role: str | None
    label: str | None
    value: str | None
    sublayers: list["TreeReply"]


class ExplainReply(TypedDict, total=False):
    """What `explain` answers."""

    id: str
    visible: bool
    reason: str
    by: list[str] | None
    message: str | None
    extent: list[float]
    visiblePixels: float
    cost: dict[str, Any]
    constraints: list[str] | None
    unsatisfied: list[str] | None


class ConvertReply(TypedDict, total=False):
    """What `convert` answers."""

    point: list[float] | None
    rect: list[float] | None


class MeasureReply(TypedDict, total=False):
    """What `measure` answers."""

    bounds: list[float]
    length: float
    isClosed: bool
    contains: bool | None
    point: list[float] | None
    angle: float | None
    path: str


class CommitReply(TypedDict, total=False):
    """What `commit` answers."""

    commands: float
    frame: float | None


class AnimateReply(TypedDict, total=False):
    """What `animate` answers."""

    animations: list[str]
    count: float | None


class UndoReply(TypedDict, total=False):
    """What `undo` answers."""

    count: float


class RedoReply(TypedDict, total=False):
    """What `redo` answers."""

    count: float


class SyncReply(TypedDict, total=False):
    """What `sync` answers."""

    frame: float
    time: float


class ClockReply(TypedDict, total=False):
    """What `clock` answers."""

    time: float


class TickReply(TypedDict, total=False):
    """What `tick` answers."""

    frame: float
    time: float
    damage: list[list[float]]
    pixels: float


class SnapshotReply(TypedDict, total=False):
    """What `snapshot` answers."""

    width: float
    height: float
    format: Literal["png", "ppm", "rgba", "pdf", "svg"]
    path: str | None
    data: str | None


class StatsReply(TypedDict, total=False):
    """What `stats` answers."""

    frames: float
    missedDeadlines: float
    missedFrames: float
    presented: dict[str, Any] | None
    slowFrame: dict[str, Any] | None
    frameTime: dict[str, Any]
    lateness: dict[str, Any]
    damagedPixels: float
    compositedPixels: float
    layers: float
    objects: float
    groupBuffers: float
    cacheBytes: float
    images: float
    imageBytes: float
    keptPlanes: float
    simulationSkipped: float
    reducedLayers: float
    clients: float
    lines: float
    bytesIn: float
    bytesOut: float
    eventsDropped: float
    plugins: dict[str, Any]
    state: dict[str, Any] | None


class LoadReply(TypedDict, total=False):
    """What `load` answers."""

    unset: list[str]


class RecordReply(TypedDict, total=False):
    """What `record` answers."""

    frames: float


class DigestReply(TypedDict, total=False):
    """What `digest` answers."""

    epoch: float
    seq: float
    time: float
    sha256: str


class AppearanceProperties(TypedDict, total=False):
    """What layers and styles have in common."""

    position: Point | Expression
    """Where the anchor point is, in the parent's coordinates; y grows downward (points; default [0, 0]; animates)."""
    position__x: float | Expression
    position__y: float | Expression
    bounds: Rectangle | Expression
    """The layer's own rectangle; its origin scrolls what is inside; a width or height auto is that of what it holds (points; default [0, 0, 0, 0]; animates)."""
    bounds__origin: Point | Expression
    bounds__origin__x: float | Expression
    bounds__origin__y: float | Expression
    bounds__size: Size | Expression
    bounds__size__width: float | Expression
    bounds__size__height: float | Expression
    anchorPoint: Point | Expression
    """The centre of transform and sublayerTransform, in the unit square of bounds (default [0.5, 0.5]; animates)."""
    anchorPoint__x: float | Expression
    anchorPoint__y: float | Expression
    zPosition: float | Expression
    """Siblings are drawn by zPosition, then in their order (points; default 0; animates)."""
    anchorPointZ: float | Expression
    """Depth of the anchor point (points; default 0; animates)."""
    transform: str | None | Expression
    """Applied about the anchor point; may be three-dimensional (default [1, 0, 0, 1, 0, 0]; animates)."""
    transform__rotation__x: float | str | Expression
    transform__rotation__y: float | str | Expression
    transform__rotation__z: float | str | Expression
    transform__scale: float | Expression
    transform__scale__x: float | Expression
    transform__scale__y: float | Expression
    transform__translation__x: float | Expression
    transform__translation__y: float | Expression
    transform__translation__z: float | Expression
    sublayerTransform: str | None | Expression
    """Applied to the sublayers about the anchor point; carries perspective() (default [1, 0, 0, 1, 0, 0]; animates)."""
    sublayerTransform__rotation__x: float | str | Expression
    sublayerTransform__rotation__y: float | str | Expression
    sublayerTransform__rotation__z: float | str | Expression
    sublayerTransform__scale: float | Expression
    sublayerTransform__scale__x: float | Expression
    sublayerTransform__scale__y: float | Expression
    sublayerTransform__translation__x: float | Expression
    sublayerTransform__translation__y: float | Expression
    sublayerTransform__translation__z: float | Expression
    isDoubleSided: bool | Expression
    """False: not drawn when turned away (default true)."""
    opacity: float | Expression
    """Of the layer and all below it (0 to 1; default 1; animates)."""
    allowsGroupOpacity: bool | Expression
    """False: opacity multiplies into each sublayer by itself (default true)."""
    isHidden: bool | Expression
    """True: not drawn and not hit, with all below it (default false; animates)."""
    backgroundColor: str | None | Expression
    """Fills the rounded bounds (default none; animates)."""
    cornerRadius: float | Expression
    """Drawn clamped to half the shorter side; reads back as set (points; at least 0; default 0; animates)."""
    maskedCorners: Sequence[Literal["topLeft", "topRight", "bottomLeft", "bottomRight"]] | Expression
    """The corners that cornerRadius rounds (default ["topLeft", "topRight", "bottomLeft", "bottomRight"])."""
    cornerCurve: Literal["circular", "continuous"] | Expression
    """Circular arcs, or the iOS curve that reaches 1.528665 radii along each side (default circular)."""
    masksToBounds: bool | Expression
    """Clips contents and sublayers to the rounded bounds (default false)."""
    borderWidth: float | Expression
    """Inside the bounds, above contents and sublayers (points; at least 0; default 0; animates)."""
    borderColor: str | None | Expression
    """Of the border (default #000000ff; animates)."""
    shadowOpacity: float | Expression
    """0: no shadow (0 to 1; default 0; animates)."""
    shadowRadius: float | Expression
    """The standard deviation of the shadow's Gaussian (points; at least 0; default 3; animates)."""
    shadowOffset: Size | Expression
    """Negative heights are upward (points; default [0, -3]; animates)."""
    shadowOffset__width: float | Expression
    shadowOffset__height: float | Expression
    shadowColor: str | None | Expression
    """Multiplied by shadowOpacity (default #000000ff; animates)."""
    shadowPath: str | None | Expression
    """What casts the shadow, filled non-zero; none: the alpha of the whole picture (default none; animates)."""
    mask: str | None | Expression
    """A detached layer in this layer's coordinates; its alpha multiplies the whole result (default none)."""
    contents: str | None | Expression
    """An image, a buffer, or a file (default none)."""
    contentsRect: Rectangle | Expression
    """The part of the contents that is shown, in unit coordinates (default [0, 0, 1, 1]; animates)."""
    contentsRect__origin: Point | Expression
    contentsRect__origin__x: float | Expression
    contentsRect__origin__y: float | Expression
    contentsRect__size: Size | Expression
    contentsRect__size__width: float | Expression
    contentsRect__size__height: float | Expression
    contentsCenter: Rectangle | Expression
    """Nine-slice: the part of contentsRect that stretches, in unit coordinates (default [0, 0, 1, 1]; animates)."""
    contentsCenter__origin: Point | Expression
    contentsCenter__origin__x: float | Expression
    contentsCenter__origin__y: float | Expression
    contentsCenter__size: Size | Expression
    contentsCenter__size__width: float | Expression
    contentsCenter__size__height: float | Expression
    contentsGravity: Literal["center", "top", "bottom", "left", "right", "topLeft", "topRight", "bottomLeft", "bottomRight", "resize", "resizeAspect", "resizeAspectFill"] | Expression
    """How contents fill the bounds; top is the upper edge as seen (default resize)."""
    contentsScale: float | Expression
    """Pixels of the contents per point (at least 0; default 1; animates)."""
    magnificationFilter: Literal["linear", "nearest", "trilinear"] | Expression
    """Sampling when contents grow (default linear)."""
    minificationFilter: Literal["linear", "nearest", "trilinear"] | Expression
    """Sampling when contents shrink; trilinear takes mipmaps (default linear)."""
    minificationFilterBias: float | Expression
    """Added to the mipmap level (default 0)."""
    shouldRasterize: bool | Expression
    """Flattens the subtree to a cached bitmap before opacity and transform (default false)."""
    rasterizationScale: float | Expression
    """Pixels per point of that bitmap (at least 0; default 1)."""
    compositingFilter: Literal["normal", "multiply", "screen", "overlay", "darken", "lighten", "colorDodge", "colorBurn", "hardLight", "softLight", "difference", "exclusion", "hue", "saturation", "color", "luminosity", "plusLighter", "plusDarker", "clear", "copy", "sourceIn", "sourceOut", "sourceAtop", "destinationOver", "destinationIn", "destinationOut", "destinationAtop", "xor"] | Expression
    """How the picture goes onto what is behind it: blend modes and Porter-Duff operators (default normal)."""
    filters: str | None | Expression
    """CSS filter functions on the layer's picture (default none; animates)."""
    backgroundFilters: str | None | Expression
    """CSS filter functions on what lies behind the bounds (default none; animates)."""
    isolated: bool | Expression
    """True: blend modes and background filters below see nothing that lies behind the layer (default false)."""
    isGeometryFlipped: bool | Expression
    """Turns the sublayers' y axis upward (default false)."""
    isInteractive: bool | Expression
    """Takes tap, pan, pointer and key events (default false)."""
    name: str | Expression
    """For people (default empty)."""
    speed: float | Expression
    """How fast the time of the layer's animations and of all below it goes; 0 stands still (default 1)."""
    timeOffset: float | str | Expression
    """Added to the layer's time (seconds; default 0)."""
    beginTime: float | str | Expression
    """The parent's time at which the layer's time is timeOffset (seconds; default 0)."""
    layout__grow: float | Expression
    """In a stack: its share of the room that is left (0 to 1e+06; default 0)."""
    layout__basis: float | None | Expression
    """In a stack: its length along the axis, in place of its own (points; 0 to 1e+09; default none)."""
    layout__shrink: float | None | Expression
    """In a stack without room for all: its share of what is missing, times its length; 0 keeps its length; not set, 1 for texts, for stacks of them and for each, else 0 (0 to 1e+06; default none)."""
    layout__minimum: float | None | Expression
    """In a stack: the least length along the axis (points; 0 to 1e+09; default none)."""
    layout__maximum: float | None | Expression
    """In a stack: the greatest length along the axis (points; 0 to 1e+09; default none)."""
    layout__spacing: float | None | Expression
    """In a stack: the space behind it, in place of the stack's spacing (points; -1e+06 to 1e+06; default none)."""
    layout__alignment: Literal["auto", "fill", "leading", "center", "trailing", "firstBaseline", "lastBaseline"] | Expression
    """In a stack: its own alignment across the axis; auto: the stack's (default auto)."""
    layout__hugging: Sequence[float] | Expression
    """With constraints: the priority of being no larger than what it holds, across and down, or for both (1 to 1000; default [250])."""
    layout__compressionResistance: Sequence[float] | Expression
    """With constraints: the priority of being no smaller than what it holds, across and down, or for both (1 to 1000; default [750])."""
    layout__margins: Sequence[float] | Expression
    """With constraints: where leftMargin and the like are, within its edges: all; vertical,horizontal; or top,left,bottom,right (points; -1e+06 to 1e+06; default [0])."""
    layout__direction: Literal["leftToRight", "rightToLeft"] | Expression
    """With constraints: where leading and trailing are for its sublayers (default leftToRight)."""
    layout__alignmentInsets: Sequence[float] | Expression
    """What of its edges constraints and stacks leave out, such as a badge or a glow: all; vertical,horizontal; or top,left,bottom,right (points; -1e+06 to 1e+06; default [0])."""
    focusIndex: int | Expression
    """Its place in the order of Tab: from 1 on by number, then those of 0 in the order of the tree; -1 is none (-1 to 1e+06; default 0)."""
    autoresizingMask: Sequence[Literal["left", "width", "right", "top", "height", "bottom"]] | Expression
    """The parts of its frame that give way when the size of the parent's bounds changes: margins and sides (default [])."""
    autoresizingSize: Size | None | Expression
    """The size of the parent's bounds for which its frame is; not set, the one that they have (points; at least 0; default none)."""
    autoresizingSize__width: float | Expression
    autoresizingSize__height: float | Expression
    edgeAntialiasingMask: Sequence[Literal["left", "right", "bottom", "top"]] | Expression
    """Edges of the bounds that are smoothed where they lie between pixels; of others, whole pixels (default ["left", "right", "bottom", "top"])."""
    theme: str | None | Expression
    """Whose variables count for the layer and all below it (default none)."""
    isEnabled: bool | Expression
    """False: it and all below it are not hit and have the styles of the state disabled (default true)."""
    isSelected: bool | Expression
    """It has the styles of the state selected (default false)."""
    accessibilityLabel: str | Expression
    """Its name, for those who do not see it: tree tells it (default empty)."""
    accessibilityRole: str | Expression
    """Its part in an interface, as ARIA names it: button, switch, slider (default empty)."""
    accessibilityValue: str | Expression
    """Its value, as it would be read out (default empty)."""
    layout__transition: str | Expression
    """Of a stack, a list or another container: how what its layout moves goes there from where it is seen, in the words duration timing delay spring of animate; empty: at once (default empty)."""
    motion: Sequence[float] | None | Expression
    """How it goes on moving, in numbers of the behavior that moves it; where it is set it moves so (default none)."""
    layout__origin: Literal["auto", "center", "topLeft"] | Expression
    """Where the anchor point of all layers below it is by default: topLeft lets what hugs grow to the right and down; auto: as above it (default auto)."""
    layout__lift: bool | Expression
    """While a drag carries it, it is painted above everything in its output, and not cut; false puts it back at once (default false)."""
    hitInsets: Sequence[float] | Expression
    """How far inside of its edges it is hit, and below 0 how far outside: all; vertical,horizontal; or top,left,bottom,right (points; -1e+06 to 1e+06; default [0])."""
    touchSize: float | Expression
    """The least width and height of the area in which a finger hits it, as far as nothing else is there (points; 0 to 1e+06; default 0)."""


class LayerProperties(AppearanceProperties, total=False):
    """A rectangle that holds layers."""

    parent: str | None | Expression
    """The layer above; none: detached, as masks are (default root)."""
    index: int | Expression
    """The place among the siblings, from 0."""
    above: str | None | Expression
    """A sibling in front of which it goes."""
    below: str | None | Expression
    """A sibling behind which it goes."""
    frame: Rectangle | Expression
    """The bounding box of the transformed bounds; setting it solves position and the size of bounds; with a side auto the corner stays (points)."""
    frame__origin: Point | Expression
    frame__origin__x: float | Expression
    frame__origin__y: float | Expression
    frame__size: Size | Expression
    frame__size__width: float | Expression
    frame__size__height: float | Expression
    style: Sequence[str] | Expression
    """Styles whose properties it takes where none is set; later ones are stronger (default [])."""


class ArrangementProperties(LayerProperties, total=False):
    """How layers arrange their sublayers."""

    axis: Literal["horizontal", "vertical"] | Expression
    """A row, or a column (default horizontal)."""
    spacing: float | Expression
    """Between two neighbours; with equalSpacing and equalCentering, at least (points; -1e+06 to 1e+06; default 0)."""
    alignment: Literal["fill", "leading", "center", "trailing", "firstBaseline", "lastBaseline"] | Expression
    """Across the axis; leading is left or top, baselines are those of texts in a row (default fill)."""
    isWrapped: bool | Expression
    """Those that have no room go on in a new row or column (default false)."""
    lineSpacing: float | Expression
    """Between these rows or columns (points; -1e+06 to 1e+06; default 0)."""
    direction: Literal["leftToRight", "rightToLeft"] | Expression
    """Where a row begins, and which side is leading in a column (default leftToRight)."""


class TimingProperties(TypedDict, total=False):
    """When animations begin, how often they run, and how fast."""

    delay: float | str | Expression
    """How long after beginTime it begins (seconds; default 0)."""
    speed: float | Expression
    """How fast it goes; below 0 backward (default 1)."""
    timeOffset: float | str | Expression
    """How far into a run it begins; what is left out at the front comes at the end (seconds; default 0)."""
    beginTime: float | str | None | Expression
    """In the layer's time; not set, it is the time at which it is made (seconds; default none)."""
    repeatCount: float | Expression
    """Runs; fractions are allowed, inf is for ever (at least 0; default 1)."""
    repeatDuration: float | str | Expression
    """How long it is repeated; above 0 it goes before repeatCount (seconds; at least 0; default 0)."""
    autoreverses: bool | Expression
    """Each run is followed by one backward (default false)."""
    fillMode: Literal["removed", "forwards", "backwards", "both"] | Expression
    """Whether its first value shows before it begins, its last after it ends (default removed)."""
    isRemovedOnCompletion: bool | Expression
    """The object goes when it ends (default true)."""
    timing: str | Expression
    """How its time bends (default linear)."""
    transaction: str | Expression
    """The named transaction that made it, which is told to be completed with the last of its animations (default empty)."""
    frameRate: float | Expression
    """How often it is sampled at most; 0 is in each frame (frames a second; 0 to 1000; default 0)."""


class PropertyAnimationProperties(TimingProperties, total=False):
    """Animations of one property."""

    layer: str | None | Expression
    """What it animates (default none)."""
    property: str | Expression
    """The layer's property, or a key path into it (default empty)."""
    from_: Value | None | Expression
    """The value at the start; not set, the layer's (default none)."""
    to: Value | None | Expression
    """The value at the end; not set, the layer's (default none)."""
    by: Value | None | Expression
    """The difference of the two (default none)."""
    isAdditive: bool | Expression
    """Adds to what is there instead of replacing it (default false)."""
    isCumulative: bool | Expression
    """Each run begins where the last one ended (default false)."""
    isImplicit: bool | Expression
    """Made by animate or an animated transaction; the next one of its property replaces it (default false)."""
    lifts: bool | Expression
    """Its layer is painted above everything in its output, and not cut, while it is there (default false)."""


class OutputProperties(TypedDict, total=False):
    """What all outputs have."""

    size: Size | Expression
    """Width and height; the frame of the root layer follows it (points; 1 to 16384; default [1280, 720])."""
    size__width: float | Expression
    size__height: float | Expression
    scale: float | Expression
    """Output pixels per point (0.1 to 16; default 1)."""
    refresh: float | Expression
    """Frames per second at most (hertz; 1 to 1000; default 60)."""
    root: str | None | Expression
    """The layer that is shown, with the output's size: root or a detached one; of main it is root (default none)."""
    backgroundColor: str | None | Expression
    """Beneath the root layer (default none)."""
    viewport: Rectangle | None | Expression
    """The part of the root layer that is shown, filling the output; none: all of it, from 0,0 (points; default none)."""
    viewport__origin: Point | Expression
    viewport__origin__x: float | Expression
    viewport__origin__y: float | Expression
    viewport__size: Size | Expression
    viewport__size__width: float | Expression
    viewport__size__height: float | Expression


class WindowProperties(OutputProperties, total=False):
    """Outputs that are windows."""

    layer: Literal["background", "bottom", "top", "overlay"] | Expression
    """Of an overlay (default overlay)."""
    anchor: Sequence[Literal["top", "bottom", "left", "right"]] | Expression
    """Edges an overlay keeps to; at two opposite ones it is as long as they are apart (default [])."""
    margin: Sequence[float] | Expression
    """From the edges: one number, or as in CSS two to four (points; -16384 to 16384; default [])."""
    title: str | Expression
    """Of a window (default Scrim)."""
    fullscreen: bool | Expression
    """A window that fills its monitor (default false)."""
    cursor: Literal["none", "default", "context-menu", "help", "pointer", "progress", "wait", "cell", "crosshair", "text", "vertical-text", "alias", "copy", "move", "no-drop", "not-allowed", "grab", "grabbing", "e-resize", "n-resize", "ne-resize", "nw-resize", "s-resize", "se-resize", "sw-resize", "w-resize", "ew-resize", "ns-resize", "nesw-resize", "nwse-resize", "col-resize", "row-resize", "all-scroll", "zoom-in", "zoom-out"] | Expression
    """The pointer's look over the output, as in CSS (default default)."""
    clipboard: str | Expression
    """The text that the output has put into the desktop's clipboard; empty again when others do (default empty)."""
    primarySelection: str | Expression
    """The text that is selected, which the middle button pastes elsewhere; empty again when others do (default empty)."""


class AnimationProperties(PropertyAnimationProperties, total=False):
    """Moves a property from value to value."""

    duration: float | str | Expression
    """Of one run; in a group, what is not set is the group's (seconds; at least 0; default 0.25)."""
    values: str | None | Expression
    """Keyframes; they go before from, to and by (default none)."""
    keyTimes: Sequence[float] | None | Expression
    """When each value is reached; evenly while it is not set (0 to 1; default none)."""
    timings: Sequence[str] | None | Expression
    """How time bends between two values (default none)."""
    calculationMode: Literal["linear", "discrete", "paced", "cubic", "cubicPaced"] | Expression
    """What is between the values (default linear)."""
    path: str | None | Expression
    """Keyframes of a point; it goes before values (default none)."""
    rotationMode: Literal["none", "auto", "autoReverse"] | Expression
    """Turns the layer along the path, or against it (default none)."""
    tensionValues: Sequence[float] | None | Expression
    """In cubic modes, of the curve at each value: tighter above 0, rounder below (-1 to 1; default none)."""
    continuityValues: Sequence[float] | None | Expression
    """A corner at each value: outward above 0, inward below (-1 to 1; default none)."""
    biasValues: Sequence[float] | None | Expression
    """Which way the curve leans at each value: it overshoots behind it above 0, before it below (-1 to 1; default none)."""


class AnimatorProperties(TimingProperties, total=False):
    """Has animations stand where its progress says, until it is let go."""

    duration: float | str | Expression
    """Of one run; in a group, what is not set is the group's (seconds; at least 0; default 0.25)."""
    animations: Sequence[str] | Expression
    """What it moves: begin animator=ID adds what a transaction sets (default [])."""
    progress: float | Expression
    """0 is the beginning, 1 the end; told in each frame while it runs (-10 to 10; default 0)."""
    isPaused: bool | Expression
    """False: it goes on from where it is (default true)."""
    isReversed: bool | Expression
    """It goes to its beginning, not to its end (default false)."""
    velocity: float | Expression
    """Of its progress, per second; with a spring it goes on with it (-1e+06 to 1e+06; default 0)."""
    spring: Sequence[float] | None | Expression
    """Mass, stiffness, damping: it goes on so, instead of evenly in its duration (0 to 1e+09; default none)."""
    motion: Sequence[float] | None | Expression
    """How it goes on, in numbers of its own; where it is set it goes on so (default none)."""


class AttachmentProperties(TypedDict, total=False):
    """Holds an item to a point or to another item."""

    world: str | None | Expression
    """Where it acts; not set: the world of root (default none)."""
    item: str | None | Expression
    """What is held (default none)."""
    to: str | None | Expression
    """The item that it is held to, by its middle (default none)."""
    anchor: Point | None | Expression
    """The point that it is held to, in the reference's coordinates (points; default none)."""
    anchor__x: float | Expression
    anchor__y: float | Expression
    offset: Point | Expression
    """Where in the item it is held, from its middle (points; default [0, 0])."""
    offset__x: float | Expression
    offset__y: float | Expression
    length: float | None | Expression
    """Of the spring or rod; not set, as far as it is when it is made (points; at least 0; default none)."""
    damping: float | Expression
    """1 is critical (at least 0; default 0)."""
    frequency: float | Expression
    """Of the spring, in Hz; 0 is rigid (at least 0; default 0)."""
    type: Literal["spring", "fixed", "pin", "sliding", "limit"] | Expression
    """Limit is a rope: it holds from its length on (default spring)."""
    axis: Point | Expression
    """The direction in which a sliding one slides (default [1, 0])."""
    axis__x: float | Expression
    axis__y: float | Expression
    range: Sequence[float] | Expression
    """How far a sliding one slides along the axis, from and to; not set: as far as it likes (points; default [])."""
    frictionTorque: float | Expression
    """Holds a pin against turning; 1 holds what pushes 100 × 100 points of density 1 with 1 at an arm of 100 points (at least 0; default 0)."""
    motion: Sequence[float] | None | Expression
    """How it goes on, in numbers of its own; where it is set it goes on so (default none)."""


class BindingProperties(TypedDict, total=False):
    """A property that stays equal to an expression."""

    object: str | None | Expression
    """Of which it sets a property (default none)."""
    property: str | Expression
    """That it sets, or the part of one (default empty)."""
    value: str | Expression
    """The expression that the property stays equal to (default empty)."""
    scope: str | None | Expression
    """It may change this layer and what is below it only: the rights of the client that made it (default none)."""
    isTwoWay: bool | Expression
    """Value is a path, which takes over what is set of the property (default false)."""
    source: str | None | Expression
    """Of which a two-way one sets a property too (default none)."""


class BodyProperties(TypedDict, total=False):
    """What items are like as bodies."""

    world: str | None | Expression
    """Where it acts; not set: the world of root (default none)."""
    items: Sequence[str] | Expression
    """The layers that it moves (default [])."""
    elasticity: float | Expression
    """1 bounces as high as it fell (0 to 1; default 0)."""
    friction: float | Expression
    """Along what it touches (at least 0; default 0)."""
    density: float | Expression
    """Mass for area (1e-06 to 1e+06; default 1)."""
    resistance: float | Expression
    """How fast motion is lost, a second (at least 0; default 0)."""
    angularResistance: float | Expression
    """How fast turning is lost, a second (at least 0; default 0)."""
    allowsRotation: bool | Expression
    """It can be turned (default true)."""
    isAnchored: bool | Expression
    """Nothing moves it (default false)."""
    charge: float | Expression
    """For electric and magnetic fields (default 0)."""
    collisionBoundsType: Literal["rectangle", "ellipse", "path"] | Expression
    """Its shape (default rectangle)."""
    path: str | None | Expression
    """For the shape path, from the middle of the item (default none)."""
    motion: Sequence[float] | None | Expression
    """How it goes on, in numbers of its own; where it is set it goes on so (default none)."""


class BufferProperties(TypedDict, total=False):
    """Pixels in memory that a client shares."""

    size: Size | Expression
    """Width and height (pixels; 0 to 32000; default [0, 0])."""
    size__width: float | Expression
    size__height: float | Expression
    stride: int | Expression
    """From row to row, a multiple of 4; 0: rows follow each other (bytes; 0 to 1.04858e+06; default 0)."""
    format: Literal["argb8888", "xrgb8888", "abgr8888", "a8"] | Expression
    """What a pixel is; colours are premultiplied (default argb8888)."""
    descriptor: int | None
    """A memory file with the pixels, for `create`."""


class CanvasProperties(LayerProperties, total=False):
    """A drawing, kept as the list of operations that `draw` appends to."""

    drawing: None | Expression
    """What is drawn, in order; draw appends (default [])."""


class CollisionProperties(TypedDict, total=False):
    """Items that touch each other and boundaries."""

    world: str | None | Expression
    """Where it acts; not set: the world of root (default none)."""
    items: Sequence[str] | Expression
    """The layers that it moves (default [])."""
    mode: Literal["items", "boundaries", "everything"] | Expression
    """What items touch (default everything)."""
    bounds: Rectangle | None | Expression
    """Insets of a boundary within the reference's bounds: top,left,bottom,right; not set: none (points; default none)."""
    bounds__origin: Point | Expression
    bounds__origin__x: float | Expression
    bounds__origin__y: float | Expression
    bounds__size: Size | Expression
    bounds__size__width: float | Expression
    bounds__size__height: float | Expression
    motion: Sequence[float] | None | Expression
    """How it goes on, in numbers of its own; where it is set it goes on so (default none)."""


class ConstraintProperties(TypedDict, total=False):
    """A relation of a layer's frame to that of a sibling or of its parent, which lays it out."""

    item: str | None | Expression
    """The layer that it places, or the parent whose size follows a sublayer; it goes with it (default none)."""
    attribute: Sequence[Literal["left", "right", "top", "bottom", "width", "height", "centerX", "centerY", "firstBaseline", "lastBaseline", "leading", "trailing", "leftMargin", "rightMargin", "topMargin", "bottomMargin", "leadingMargin", "trailingMargin", "centerXWithinMargins", "centerYWithinMargins"]] | Expression
    """Of item's frame; with several, it holds for each (default [])."""
    relation: Literal["equal", "lessThanOrEqual", "greaterThanOrEqual"] | Expression
    """Of the attribute to multiplier times the other attribute plus constant (default equal)."""
    toItem: str | None | Expression
    """A sibling of item or its parent; without one, the attribute is constant (default none)."""
    toAttribute: Literal["same", "left", "right", "top", "bottom", "width", "height", "centerX", "centerY", "firstBaseline", "lastBaseline", "leading", "trailing", "leftMargin", "rightMargin", "topMargin", "bottomMargin", "leadingMargin", "trailingMargin", "centerXWithinMargins", "centerYWithinMargins"] | Expression
    """Of toItem's frame; same: the one that attribute says (default same)."""
    multiplier: float | Expression
    """Of toAttribute (-1e+06 to 1e+06; default 1)."""
    constant: float | Expression
    """Added to it (points; -1e+09 to 1e+09; default 0)."""
    priority: float | Expression
    """Where not all can hold, those of higher priority do, of equal ones the earlier; 1000 is required (1 to 1000; default 1000)."""
    isActive: bool | Expression
    """False: it places nothing (default true)."""


class DataProperties(TypedDict, total=False):
    """Values under keys of your choice, typed by their texts."""

    source: str | None | Expression
    """File:PATH or fifo:PATH: what the daemon reads the keys from (default none)."""
    every: float | str | None | Expression
    """How often, in scene time; not set, once (seconds; 0.001 to 1e+09; default none)."""
    format: Literal["text", "lines", "keyvalue", "json", "csv"] | Expression
    """How bytes become keys (default text)."""
    watch: bool | Expression
    """The file is read again when it changes on disk (default false)."""


class DormantProperties(TypedDict, total=False):
    """A line that waits for what it lacks to be carried out."""

    line: str | Expression
    """That could not be carried out, with those that belong to it, separated by LF (default empty)."""
    message: str | Expression
    """The reason: what it lacks (default empty)."""


class DrmProperties(OutputProperties, total=False):
    """A screen of the kernel's own, without a compositor; its size is the screen's."""

    connector: str | Expression
    """Where the screen is, as HDMI-A-1; empty: the first there is (default empty)."""
    mode: str | Expression
    """As 1920x1080 or 1920x1080@60; empty: the one that the screen likes best (default empty)."""
    card: str | Expression
    """As /dev/dri/card0; empty: the first with a screen (default empty)."""
    pointer: bool | Expression
    """A mouse has an arrow (default true)."""


class EachProperties(ArrangementProperties, total=False):
    """Instances of a component, one for each record of a list, laid out as by stack."""

    distribution: Literal["fill", "fillEqually", "fillProportionally", "equalSpacing", "equalCentering", "packed"] | Expression
    """Along the axis: who takes the room that is left (default fill)."""
    margins: Sequence[float] | None | Expression
    """Around all: one number, vertical and horizontal, or top, left, bottom, right (points; -1e+06 to 1e+06; default none)."""
    of: str | Expression
    """The component of which the rows are instances (default empty)."""
    in_: str | Expression
    """The list: a key of data (d.items), a part of one, or a parameter that holds JSON (default empty)."""
    key: str | Expression
    """The field of a record by which it keeps its row; without one, its index (default empty)."""
    rowHeight: float | None | Expression
    """Of each row of a column: then only rows that are seen exist (points; 0.01 to 1e+06; default none)."""
    rowWidth: float | None | Expression
    """The same along a horizontal axis (points; 0.01 to 1e+06; default none)."""
    overscan: float | Expression
    """How far beyond what is seen rows exist, with rowHeight or rowWidth (points; 0 to 1e+06; default 100)."""
    scope: str | None | Expression
    """Its rows' lines may change this layer and what is below it only: for who may do no more (default none)."""
    where: str | Expression
    """An expression: records for which it is true have rows; it knows their fields, and item (default empty)."""
    sortBy: str | Expression
    """An expression: rows stand in the order of its numbers, texts or booleans (default empty)."""
    descending: bool | Expression
    """The order of sortBy is turned (default false)."""


class EmitterProperties(LayerProperties, total=False):
    """Particles that are born, fly and fade, above everything else in the layer."""

    emitterCells: Sequence[str] | Expression
    """What is emitted (default [])."""
    emitterPosition: Point | Expression
    """The middle of the emitter's shape, in the layer's coordinates (points; default [0, 0]; animates)."""
    emitterPosition__x: float | Expression
    emitterPosition__y: float | Expression
    emitterSize: Size | Expression
    """Of the shape; circle and sphere: the width is the radius (points; default [0, 0]; animates)."""
    emitterSize__width: float | Expression
    emitterSize__height: float | Expression
    emitterShape: Literal["point", "line", "rectangle", "cuboid", "circle", "sphere"] | Expression
    """Where particles are born; seen flat (default point)."""
    emitterMode: Literal["points", "outline", "surface", "volume"] | Expression
    """At the shape's corners, on its edge, or anywhere in it (default volume)."""
    renderMode: Literal["unordered", "oldestFirst", "oldestLast", "backToFront", "additive"] | Expression
    """Which particles lie on top; additive: colours add up (default unordered)."""
    birthRate: float | Expression
    """Multiplies the cells' (0 to 1e+06; default 1; animates)."""
    lifetime: float | Expression
    """Multiplies the cells' (0 to 1e+06; default 1; animates)."""
    velocity: float | Expression
    """Multiplies the cells' (-1e+09 to 1e+09; default 1; animates)."""
    scale: float | Expression
    """Multiplies the cells' (-1e+09 to 1e+09; default 1; animates)."""
    spin: float | Expression
    """Multiplies the cells' (-1e+09 to 1e+09; default 1; animates)."""
    seed: int | Expression
    """Another number, other particles; the same number, the same ones (0 to 4.29497e+09; default 0)."""


class EmitterCellProperties(TypedDict, total=False):
    """How particles of one sort look, fly and fade."""

    name: str | Expression
    """For people (default empty)."""
    isEnabled: bool | Expression
    """Particles are born (default true)."""
    contents: str | None | Expression
    """What a particle shows: an image, a buffer, or a file (default none)."""
    contentsRect: Rectangle | Expression
    """The part of it, in unit coordinates (default [0, 0, 1, 1]; animates)."""
    contentsRect__origin: Point | Expression
    contentsRect__origin__x: float | Expression
    contentsRect__origin__y: float | Expression
    contentsRect__size: Size | Expression
    contentsRect__size__width: float | Expression
    contentsRect__size__height: float | Expression
    contentsScale: float | Expression
    """Pixels of the contents per point (1e-06 to 1e+06; default 1; animates)."""
    size: Size | Expression
    """Of a particle at scale 1; zero: the contents', and without these nothing is drawn (points; 0 to 1e+06; default [0, 0]; animates)."""
    size__width: float | Expression
    size__height: float | Expression
    shape: Literal["square", "circle"] | Expression
    """Of particles without contents (default square)."""
    color: str | None | Expression
    """Multiplies the contents, or is the shape's (default #ffffffff; animates)."""
    redRange: float | Expression
    """How far it varies: by half of this to either side (-1000 to 1000; default 0; animates)."""
    greenRange: float | Expression
    """How far it varies: by half of this to either side (-1000 to 1000; default 0; animates)."""
    blueRange: float | Expression
    """How far it varies: by half of this to either side (-1000 to 1000; default 0; animates)."""
    alphaRange: float | Expression
    """How far it varies: by half of this to either side (-1000 to 1000; default 0; animates)."""
    redSpeed: float | Expression
    """What is added to the colour's red, 0 to 1 (per second; -1e+06 to 1e+06; default 0; animates)."""
    greenSpeed: float | Expression
    """What is added to the colour's green, 0 to 1 (per second; -1e+06 to 1e+06; default 0; animates)."""
    blueSpeed: float | Expression
    """What is added to the colour's blue, 0 to 1 (per second; -1e+06 to 1e+06; default 0; animates)."""
    alphaSpeed: float | Expression
    """What is added to the colour's alpha, 0 to 1 (per second; -1e+06 to 1e+06; default 0; animates)."""
    birthRate: float | Expression
    """Particles that are born (per second; 0 to 1e+06; default 0; animates)."""
    lifetime: float | str | Expression
    """How long a particle is there (seconds; 0 to 1e+09; default 0; animates)."""
    lifetimeRange: float | str | Expression
    """How far it varies: by half of this to either side (seconds; 0 to 1e+09; default 0; animates)."""
    beginTime: float | str | Expression
    """When births begin, after the emitter or the particle that emits began (seconds; -1e+09 to 1e+09; default 0; animates)."""
    duration: float | str | Expression
    """How long births go on; 0: for ever (seconds; 0 to 1e+09; default 0; animates)."""
    velocity: float | Expression
    """At birth (points per second; -1e+09 to 1e+09; default 0; animates)."""
    velocityRange: float | Expression
    """How far it varies: by half of this to either side (points per second; -1e+09 to 1e+09; default 0; animates)."""
    emissionLongitude: float | str | Expression
    """Where particles fly to; 0 is right, 90deg down; from a circle or sphere, 0 is outward (default 0; animates)."""
    emissionLatitude: float | str | Expression
    """Out of the plane: slows down by its cosine (default 0; animates)."""
    emissionRange: float | str | Expression
    """How far it varies: by half of this to either side (default 0; animates)."""
    acceleration: Point | Expression
    """To the right, and down (points per second²; -1e+09 to 1e+09; default [0, 0]; animates)."""
    acceleration__x: float | Expression
    acceleration__y: float | Expression
    scale: float | Expression
    """Of a particle's size (-1e+09 to 1e+09; default 1; animates)."""
    scaleRange: float | Expression
    """How far it varies: by half of this to either side (-1e+09 to 1e+09; default 0; animates)."""
    scaleSpeed: float | Expression
    """What is added to the scale (per second; -1e+09 to 1e+09; default 0; animates)."""
    spin: float | str | Expression
    """How fast a particle turns (radians per second; default 0; animates)."""
    spinRange: float | str | Expression
    """How far it varies: by half of this to either side (radians per second; default 0; animates)."""
    emitterCells: Sequence[str] | Expression
    """What each particle emits as long as it is there (default [])."""
    magnificationFilter: Literal["linear", "nearest"] | Expression
    """How pixels of the contents are enlarged (default linear)."""


class FieldProperties(TypedDict, total=False):
    """Forces that depend on the place."""

    world: str | None | Expression
    """Where it acts; not set: the world of root (default none)."""
    items: Sequence[str] | Expression
    """The layers that it moves (default [])."""
    type: Literal["linear", "radial", "velocity", "vortex", "drag", "spring", "noise", "turbulence", "electric", "magnetic", "custom"] | Expression
    """What it does; custom: acceleration says it (default linear)."""
    position: Point | Expression
    """Its middle, in the reference's coordinates (points; default [0, 0])."""
    position__x: float | Expression
    position__y: float | Expression
    direction: Point | Expression
    """Of linear and velocity (default [0, 1])."""
    direction__x: float | Expression
    direction__y: float | Expression
    strength: float | Expression
    """1 is 1000 points/s² where the field is an acceleration (default 1)."""
    falloff: float | Expression
    """The power with which it falls with the distance (0 to 100; default 0)."""
    region: Size | Expression
    """The rectangle around position where it acts; 0,0 is everywhere (at least 0; default [0, 0])."""
    region__width: float | Expression
    region__height: float | Expression
    minimumRadius: float | Expression
    """The distance up to which it has its full strength (points; at least 0.001; default 10)."""
    animationSpeed: float | Expression
    """How fast noise and turbulence change (default 1)."""
    smoothness: float | Expression
    """Of noise and turbulence (0 to 1; default 0.5)."""
    regionShape: Literal["rectangle", "ellipse", "path"] | Expression
    """What region is the size of; path: regionPath is where it acts (default rectangle)."""
    regionPath: str | None | Expression
    """Around position, filled even-odd, for the shape path (default none)."""
    isInverted: bool | Expression
    """Acts outside of the region instead (default false)."""
    acceleration: str | Expression
    """Of the type custom, in points/s²: an expression of x and y from position, vx, vy, mass, charge and time, as point(-y, x) (default empty)."""
    motion: Sequence[float] | None | Expression
    """How it goes on, in numbers of its own; where it is set it goes on so (default none)."""


class FollowProperties(TypedDict, total=False):
    """Keeps a layer's path or position where other layers are."""

    layer: str | None | Expression
    """Whose property it is; the follow goes with it (default none)."""
    path: str | None | Expression
    """The layer's path, with {ID} or {ID+dx,dy} where the position of a layer is put in (default none)."""
    position: str | None | Expression
    """The layer's position: {ID}, {ID+dx,dy}, or x,y (default none)."""
    scope: str | None | Expression
    """Acts only while its layer is this one or below it: the rights of the client that made it (default none)."""


class GradientProperties(LayerProperties, total=False):
    """Colours along a line, from a point outward or around one."""

    type: Literal["axial", "radial", "conic"] | Expression
    """How the colours are laid out (default axial)."""
    colors: Sequence[str] | Expression
    """One is solid, none draws nothing (default []; animates)."""
    locations: Sequence[float] | Expression
    """Where each colour is, 0 at the start, 1 at the end; empty: evenly (default []; animates)."""
    startPoint: Point | Expression
    """Where the colours begin, in units of the bounds; radial and conic: the centre (default [0.5, 0]; animates)."""
    startPoint__x: float | Expression
    startPoint__y: float | Expression
    endPoint: Point | Expression
    """Where they end; radial: a corner of the ellipse's box; conic: where the first colour points (default [0.5, 1]; animates)."""
    endPoint__x: float | Expression
    endPoint__y: float | Expression


class GravityProperties(TypedDict, total=False):
    """An acceleration of items."""

    world: str | None | Expression
    """Where it acts; not set: the world of root (default none)."""
    items: Sequence[str] | Expression
    """The layers that it moves (default [])."""
    direction: Point | Expression
    """Of length 1: the magnitude is the whole (default [0, 1])."""
    direction__x: float | Expression
    direction__y: float | Expression
    magnitude: float | Expression
    """1 is 1000 points/s² for a direction of length 1 (default 1)."""
    angle: float | str | None | Expression
    """Instead of direction, clockwise from the right (radians; default none)."""
    motion: Sequence[float] | None | Expression
    """How it goes on, in numbers of its own; where it is set it goes on so (default none)."""


class GroupProperties(TimingProperties, total=False):
    """Runs animations in a time of its own."""

    duration: float | str | Expression
    """Of one run; in a group, what is not set is the group's (seconds; at least 0; default 0.25)."""
    animations: Sequence[str] | Expression
    """They do not start by themselves (default [])."""


class ImageProperties(TypedDict, total=False):
    """A picture's file, decoded once for all layers that show it."""

    path: str | Expression
    """The file: PNG, JPEG, WebP, GIF, AVIF, JPEG XL, HEIC, TIFF, QOI, ICO or SVG (default empty)."""
    colorSpace: Literal["sRGB"] | Expression
    """What the file's numbers mean (default sRGB)."""
    watch: bool | Expression
    """The file is read again when it changes on disk (default false)."""


class ItemGroupProperties(TypedDict, total=False):
    """Items that move as one body."""

    world: str | None | Expression
    """Where it acts; not set: the world of root (default none)."""
    items: Sequence[str] | Expression
    """The layers; the first one leads (default [])."""
    motion: Sequence[float] | None | Expression
    """How it goes on, in numbers of its own; where it is set it goes on so (default none)."""


class MirrorProperties(LayerProperties, total=False):
    """Shows another layer live, wherever that is in the tree."""

    of: str | None | Expression
    """The layer that it shows, hidden or not, with all below it; the size of its bounds is fitted by contentsGravity (default none)."""


class OffscreenProperties(OutputProperties, total=False):
    """A picture in memory."""

    export: Literal["none", "memfd"] | Expression
    """Memfd: clients are handed the frame buffer (default none)."""


class PipewireProperties(OutputProperties, total=False):
    """A source of video for PipeWire's consumers, as a camera is."""

    remote: str | Expression
    """PipeWire's socket: a path, or a name in $XDG_RUNTIME_DIR; empty: the usual one (default empty)."""
    node: str | Expression
    """The source's name, by which consumers ask for it (default scrim)."""
    title: str | Expression
    """What people read in lists of sources (default Scrim)."""
    alpha: bool | Expression
    """Consumers may take alpha with the colours, which are premultiplied; false: all is over black (default true)."""
    resizes: bool | Expression
    """A consumer may change the size (default false)."""


class PushProperties(TypedDict, total=False):
    """A force on items."""

    world: str | None | Expression
    """Where it acts; not set: the world of root (default none)."""
    items: Sequence[str] | Expression
    """The layers that it moves (default [])."""
    mode: Literal["continuous", "instantaneous", "velocity", "addVelocity"] | Expression
    """An instantaneous one is over when it has pushed; velocity sets the items' velocity instead, addVelocity adds to it (default continuous)."""
    angle: float | str | Expression
    """Of the direction, clockwise from the right (radians; default 0)."""
    magnitude: float | Expression
    """1 gives 100 × 100 points of density 1 an acceleration of 100 points/s²; instantaneous, that speed (default 0)."""
    active: bool | Expression
    """Pushes; one that is over sets it to false (default true)."""
    direction: Point | None | Expression
    """Instead of angle: of length 1, the magnitude is the whole (default none)."""
    direction__x: float | Expression
    direction__y: float | Expression
    offset: Point | Expression
    """Where in the item it pushes, from its middle (points; default [0, 0])."""
    offset__x: float | Expression
    offset__y: float | Expression
    velocity: Point | Expression
    """For the modes velocity and addVelocity (points per second; default [0, 0])."""
    velocity__x: float | Expression
    velocity__y: float | Expression
    angularVelocity: float | str | Expression
    """For the modes velocity and addVelocity (radians per second; default 0)."""
    motion: Sequence[float] | None | Expression
    """How it goes on, in numbers of its own; where it is set it goes on so (default none)."""


class ReactionProperties(TypedDict, total=False):
    """Lines that are run when something happens to a layer."""

    layer: str | None | Expression
    """To which it happens; of changed an object of the kind data too (default none)."""
    event: Literal["tap", "pan", "longPress", "pinch", "rotate", "scroll", "enter", "leave", "move", "down", "up", "key", "collision", "animation", "changed", "singleTap", "swipe", "drag", "drop"] | Expression
    """What happens (default tap)."""
    name: str | Expression
    """What on and off call it, among those of its layer (default empty)."""
    lines: str | Expression
    """Separated by ; or LF; all take effect, or none; {x} {y} {dx} {dy} {vx} {vy} {state} {key} say how it was (default empty)."""
    scope: str | None | Expression
    """The lines may change this layer and what is below it only: for who may do no more (default none)."""
    when: str | Expression
    """An expression: the lines are run where it is true; empty is always (default empty)."""


class ReplicatorProperties(LayerProperties, total=False):
    """Copies of its sublayers, each placed, coloured and delayed against the one before."""

    instanceCount: int | Expression
    """How often the sublayers are drawn (0 to 10000; default 1; animates)."""
    instanceDelay: float | str | Expression
    """How much later than in the copy before animations run (seconds; default 0; animates)."""
    instanceTransform: str | None | Expression
    """From each copy to the next, about the middle of the bounds (default [1, 0, 0, 1, 0, 0]; animates)."""
    instanceTransform__rotation__x: float | str | Expression
    instanceTransform__rotation__y: float | str | Expression
    instanceTransform__rotation__z: float | str | Expression
    instanceTransform__scale: float | Expression
    instanceTransform__scale__x: float | Expression
    instanceTransform__scale__y: float | Expression
    instanceTransform__translation__x: float | Expression
    instanceTransform__translation__y: float | Expression
    instanceTransform__translation__z: float | Expression
    instanceColor: str | None | Expression
    """What the colours of the copies are multiplied by (default #ffffffff; animates)."""
    instanceRedOffset: float | Expression
    """What is added to the red of instanceColor with each copy (default 0; animates)."""
    instanceGreenOffset: float | Expression
    """What is added to the green of instanceColor with each copy (default 0; animates)."""
    instanceBlueOffset: float | Expression
    """What is added to the blue of instanceColor with each copy (default 0; animates)."""
    instanceAlphaOffset: float | Expression
    """What is added to the alpha of instanceColor with each copy (default 0; animates)."""


class ScrollProperties(LayerProperties, total=False):
    """A window onto its sublayers: clips, and scrolls by scrollPoint."""

    scrollPoint: Point | Expression
    """What is seen at the upper left corner: the origin of bounds, as far as scrollMode lets it be set (points; animates)."""
    scrollPoint__x: float | Expression
    scrollPoint__y: float | Expression
    scrollMode: Literal["none", "vertically", "horizontally", "both"] | Expression
    """The directions in which scrollPoint scrolls (default both)."""


class SettingsProperties(TypedDict, total=False):
    """The daemon's settings."""

    limit__line: int | Expression
    """The longest line that is read (bytes; 256 to 6.71089e+07; default 1048576)."""
    limit__clients: int | Expression
    """Connections at a time (clients; 1 to 65536; default 1024)."""
    limit__layers: int | Expression
    """Objects in the scene (objects; 1 to 1.6e+07; default 1000000)."""
    limit__clientLayers: int | Expression
    """Objects that one connection may have made (objects; 1 to 1.6e+07; default 1000000)."""
    limit__clientBytes: int | Expression
    """Text that one connection's open transaction may hold; 64 times as much is what its lines may have given to objects (bytes; 65536 to 4.29497e+09; default 67108864)."""
    limit__replies: int | Expression
    """Unread replies before a client is dropped (bytes; 65536 to 4.29497e+09; default 67108864)."""
    limit__imagePixels: int | Expression
    """Of one picture (pixels; 1 to 4.29497e+09; default 268435456)."""
    limit__imageBytes: int | Expression
    """Of one picture file (bytes; 1024 to 4.29497e+09; default 268435456)."""
    cache__bytes: int | Expression
    """For corners, masks and pictures kept between frames (bytes; 0 to 6.87195e+10; default 268435456)."""
    threads: int | Expression
    """That paint; 0: one for each core (threads; 0 to 64; default 0)."""
    logLevel: Literal["error", "warning", "notice", "info", "debug"] | Expression
    """What is written to the log (default notice)."""
    pluginPath: str | Expression
    """Folders with plugins, colon-separated, searched first; read at start (default empty)."""
    state: str | Expression
    """File that keeps the scene for the next start (default empty)."""
    socketMode: Literal["0600", "0660", "0666"] | Expression
    """Permissions of the socket's file (default 0600)."""
    limit__outputPixels: int | Expression
    """Of all outputs together (pixels; 1 to 4.29497e+09; default 536870912)."""
    stateSync: Literal["everysec", "always"] | Expression
    """When the disk has changes of a scene with a state file: within a second, or before their replies (default everysec)."""
    limit__allReplies: int | Expression
    """Unread replies and events of all clients before those who leave most are dropped (bytes; 65536 to 6.87195e+10; default 536870912)."""
    limit__frameBytes: int | Expression
    """Of buffers for one frame of an output; layers beyond are painted without group opacity, blend modes, masks, filters, perspective (bytes; 1.04858e+06 to 6.87195e+10; default 268435456)."""
    limit__bindings: int | Expression
    """In the scene (bindings; 0 to 1.6e+07; default 100000)."""
    limit__timers: int | Expression
    """In the scene (timers; 0 to 1e+06; default 10000)."""
    limit__selection: int | Expression
    """Objects that one selector may match (objects; 1 to 1.6e+07; default 100000)."""
    limit__undo: int | Expression
    """Changes that one connection can take back (steps; 0 to 10000; default 100)."""
    sourcePaths: str | Expression
    """Paths that data may read, colon-separated, * for anything; set by the configuration only (default /proc/*:/sys/class/*:$XDG_RUNTIME_DIR/scrim/*)."""
    limit__rows: int | Expression
    """Of one list with rowHeight or rowWidth (records; 1 to 1.6e+07; default 1000000)."""
    limit__share: float | Expression
    """Part of limit.layers, bindings, timers and of the transactions that wait for clients with one layer to change (0.001 to 1; default 0.25)."""
    overwrite: bool | Expression
    """State= may name a file that is there, in the same line; false again behind it."""
    seed: float | Expression
    """What random() begins with; set, it begins again (default 0)."""
    limit__journalBytes: int | Expression
    """Of records that a reader of subscribe journal may be behind, before it begins again (bytes; 65536 to 4.29497e+09; default 67108864)."""
    reducedMotion: bool | Expression
    """The user wants fades instead of slides and springs: controls obey it, and scenes can read it (default false)."""
    limit__dataBytes: int | Expression
    """Of JSON that a list or record of data may be (bytes; 1024 to 1.07374e+09; default 16777216)."""


class ShapeProperties(LayerProperties, total=False):
    """A path, filled and then stroked."""

    path: str | None | Expression
    """The lines and curves that are drawn (default none; animates)."""
    fillColor: str | None | Expression
    """Of the path's inside (default #000000ff; animates)."""
    fillRule: Literal["nonZero", "evenOdd"] | Expression
    """Which points are inside (default nonZero)."""
    strokeColor: str | None | Expression
    """Of the line along the path (default none; animates)."""
    lineWidth: float | Expression
    """Of the line (points; at least 0; default 1; animates)."""
    lineCap: Literal["butt", "round", "square"] | Expression
    """The line's ends (default butt)."""
    lineJoin: Literal["miter", "round", "bevel"] | Expression
    """The line's corners (default miter)."""
    miterLimit: float | Expression
    """The largest ratio of a miter's length to the line's width; beyond it the corner is a bevel (at least 0; default 10; animates)."""
    lineDashPattern: Sequence[float] | Expression
    """Lengths of dash and gap in turn; empty: a full line (points; at least 0; default [])."""
    lineDashPhase: float | Expression
    """Where in the pattern the line begins (points; default 0; animates)."""
    strokeStart: float | Expression
    """The part of the length where the line begins (0 to 1; default 0; animates)."""
    strokeEnd: float | Expression
    """The part of the length where the line ends (0 to 1; default 1; animates)."""


class SnapProperties(TypedDict, total=False):
    """Brings an item to a point, upright."""

    world: str | None | Expression
    """Where it acts; not set: the world of root (default none)."""
    item: str | None | Expression
    """What is brought there (default none)."""
    point: Point | Expression
    """Where to, in the reference's coordinates (points; default [0, 0])."""
    point__x: float | Expression
    point__y: float | Expression
    damping: float | Expression
    """1 does not swing (at least 0; default 0.5)."""
    motion: Sequence[float] | None | Expression
    """How it goes on, in numbers of its own; where it is set it goes on so (default none)."""


class SpringProperties(PropertyAnimationProperties, total=False):
    """Moves a property as a damped spring moves."""

    duration: float | str | None | Expression
    """Of one run; in a group, what is not set is the group's (seconds; at least 0; default none)."""
    mass: float | Expression
    """Above 0 (at least 1e-09; default 1)."""
    stiffness: float | Expression
    """Above 0 (at least 1e-09; default 100)."""
    damping: float | Expression
    """0 swings for ever (at least 0; default 10)."""
    initialVelocity: float | Expression
    """Fractions of the distance per second, toward the target (default 0)."""
    allowsOverdamping: bool | Expression
    """False: more than critical damping acts as critical (default false)."""
    perceptualDuration: float | str | None | Expression
    """With bounce, another way to say mass, stiffness and damping; it goes before them (seconds; at least 0.001; default none)."""
    bounce: float | Expression
    """0: none; 1: for ever; below 0: overdamped (-1 to 1; default 0)."""
    velocity: Value | None | Expression
    """Of the property at the start, per second, in any direction; it goes before initialVelocity (default none)."""


class StackProperties(ArrangementProperties, total=False):
    """Lays its sublayers out in a row or a column."""

    distribution: Literal["fill", "fillEqually", "fillProportionally", "equalSpacing", "equalCentering", "packed"] | Expression
    """Along the axis: who takes the room that is left: with fill the sublayers with layout.grow, or else the last one; with packed nobody (default fill)."""
    margins: Sequence[float] | Expression
    """Around all: one number, vertical and horizontal, or top, left, bottom, right (points; -1e+06 to 1e+06; default [])."""


class StyleProperties(AppearanceProperties, total=False):
    """Properties that layers share."""

    of: str | None | Expression
    """The style for whose states it is; it goes with that one (default none)."""
    state: Sequence[Literal["hover", "pressed", "focused", "disabled", "selected", "entering", "leaving", "focusVisible"]] | Expression
    """In force while a layer that has the style of is in all of these states (default [])."""
    duration: float | str | None | Expression
    """Properties that change because it comes into force or goes animate for so long (seconds; 0 to 1e+09; default none)."""
    timing: str | None | Expression
    """Of these animations (default none)."""
    delay: float | str | Expression
    """Until they begin (seconds; default 0)."""
    spring: Sequence[float] | None | Expression
    """Mass,stiffness,damping[,velocity] of these animations, in place of duration and timing (default none)."""


class TextProperties(LayerProperties, total=False):
    """Text in any script."""

    string: str | Expression
    """What is shown; a line feed begins a new line (default empty)."""
    markup: str | Expression
    """Pango markup, shown instead of string when it is not empty (default empty)."""
    font: str | Expression
    """A family, a Pango font description (its size does not count) or file:PATH; empty: sans (default empty)."""
    fontSize: float | Expression
    """Of one em (points; 0 to 4096; default 36; animates)."""
    foregroundColor: str | None | Expression
    """Of the glyphs' insides (default #ffffffff; animates)."""
    alignmentMode: Literal["natural", "left", "right", "center", "justified"] | Expression
    """The side where lines begin; natural: by the direction of the text (default natural)."""
    verticalAlignment: Literal["top", "center", "bottom"] | Expression
    """Where in the bounds the lines are (default top)."""
    isWrapped: bool | Expression
    """Lines are broken at the bounds' width (default false)."""
    truncationMode: Literal["none", "start", "middle", "end"] | Expression
    """Where an ellipsis stands for what has no room in the bounds (default none)."""
    lineSpacing: float | Expression
    """Between lines, beyond what the font asks for (points; -4096 to 4096; default 0; animates)."""
    preferredMaxLayoutWidth: float | Expression
    """What preferredSize breaks lines at; 0: the bounds' width (points; 0 to 1e+06; default 0)."""
    strokeColor: str | None | Expression
    """Of a line along the glyphs' outlines (default none; animates)."""
    strokeWidth: float | Expression
    """Of that line (points; 0 to 4096; default 0; animates)."""
    maximumLines: int | Expression
    """Lines that are shown, at most; 0: all (0 to 10000; default 0)."""
    minimumScale: float | Expression
    """How far letters shrink, so that all of the text has room in the bounds; 1: not at all (0.01 to 1; default 1)."""
    caretIndex: int | Expression
    """The character before which a caret stands (0 to 1e+06; default 0)."""
    anchorIndex: int | Expression
    """The character before which a selection has its other end (0 to 1e+06; default 0)."""
    probePoint: Point | Expression
    """What probeIndex is about (points; default [0, 0])."""
    probePoint__x: float | Expression
    probePoint__y: float | Expression
    letterSpacing: float | Expression
    """Between letters, beyond what the font asks for (points; -4096 to 4096; default 0; animates)."""
    lineHeight: float | Expression
    """Of lines, as a multiple of what the font asks for; 0: that (0 to 100; default 0; animates)."""
    features: str | Expression
    """OpenType features of the font, such as tnum, smcp, kern=0, ss01=1 (default empty)."""
    tabStops: Sequence[float] | Expression
    """Where tabs lead, from the line's beginning; the last distance goes on; none: eight spaces (points; 0 to 1e+06; default []; animates)."""
    kerning: bool | Expression
    """Pairs of letters are as far apart as the font asks for (default true)."""
    variations: str | Expression
    """Axes of a variable font, such as wght=350, wdth=80; of the same axes the numbers animate (default empty; animates)."""
    hyphenation: Literal["manual", "none", "broken"] | Expression
    """A hyphen where a word is broken: at its soft hyphens; they break none; also where it has no room (default manual)."""


class ThemeProperties(TypedDict, total=False):
    """Variables: every key is one, and $KEY refers to it."""



class TiledProperties(LayerProperties, total=False):
    """Shows a large picture by its tiles: contents is a path with {level}, {x} and {y}, or clients draw them."""

    tileSize: Size | Expression
    """Of the files' pixels (pixels; 16 to 16384; default [256, 256])."""
    tileSize__width: float | Expression
    tileSize__height: float | Expression
    levelsOfDetail: int | Expression
    """How many levels there are; level 0 is the finest, each further one has half of its pixels (1 to 24; default 1)."""
    levelsOfDetailBias: int | Expression
    """How often level 0 has twice as many pixels per point as contentsScale says (0 to 24; default 0)."""


class TimerProperties(TypedDict, total=False):
    """Lines that are run at scene times."""

    interval: float | str | Expression
    """Between two times, or before the only one; at least the refresh interval of main (seconds; 0.001 to 1e+09; default 1)."""
    repeats: bool | Expression
    """False: it fires once and goes (default true)."""
    lines: str | Expression
    """Separated by ; or LF; all take effect, or none (default empty)."""
    align: Literal["scene", "wall"] | Expression
    """Wall: it fires at multiples of the interval in wall-clock time (default scene)."""
    isPaused: bool | Expression
    """It does not fire, and keeps the time that is left (default false)."""
    next: float | str | None | Expression
    """The scene time at which it fires; none while paused (seconds; default none)."""
    left: float | str | None | Expression
    """The time that is left of a paused one (seconds; at least 0; default none)."""
    scope: str | None | Expression
    """The lines may change this layer and what is below it only: the rights of the client that made it (default none)."""


class TransactionProperties(TypedDict, total=False):
    """Lines that wait for a time, or for pictures."""

    at: float | str | Expression
    """The scene time at which it takes effect (seconds; default 0)."""
    lines: str | Expression
    """Separated by LF; all take effect, or none (default empty)."""
    duration: float | str | Expression
    """Above 0, what the lines set is animated (seconds; at least 0; default 0)."""
    timing: str | Expression
    """Of these animations (default default)."""
    files: str | Expression
    """Pictures that have to be read before, separated by LF; empties itself (default empty)."""
    scope: str | None | Expression
    """The lines may change this layer and its sublayers only: the rights of the client that made it (default none)."""
    films: str | Expression
    """Films whose frames have to be there before, ID TIME LOOP PATH each, separated by LF; empties itself (default empty)."""
    atWall: float | None | Expression
    """The time of the clock on the wall at which it takes effect, since 1970; at= follows when that clock is set (seconds; default none)."""


class TransformLayerProperties(LayerProperties, total=False):
    """Holds layers that keep their depth; paints nothing itself."""



class TransitionProperties(TimingProperties, total=False):
    """One layer, or one look of a layer, gives way to another."""

    duration: float | str | Expression
    """Of one run; in a group, what is not set is the group's (seconds; at least 0; default 0.25)."""
    from_: str | None | Expression
    """The layer that goes (default none)."""
    to: str | None | Expression
    """The layer that comes (default none)."""
    type: Literal["fade", "moveIn", "push", "reveal", "flip", "cube", "wipe", "curl"] | Expression
    """How one gives way to the other (default fade)."""
    subtype: Literal["fromLeft", "fromRight", "fromTop", "fromBottom"] | Expression
    """The side that what comes is from; a fade has none (default fromLeft)."""
    showHide: bool | Expression
    """Sets isHidden of both, at once: what goes is seen until it is gone all the same (default false)."""
    layer: str | None | Expression
    """The layer whose look gives way to the one that it comes to have; instead of from and to (default none)."""
    startProgress: float | Expression
    """How far the change has come when it begins (default 0)."""
    endProgress: float | Expression
    """How far the change comes (default 1)."""
    isReversed: bool | Expression
    """Shows the change of to into from, backward: so it takes over from the opposite one (default false)."""
    look: str | None | Expression
    """The picture from which the layer comes: pixels, packed (default none)."""


class VideoProperties(TypedDict, total=False):
    """A film's file, shown by the layers whose contents it is."""

    path: str | Expression
    """The file: MP4, QuickTime, Matroska, WebM, AVI, Ogg, FLV, MPEG-TS, y4m, or a Lottie animation (default empty)."""
    time: float | str | Expression
    """The film's time that is shown; setting it goes there (seconds; 0 to 1e+06; default 0)."""
    rate: float | Expression
    """Seconds of the film to a second of the scene; 0: it stands still (0 to 16; default 1)."""
    loop: bool | Expression
    """After the last frame comes the first; else the last one stays (default false)."""
    volume: float | Expression
    """Kept for those who play the sound; the daemon plays none (0 to 1; default 0)."""


class VncProperties(OutputProperties, total=False):
    """A picture that VNC viewers show."""

    address: str | Expression
    """Where viewers connect, as numbers; others than those of this machine want a password (default 127.0.0.1)."""
    port: int | Expression
    """Where viewers connect; 0: any free one (0 to 65535; default 5900)."""
    password: str | Expression
    """Asked of viewers; the protocol looks at its first 8 bytes. Empty: none."""
    passwordFile: str | Expression
    """A file whose first line is the password, read as viewers connect (default empty)."""
    viewers: int | Expression
    """At one time; further ones are turned away (1 to 16; default 8)."""
    resizes: bool | Expression
    """Viewers may change the size (default false)."""
    title: str | Expression
    """Told to viewers (default Scrim)."""
    tls: Literal["auto", "off", "optional", "required"] | Expression
    """Whether viewers encrypt (VeNCrypt, X.509); auto: required where there is a certificate (default auto)."""
    certificate: str | Expression
    """A file with the server's certificate for TLS, PEM; read again when it has changed (default empty)."""
    key: str | Expression
    """A file with the certificate's key; empty: the same file."""
    cursor: Literal["none", "default", "context-menu", "help", "pointer", "progress", "wait", "cell", "crosshair", "text", "vertical-text", "alias", "copy", "move", "no-drop", "not-allowed", "grab", "grabbing", "e-resize", "n-resize", "ne-resize", "nw-resize", "s-resize", "se-resize", "sw-resize", "w-resize", "ew-resize", "ns-resize", "nesw-resize", "nwse-resize", "col-resize", "row-resize", "all-scroll", "zoom-in", "zoom-out"] | Expression
    """The pointer's look over the output, as in CSS (default default)."""
    clipboard: str | Expression
    """The text that the output has put into viewers' clipboards; empty again when one of them copies (default empty)."""
    bell: int | Expression
    """Viewers' bells ring when it grows, ten times a second at most (0 to 1e+09; default 0)."""


class WaylandProperties(WindowProperties, total=False):
    """A window or a layer of a Wayland desktop, whose size and scale are the compositor's."""

    role: Literal["toplevel", "overlay", "lock"] | Expression
    """A window, or a layer of the desktop, or what a locked session shows; a window too where the compositor has no layers (default toplevel)."""
    exclusiveZone: int | Expression
    """What windows leave free for an overlay; -1: it leaves nothing free for others (points; -1 to 16384; default 0)."""
    keyboard: Literal["none", "onDemand", "exclusive"] | Expression
    """When an overlay is given the keyboard (default none)."""
    monitor: str | Expression
    """The monitor's name; focused: as the compositor likes; all: one picture over all monitors (default focused)."""
    appId: str | Expression
    """Of a window (default scrim)."""
    namespace: str | Expression
    """Of an overlay, for the compositor's rules (default scrim)."""
    icon: str | Expression
    """Of a window, by its name in the icon theme; empty: the one that goes with appId (default empty)."""
    locked: bool | Expression
    """The session is locked, of the role lock; it stays so when the daemon ends (default false)."""
    idleInhibit: bool | Expression
    """The screen does not go dark while the output is seen (default false)."""
    contentType: Literal["none", "photo", "video", "game"] | Expression
    """What is shown, for monitors that have a mode for it (default none)."""
    tearing: bool | Expression
    """Frames may tear, to be seen earlier (default false)."""
    demandsAttention: bool | Expression
    """From when it is set the compositor marks the window, or brings it to the front (default false)."""
    pointer: Literal["normal", "locked", "confined"] | Expression
    """Locked: it stays where it is, and its ways are told; confined: it stays in the output (default normal)."""
    opacity: float | Expression
    """Of the whole output, which the compositor fades: nothing is painted for it (0 to 1; default 1)."""


class WorldProperties(TypedDict, total=False):
    """Where behaviors act together."""

    reference: str | None | Expression
    """The layer whose coordinates, and bounds, count; not set: root (default none)."""
    paused: bool | Expression
    """Stands still (default false)."""
    speed: float | Expression
    """How fast its time goes: 0.5 is slow motion, 0 as paused (0 to 100; default 1)."""
    motion: Sequence[float] | None | Expression
    """How it goes on, in numbers of its own; where it is set it goes on so (default none)."""


class X11Properties(WindowProperties, total=False):
    """A window or a dock of an X desktop; a window's size is the window manager's."""

    display: str | Expression
    """The X server; empty: the one that $DISPLAY names (default empty)."""
    role: Literal["toplevel", "overlay"] | Expression
    """A window, or a dock beyond the window manager's reach (default toplevel)."""
    exclusiveZone: int | Expression
    """What windows leave free for an overlay, which the window manager knows then (points; 0 to 16384; default 0)."""
    appId: str | Expression
    """Of a window: its class (default scrim)."""
    bell: int | Expression
    """The server's bell rings when it grows, ten times a second at most (0 to 1e+09; default 0)."""


class AnyProperties(TypedDict, total=False):
    """Properties of any kind."""

    above: str | None | Expression
    acceleration: Point | str | Expression
    acceleration__x: float | Expression
    acceleration__y: float | Expression
    accessibilityLabel: str | Expression
    accessibilityRole: str | Expression
    accessibilityValue: str | Expression
    active: bool | Expression
    address: str | Expression
    align: Literal["scene", "wall"] | Expression
    alignment: Literal["fill", "leading", "center", "trailing", "firstBaseline", "lastBaseline"] | Expression
    alignmentMode: Literal["natural", "left", "right", "center", "justified"] | Expression
    allowsGroupOpacity: bool | Expression
    allowsOverdamping: bool | Expression
    allowsRotation: bool | Expression
    alpha: bool | Expression
    alphaRange: float | Expression
    alphaSpeed: float | Expression
    anchor: Point | Sequence[Literal["top", "bottom", "left", "right"]] | None | Expression
    anchor__x: float | Expression
    anchor__y: float | Expression
    anchorIndex: int | Expression
    anchorPoint: Point | Expression
    anchorPoint__x: float | Expression
    anchorPoint__y: float | Expression
    anchorPointZ: float | Expression
    angle: float | str | None | Expression
    angularResistance: float | Expression
    angularVelocity: float | str | Expression
    animationSpeed: float | Expression
    animations: Sequence[str] | Expression
    appId: str | Expression
    at: float | str | Expression
    atWall: float | None | Expression
    attribute: Sequence[Literal["left", "right", "top", "bottom", "width", "height", "centerX", "centerY", "firstBaseline", "lastBaseline", "leading", "trailing", "leftMargin", "rightMargin", "topMargin", "bottomMargin", "leadingMargin", "trailingMargin", "centerXWithinMargins", "centerYWithinMargins"]] | Expression
    autoresizingMask: Sequence[Literal["left", "width", "right", "top", "height", "bottom"]] | Expression
    autoresizingSize: Size | None | Expression
    autoresizingSize__height: float | Expression
    autoresizingSize__width: float | Expression
    autoreverses: bool | Expression
    axis: Point | Literal["horizontal", "vertical"] | Expression
    axis__x: float | Expression
    axis__y: float | Expression
    backgroundColor: str | None | Expression
    backgroundFilters: str | None | Expression
    beginTime: float | str | None | Expression
    bell: int | Expression
    below: str | None | Expression
    biasValues: Sequence[float] | None | Expression
    birthRate: float | Expression
    blueRange: float | Expression
    blueSpeed: float | Expression
    borderColor: str | None | Expression
    borderWidth: float | Expression
    bounce: float | Expression
    bounds: Rectangle | None | Expression
    bounds__origin: Point | Expression
    bounds__origin__x: float | Expression
    bounds__origin__y: float | Expression
    bounds__size: Size | Expression
    bounds__size__height: float | Expression
    bounds__size__width: float | Expression
    by: Value | None | Expression
    cache__bytes: int | Expression
    calculationMode: Literal["linear", "discrete", "paced", "cubic", "cubicPaced"] | Expression
    card: str | Expression
    caretIndex: int | Expression
    certificate: str | Expression
    charge: float | Expression
    clipboard: str | Expression
    collisionBoundsType: Literal["rectangle", "ellipse", "path"] | Expression
    color: str | None | Expression
    colorSpace: Literal["sRGB"] | Expression
    colors: Sequence[str] | Expression
    compositingFilter: Literal["normal", "multiply", "screen", "overlay", "darken", "lighten", "colorDodge", "colorBurn", "hardLight", "softLight", "difference", "exclusion", "hue", "saturation", "color", "luminosity", "plusLighter", "plusDarker", "clear", "copy", "sourceIn", "sourceOut", "sourceAtop", "destinationOver", "destinationIn", "destinationOut", "destinationAtop", "xor"] | Expression
    connector: str | Expression
    constant: float | Expression
    contentType: Literal["none", "photo", "video", "game"] | Expression
    contents: str | None | Expression
    contentsCenter: Rectangle | Expression
    contentsCenter__origin: Point | Expression
    contentsCenter__origin__x: float | Expression
    contentsCenter__origin__y: float | Expression
    contentsCenter__size: Size | Expression
    contentsCenter__size__height: float | Expression
    contentsCenter__size__width: float | Expression
    contentsGravity: Literal["center", "top", "bottom", "left", "right", "topLeft", "topRight", "bottomLeft", "bottomRight", "resize", "resizeAspect", "resizeAspectFill"] | Expression
    contentsRect: Rectangle | Expression
    contentsRect__origin: Point | Expression
    contentsRect__origin__x: float | Expression
    contentsRect__origin__y: float | Expression
    contentsRect__size: Size | Expression
    contentsRect__size__height: float | Expression
    contentsRect__size__width: float | Expression
    contentsScale: float | Expression
    continuityValues: Sequence[float] | None | Expression
    cornerCurve: Literal["circular", "continuous"] | Expression
    cornerRadius: float | Expression
    cursor: Literal["none", "default", "context-menu", "help", "pointer", "progress", "wait", "cell", "crosshair", "text", "vertical-text", "alias", "copy", "move", "no-drop", "not-allowed", "grab", "grabbing", "e-resize", "n-resize", "ne-resize", "nw-resize", "s-resize", "se-resize", "sw-resize", "w-resize", "ew-resize", "ns-resize", "nesw-resize", "nwse-resize", "col-resize", "row-resize", "all-scroll", "zoom-in", "zoom-out"] | Expression
    damping: float | Expression
    delay: float | str | Expression
    demandsAttention: bool | Expression
    density: float | Expression
    descending: bool | Expression
    direction: Literal["leftToRight", "rightToLeft"] | Point | Expression
    direction__x: float | Expression
    direction__y: float | Expression
    display: str | Expression
    distribution: Literal["fill", "fillEqually", "fillProportionally", "equalSpacing", "equalCentering", "packed"] | Expression
    drawing: None | Expression
    duration: float | str | Expression
    edgeAntialiasingMask: Sequence[Literal["left", "right", "bottom", "top"]] | Expression
    elasticity: float | Expression
    emissionLatitude: float | str | Expression
    emissionLongitude: float | str | Expression
    emissionRange: float | str | Expression
    emitterCells: Sequence[str] | Expression
    emitterMode: Literal["points", "outline", "surface", "volume"] | Expression
    emitterPosition: Point | Expression
    emitterPosition__x: float | Expression
    emitterPosition__y: float | Expression
    emitterShape: Literal["point", "line", "rectangle", "cuboid", "circle", "sphere"] | Expression
    emitterSize: Size | Expression
    emitterSize__height: float | Expression
    emitterSize__width: float | Expression
    endPoint: Point | Expression
    endPoint__x: float | Expression
    endPoint__y: float | Expression
    endProgress: float | Expression
    event: Literal["tap", "pan", "longPress", "pinch", "rotate", "scroll", "enter", "leave", "move", "down", "up", "key", "collision", "animation", "changed", "singleTap", "swipe", "drag", "drop"] | Expression
    every: float | str | None | Expression
    exclusiveZone: int | Expression
    export: Literal["none", "memfd"] | Expression
    falloff: float | Expression
    features: str | Expression
    files: str | Expression
    fillColor: str | None | Expression
    fillMode: Literal["removed", "forwards", "backwards", "both"] | Expression
    fillRule: Literal["nonZero", "evenOdd"] | Expression
    films: str | Expression
    filters: str | None | Expression
    focusIndex: int | Expression
    font: str | Expression
    fontSize: float | Expression
    foregroundColor: str | None | Expression
    format: Literal["argb8888", "xrgb8888", "abgr8888", "a8"] | Literal["text", "lines", "keyvalue", "json", "csv"] | Expression
    frame: Rectangle | Expression
    frame__origin: Point | Expression
    frame__origin__x: float | Expression
    frame__origin__y: float | Expression
    frame__size: Size | Expression
    frame__size__height: float | Expression
    frame__size__width: float | Expression
    frameRate: float | Expression
    frequency: float | Expression
    friction: float | Expression
    frictionTorque: float | Expression
    from_: Value | str | None | Expression
    fullscreen: bool | Expression
    greenRange: float | Expression
    greenSpeed: float | Expression
    hitInsets: Sequence[float] | Expression
    hyphenation: Literal["manual", "none", "broken"] | Expression
    icon: str | Expression
    idleInhibit: bool | Expression
    in_: str | Expression
    index: int | Expression
    initialVelocity: float | Expression
    instanceAlphaOffset: float | Expression
    instanceBlueOffset: float | Expression
    instanceColor: str | None | Expression
    instanceCount: int | Expression
    instanceDelay: float | str | Expression
    instanceGreenOffset: float | Expression
    instanceRedOffset: float | Expression
    instanceTransform: str | None | Expression
    instanceTransform__rotation__x: float | str | Expression
    instanceTransform__rotation__y: float | str | Expression
    instanceTransform__rotation__z: float | str | Expression
    instanceTransform__scale: float | Expression
    instanceTransform__scale__x: float | Expression
    instanceTransform__scale__y: float | Expression
    instanceTransform__translation__x: float | Expression
    instanceTransform__translation__y: float | Expression
    instanceTransform__translation__z: float | Expression
    interval: float | str | Expression
    isActive: bool | Expression
    isAdditive: bool | Expression
    isAnchored: bool | Expression
    isCumulative: bool | Expression
    isDoubleSided: bool | Expression
    isEnabled: bool | Expression
    isGeometryFlipped: bool | Expression
    isHidden: bool | Expression
    isImplicit: bool | Expression
    isInteractive: bool | Expression
    isInverted: bool | Expression
    isPaused: bool | Expression
    isRemovedOnCompletion: bool | Expression
    isReversed: bool | Expression
    isSelected: bool | Expression
    isTwoWay: bool | Expression
    isWrapped: bool | Expression
    isolated: bool | Expression
    item: str | None | Expression
    items: Sequence[str] | Expression
    kerning: bool | Expression
    key: str | Expression
    keyTimes: Sequence[float] | None | Expression
    keyboard: Literal["none", "onDemand", "exclusive"] | Expression
    layer: str | Literal["background", "bottom", "top", "overlay"] | None | Expression
    layout__alignment: Literal["auto", "fill", "leading", "center", "trailing", "firstBaseline", "lastBaseline"] | Expression
    layout__alignmentInsets: Sequence[float] | Expression
    layout__basis: float | None | Expression
    layout__compressionResistance: Sequence[float] | Expression
    layout__direction: Literal["leftToRight", "rightToLeft"] | Expression
    layout__grow: float | Expression
    layout__hugging: Sequence[float] | Expression
    layout__lift: bool | Expression
    layout__margins: Sequence[float] | Expression
    layout__maximum: float | None | Expression
    layout__minimum: float | None | Expression
    layout__origin: Literal["auto", "center", "topLeft"] | Expression
    layout__shrink: float | None | Expression
    layout__spacing: float | None | Expression
    layout__transition: str | Expression
    left: float | str | None | Expression
    length: float | None | Expression
    letterSpacing: float | Expression
    levelsOfDetail: int | Expression
    levelsOfDetailBias: int | Expression
    lifetime: float | str | Expression
    lifetimeRange: float | str | Expression
    lifts: bool | Expression
    limit__allReplies: int | Expression
    limit__bindings: int | Expression
    limit__clientBytes: int | Expression
    limit__clientLayers: int | Expression
    limit__clients: int | Expression
    limit__dataBytes: int | Expression
    limit__frameBytes: int | Expression
    limit__imageBytes: int | Expression
    limit__imagePixels: int | Expression
    limit__journalBytes: int | Expression
    limit__layers: int | Expression
    limit__line: int | Expression
    limit__outputPixels: int | Expression
    limit__replies: int | Expression
    limit__rows: int | Expression
    limit__selection: int | Expression
    limit__share: float | Expression
    limit__timers: int | Expression
    limit__undo: int | Expression
    line: str | Expression
    lineCap: Literal["butt", "round", "square"] | Expression
    lineDashPattern: Sequence[float] | Expression
    lineDashPhase: float | Expression
    lineHeight: float | Expression
    lineJoin: Literal["miter", "round", "bevel"] | Expression
    lineSpacing: float | Expression
    lineWidth: float | Expression
    lines: str | Expression
    locations: Sequence[float] | Expression
    locked: bool | Expression
    logLevel: Literal["error", "warning", "notice", "info", "debug"] | Expression
    look: str | None | Expression
    loop: bool | Expression
    magnificationFilter: Literal["linear", "nearest"] | Literal["linear", "nearest", "trilinear"] | Expression
    magnitude: float | Expression
    margin: Sequence[float] | Expression
    margins: Sequence[float] | None | Expression
    markup: str | Expression
    mask: str | None | Expression
    maskedCorners: Sequence[Literal["topLeft", "topRight", "bottomLeft", "bottomRight"]] | Expression
    masksToBounds: bool | Expression
    mass: float | Expression
    maximumLines: int | Expression
    message: str | Expression
    minificationFilter: Literal["linear", "nearest", "trilinear"] | Expression
    minificationFilterBias: float | Expression
    minimumRadius: float | Expression
    minimumScale: float | Expression
    miterLimit: float | Expression
    mode: Literal["items", "boundaries", "everything"] | str | Literal["continuous", "instantaneous", "velocity", "addVelocity"] | Expression
    monitor: str | Expression
    motion: Sequence[float] | None | Expression
    multiplier: float | Expression
    name: str | Expression
    namespace: str | Expression
    next: float | str | None | Expression
    node: str | Expression
    object: str | None | Expression
    of: str | None | Expression
    offset: Point | Expression
    offset__x: float | Expression
    offset__y: float | Expression
    opacity: float | Expression
    overscan: float | Expression
    overwrite: bool | Expression
    parent: str | None | Expression
    password: str | Expression
    passwordFile: str | Expression
    path: str | None | Expression
    paused: bool | Expression
    perceptualDuration: float | str | None | Expression
    pluginPath: str | Expression
    point: Point | Expression
    point__x: float | Expression
    point__y: float | Expression
    pointer: bool | Literal["normal", "locked", "confined"] | Expression
    port: int | Expression
    position: Point | str | None | Expression
    position__x: float | Expression
    position__y: float | Expression
    preferredMaxLayoutWidth: float | Expression
    primarySelection: str | Expression
    priority: float | Expression
    probePoint: Point | Expression
    probePoint__x: float | Expression
    probePoint__y: float | Expression
    progress: float | Expression
    property: str | Expression
    range: Sequence[float] | Expression
    rasterizationScale: float | Expression
    rate: float | Expression
    redRange: float | Expression
    redSpeed: float | Expression
    reducedMotion: bool | Expression
    reference: str | None | Expression
    refresh: float | Expression
    region: Size | Expression
    region__height: float | Expression
    region__width: float | Expression
    regionPath: str | None | Expression
    regionShape: Literal["rectangle", "ellipse", "path"] | Expression
    relation: Literal["equal", "lessThanOrEqual", "greaterThanOrEqual"] | Expression
    remote: str | Expression
    renderMode: Literal["unordered", "oldestFirst", "oldestLast", "backToFront", "additive"] | Expression
    repeatCount: float | Expression
    repeatDuration: float | str | Expression
    repeats: bool | Expression
    resistance: float | Expression
    resizes: bool | Expression
    role: Literal["toplevel", "overlay", "lock"] | Literal["toplevel", "overlay"] | Expression
    root: str | None | Expression
    rotationMode: Literal["none", "auto", "autoReverse"] | Expression
    rowHeight: float | None | Expression
    rowWidth: float | None | Expression
    scale: float | Expression
    scaleRange: float | Expression
    scaleSpeed: float | Expression
    scope: str | None | Expression
    scrollMode: Literal["none", "vertically", "horizontally", "both"] | Expression
    scrollPoint: Point | Expression
    scrollPoint__x: float | Expression
    scrollPoint__y: float | Expression
    seed: int | float | Expression
    shadowColor: str | None | Expression
    shadowOffset: Size | Expression
    shadowOffset__height: float | Expression
    shadowOffset__width: float | Expression
    shadowOpacity: float | Expression
    shadowPath: str | None | Expression
    shadowRadius: float | Expression
    shape: Literal["square", "circle"] | Expression
    shouldRasterize: bool | Expression
    showHide: bool | Expression
    size: Size | Expression
    size__height: float | Expression
    size__width: float | Expression
    smoothness: float | Expression
    socketMode: Literal["0600", "0660", "0666"] | Expression
    sortBy: str | Expression
    source: str | None | Expression
    sourcePaths: str | Expression
    spacing: float | Expression
    speed: float | Expression
    spin: float | str | Expression
    spinRange: float | str | Expression
    spring: Sequence[float] | None | Expression
    startPoint: Point | Expression
    startPoint__x: float | Expression
    startPoint__y: float | Expression
    startProgress: float | Expression
    state: str | Sequence[Literal["hover", "pressed", "focused", "disabled", "selected", "entering", "leaving", "focusVisible"]] | Expression
    stateSync: Literal["everysec", "always"] | Expression
    stiffness: float | Expression
    strength: float | Expression
    stride: int | Expression
    string: str | Expression
    strokeColor: str | None | Expression
    strokeEnd: float | Expression
    strokeStart: float | Expression
    strokeWidth: float | Expression
    style: Sequence[str] | Expression
    sublayerTransform: str | None | Expression
    sublayerTransform__rotation__x: float | str | Expression
    sublayerTransform__rotation__y: float | str | Expression
    sublayerTransform__rotation__z: float | str | Expression
    sublayerTransform__scale: float | Expression
    sublayerTransform__scale__x: float | Expression
    sublayerTransform__scale__y: float | Expression
    sublayerTransform__translation__x: float | Expression
    sublayerTransform__translation__y: float | Expression
    sublayerTransform__translation__z: float | Expression
    subtype: Literal["fromLeft", "fromRight", "fromTop", "fromBottom"] | Expression
    tabStops: Sequence[float] | Expression
    tearing: bool | Expression
    tensionValues: Sequence[float] | None | Expression
    theme: str | None | Expression
    threads: int | Expression
    tileSize: Size | Expression
    tileSize__height: float | Expression
    tileSize__width: float | Expression
    time: float | str | Expression
    timeOffset: float | str | Expression
    timing: str | Expression
    timings: Sequence[str] | None | Expression
    title: str | Expression
    tls: Literal["auto", "off", "optional", "required"] | Expression
    to: Value | str | None | Expression
    toAttribute: Literal["same", "left", "right", "top", "bottom", "width", "height", "centerX", "centerY", "firstBaseline", "lastBaseline", "leading", "trailing", "leftMargin", "rightMargin", "topMargin", "bottomMargin", "leadingMargin", "trailingMargin", "centerXWithinMargins", "centerYWithinMargins"] | Expression
    toItem: str | None | Expression
    touchSize: float | Expression
    transaction: str | Expression
    transform: str | None | Expression
    transform__rotation__x: float | str | Expression
    transform__rotation__y: float | str | Expression
    transform__rotation__z: float | str | Expression
    transform__scale: float | Expression
    transform__scale__x: float | Expression
    transform__scale__y: float | Expression
    transform__translation__x: float | Expression
    transform__translation__y: float | Expression
    transform__translation__z: float | Expression
    truncationMode: Literal["none", "start", "middle", "end"] | Expression
    type: Literal["spring", "fixed", "pin", "sliding", "limit"] | Literal["linear", "radial", "velocity", "vortex", "drag", "spring", "noise", "turbulence", "electric", "magnetic", "custom"] | Literal["axial", "radial", "conic"] | Literal["fade", "moveIn", "push", "reveal", "flip", "cube", "wipe", "curl"] | Expression
    value: str | Expression
    values: str | None | Expression
    variations: str | Expression
    velocity: float | Point | Value | None | Expression
    velocity__x: float | Expression
    velocity__y: float | Expression
    velocityRange: float | Expression
    verticalAlignment: Literal["top", "center", "bottom"] | Expression
    viewers: int | Expression
    viewport: Rectangle | None | Expression
    viewport__origin: Point | Expression
    viewport__origin__x: float | Expression
    viewport__origin__y: float | Expression
    viewport__size: Size | Expression
    viewport__size__height: float | Expression
    viewport__size__width: float | Expression
    volume: float | Expression
    watch: bool | Expression
    when: str | Expression
    where: str | Expression
    world: str | None | Expression
    zPosition: float | Expression


class AnimatedProperties(TypedDict, total=False):
    """Properties of layers that animate."""

    anchorPoint: Point | Expression
    anchorPoint__x: float | Expression
    anchorPoint__y: float | Expression
    anchorPointZ: float | Expression
    backgroundColor: str | None | Expression
    backgroundFilters: str | None | Expression
    birthRate: float | Expression
    borderColor: str | None | Expression
    borderWidth: float | Expression
    bounds: Rectangle | Expression
    bounds__origin: Point | Expression
    bounds__origin__x: float | Expression
    bounds__origin__y: float | Expression
    bounds__size: Size | Expression
    bounds__size__height: float | Expression
    bounds__size__width: float | Expression
    colors: Sequence[str] | Expression
    contentsCenter: Rectangle | Expression
    contentsCenter__origin: Point | Expression
    contentsCenter__origin__x: float | Expression
    contentsCenter__origin__y: float | Expression
    contentsCenter__size: Size | Expression
    contentsCenter__size__height: float | Expression
    contentsCenter__size__width: float | Expression
    contentsRect: Rectangle | Expression
    contentsRect__origin: Point | Expression
    contentsRect__origin__x: float | Expression
    contentsRect__origin__y: float | Expression
    contentsRect__size: Size | Expression
    contentsRect__size__height: float | Expression
    contentsRect__size__width: float | Expression
    contentsScale: float | Expression
    cornerRadius: float | Expression
    emitterPosition: Point | Expression
    emitterPosition__x: float | Expression
    emitterPosition__y: float | Expression
    emitterSize: Size | Expression
    emitterSize__height: float | Expression
    emitterSize__width: float | Expression
    endPoint: Point | Expression
    endPoint__x: float | Expression
    endPoint__y: float | Expression
    fillColor: str | None | Expression
    filters: str | None | Expression
    fontSize: float | Expression
    foregroundColor: str | None | Expression
    instanceAlphaOffset: float | Expression
    instanceBlueOffset: float | Expression
    instanceColor: str | None | Expression
    instanceCount: int | Expression
    instanceDelay: float | str | Expression
    instanceGreenOffset: float | Expression
    instanceRedOffset: float | Expression
    instanceTransform: str | None | Expression
    instanceTransform__rotation__x: float | str | Expression
    instanceTransform__rotation__y: float | str | Expression
    instanceTransform__rotation__z: float | str | Expression
    instanceTransform__scale: float | Expression
    instanceTransform__scale__x: float | Expression
    instanceTransform__scale__y: float | Expression
    instanceTransform__translation__x: float | Expression
    instanceTransform__translation__y: float | Expression
    instanceTransform__translation__z: float | Expression
    isHidden: bool | Expression
    letterSpacing: float | Expression
    lifetime: float | Expression
    lineDashPhase: float | Expression
    lineHeight: float | Expression
    lineSpacing: float | Expression
    lineWidth: float | Expression
    locations: Sequence[float] | Expression
    miterLimit: float | Expression
    opacity: float | Expression
    path: str | None | Expression
    position: Point | Expression
    position__x: float | Expression
    position__y: float | Expression
    scale: float | Expression
    scrollPoint: Point | Expression
    scrollPoint__x: float | Expression
    scrollPoint__y: float | Expression
    shadowColor: str | None | Expression
    shadowOffset: Size | Expression
    shadowOffset__height: float | Expression
    shadowOffset__width: float | Expression
    shadowOpacity: float | Expression
    shadowPath: str | None | Expression
    shadowRadius: float | Expression
    spin: float | Expression
    startPoint: Point | Expression
    startPoint__x: float | Expression
    startPoint__y: float | Expression
    strokeColor: str | None | Expression
    strokeEnd: float | Expression
    strokeStart: float | Expression
    strokeWidth: float | Expression
    sublayerTransform: str | None | Expression
    sublayerTransform__rotation__x: float | str | Expression
    sublayerTransform__rotation__y: float | str | Expression
    sublayerTransform__rotation__z: float | str | Expression
    sublayerTransform__scale: float | Expression
    sublayerTransform__scale__x: float | Expression
    sublayerTransform__scale__y: float | Expression
    sublayerTransform__translation__x: float | Expression
    sublayerTransform__translation__y: float | Expression
    sublayerTransform__translation__z: float | Expression
    tabStops: Sequence[float] | Expression
    transform: str | None | Expression
    transform__rotation__x: float | str | Expression
    transform__rotation__y: float | str | Expression
    transform__rotation__z: float | str | Expression
    transform__scale: float | Expression
    transform__scale__x: float | Expression
    transform__scale__y: float | Expression
    transform__translation__x: float | Expression
    transform__translation__y: float | Expression
    transform__translation__z: float | Expression
    variations: str | Expression
    velocity: float | Expression
    zPosition: float | Expression
