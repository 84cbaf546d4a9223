"""Effects of Lottie's layers that lines can say."""
import math

from .lines import number

# After Effects' numbers, as the files have them.
TINT, FILL, SHADOW, BLUR = 20, 21, 25, 29


class Effects:
    def effects(self, layer, target, time):
        for effect in layer.get("ef") or []:
            if effect.get("en", 1) == 0:
                continue
            values = {at: one.get("v") for at, one in enumerate(effect.get("ef") or []) if isinstance(one, dict)}

            def first(at, otherwise):
                value = values.get(at)
                channel = self.channel(value if isinstance(value, dict) else None, otherwise, time)
                if channel.moves:
                    self.lines.leave_out("effects that move")
                return channel.at(self.clock.start)
            kind = effect.get("ty")
            if kind == FILL:
                self.only_color = [float(part) for part in first(2, [0, 0, 0])[:3]]
            elif kind == BLUR:
                radius = self.scalar(first(0, 0)) * 0.3
                if radius > 0:
                    self.lines.add("set", target, filters=f"blur({number(radius)})")
            elif kind == SHADOW:
                tint, alpha = first(0, [0, 0, 0, 1]), self.scalar(first(1, 255)) / 255
                angle, distance = math.radians(self.scalar(first(2, 0)) - 90), self.scalar(first(3, 0))
                self.lines.add(
                    "set", target, shadowColor=self.tint(list(tint[:3])), shadowOpacity=number(min(1, alpha)),
                    shadowOffset=f"{number(distance * math.cos(angle))},{number(distance * math.sin(angle))}",
                    shadowRadius=number(self.scalar(first(4, 0)) / 4))
            elif kind not in (0, 5):
                # Sliders and controls only serve expressions.
                self.lines.leave_out("effects")
