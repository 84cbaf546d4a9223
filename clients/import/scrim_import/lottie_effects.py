"""Effects of Lottie's layers that lines can say."""
import math

from .keyframes import Channel
from .lines import number

# After Effects' numbers, as the files have them.
TINT, FILL, SHADOW, BLUR = 20, 21, 25, 29


class Effects:
    def effects(self, layer, target, time):
        for effect in layer.get("ef") or []:
            if effect.get("en", 1) == 0:
                continue
            values = {at: one.get("v") for at, one in enumerate(effect.get("ef") or []) if isinstance(one, dict)}

            def part(at, otherwise):
                value = values.get(at)
                return self.channel(value if isinstance(value, dict) else None, otherwise, time)
            kind = effect.get("ty")
            if kind == FILL:
                tint = part(2, [0, 0, 0])
                if tint.moves:
                    self.lines.leave_out("fill effects that move")
                self.only_color = [float(value) for value in tint.at(self.clock.start)[:3]]
            elif kind == BLUR:
                self.put(target, "filters", part(0, 0), lambda v: f"blur({number(max(0, self.scalar(v)) * 0.3)})")
            elif kind == SHADOW:
                self.put(target, "shadowColor", part(0, [0, 0, 0, 1]), lambda v: self.tint(list(v[:3])))
                self.put(target, "shadowOpacity", part(1, 255), lambda v: number(min(1, max(0, self.scalar(v) / 255))))
                self.put(target, "shadowRadius", part(4, 0), lambda v: number(max(0, self.scalar(v)) / 4))
                way = Channel.combined([part(2, 0), part(3, 0)], lambda angle, distance: self.away(math.radians(self.scalar(angle) - 90), self.scalar(distance)))
                self.put(target, "shadowOffset", way, lambda v: f"{number(v[0])},{number(v[1])}")
            elif kind not in (0, 5):
                # Sliders and controls only serve expressions.
                self.lines.leave_out("effects")

    @staticmethod
    def away(angle, distance):
        return distance * math.cos(angle), distance * math.sin(angle)
