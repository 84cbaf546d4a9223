"""Scrim from Python: the standard library alone.

    from scrim import Scrim

    with Scrim() as scrim:
        scrim.put("card", "layer", frame=(40, 40, 200, 120), backgroundColor="#fff", cornerRadius=16)
        with scrim.transaction(duration=0.3):
            scrim.set("card", position__x=400, opacity=0.5)
        scrim.subscribe("tap", layer="card")
        for event in scrim.events():
            print(event.name, event["x"], event["y"])

Each verb of the protocol is a method of the same name; its words are arguments, `prop=value` are keywords. A dot in a key path is
written `__`, and behind a word that Python keeps for itself stands `_`. Values are numbers, strings, booleans, `None` for `none`,
`Expression`s, and tuples or lists for points, rectangles and lists. Replies are what the daemon sent; an error raises a subclass of
`ScrimError`. `AsyncScrim` is the same for asyncio.
"""

# `X as X` exports a name for type checkers that take nothing else for exported.
from ._asynchronous import AsyncScrim as AsyncScrim, AsyncTransaction as AsyncTransaction
from ._base import ConnectionLost as ConnectionLost, Event as Event, Expression as Expression, Pending as Pending
from ._base import ScrimError as ScrimError, line as line, socket_path as socket_path
from ._connection import Batch as Batch, Scrim as Scrim, Transaction as Transaction
from ._types import *  # noqa: F403

__version__ = "0.1.0"
