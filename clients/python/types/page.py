"""Checked by mypy --strict, not run: what is right passes, and each line with `type: ignore` would be an error without it."""

from scrim import AsyncScrim, AsyncTransaction, Batch, ConnectionLost, Event, Expression, Kind, LayerProperties, Pending, Scrim
from scrim import ScrimError, TapEvent, Transaction, UnknownObjectError, line, socket_path

kind: Kind = "layer"
look: LayerProperties = {"opacity": 0.5, "backgroundColor": Expression("$accent")}
exported: tuple[type[object], ...] = (AsyncScrim, AsyncTransaction, Batch, ConnectionLost, Event, Pending, Transaction)

with Scrim(socket_path()) as scrim:
    scrim.put("a", "layer", {"user.note": "x"}, frame=(0, 0, 1, 1), position__x=3, cornerCurve="continuous")
    scrim.put("a", "layer", cornerCurve="round")  # type: ignore[call-overload]
    scrim.set("a", frame=(1, 2, "3"))  # type: ignore[arg-type]
    scrim.subscribe("tip")  # type: ignore[arg-type]
    names: list[str] = scrim.list(kind="layer")
    for event in scrim.events():
        if isinstance(event, TapEvent):
            print(event.x, names, line("get", ["a"]))
    try:
        scrim.get("nobody")
    except UnknownObjectError as error:
        print(error)
    except ScrimError as error:
        print(error.code)
