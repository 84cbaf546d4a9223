import CXkb
import Glibc
import ScrimPluginKit

/// The keys and buttons held by a viewer, and the events for changes.
struct Keys {
    /// Maximum number of held keys; further ones are ignored.
    private static let most = 64
    /// Points scrolled by one step of a wheel.
    private static let step = 15.0

    private var held: [UInt32] = []
    private var buttons: Int32 = 0
    /// The pointer's position; nil before the first event.
    private var position: (x: Int32, y: Int32)?

    /// Bits: 1 shift, 2 control, 4 alt, 8 super.
    private var modifiers: UInt32 {
        var bits: UInt32 = 0
        for symbol in held {
            switch symbol {
            case 0xFFE1, 0xFFE2: bits |= 1
            case 0xFFE3, 0xFFE4: bits |= 2
            case 0xFFE7, 0xFFE8, 0xFFE9, 0xFFEA: bits |= 4
            case 0xFFEB, 0xFFEC: bits |= 8
            default: break
            }
        }
        return bits
    }

    private static var now: UInt64 {
        var time = timespec()
        unsafe clock_gettime(CLOCK_MONOTONIC, &time)
        return UInt64(time.tv_sec) &* 1_000_000_000 &+ UInt64(time.tv_nsec)
    }

    private func act(_ kind: Act.Kind) -> Act {
        var act = Act(kind, time: Self.now)
        // The center of the pixel.
        if let position { (act.x, act.y) = (Double(position.x) + 0.5, Double(position.y) + 0.5) }
        act.modifiers = modifiers
        return act
    }

    /// Handles a key, given by its X keysym; nil when there is no event.
    mutating func key(_ symbol: UInt32, isDown: Bool) -> Act? {
        let wasDown = held.contains(symbol)
        held.removeAll { $0 == symbol }
        guard isDown else { return wasDown ? key(symbol, .up) : nil }
        guard held.count < Self.most else { return nil }
        held.append(symbol)
        return key(symbol, wasDown ? .again : .down)
    }

    private func key(_ symbol: UInt32, _ press: Act.Press) -> Act {
        var act = act(.key)
        act.press = press
        var bytes = [CChar](repeating: 0, count: 64)
        func text(_ count: Int32) -> String {
            String(decoding: bytes.prefix(max(0, min(63, Int(count)))).map { UInt8(bitPattern: $0) }, as: UTF8.self)
        }
        act.key = unsafe text(xkb_keysym_get_name(symbol, &bytes, bytes.count))
        // With Control, a letter is a command. The count includes the zero.
        if press != .up, modifiers & 2 == 0 {
            let typed = unsafe text(xkb_keysym_to_utf8(symbol, &bytes, bytes.count) - 1)
            if !typed.unicodeScalars.contains(where: { $0.value < 32 || $0.value == 127 }) { act.text = typed }
        }
        return act
    }

    /// Handles the pointer at a pixel, with these buttons down.
    mutating func pointer(_ x: Int32, _ y: Int32, buttons mask: Int32) -> [Act] {
        var acts: [Act] = []
        if position?.x != x || position?.y != y {
            position = (x, y)
            acts.append(act(.move))
        }
        let changed = mask ^ buttons
        buttons = mask
        for bit in 0..<8 where changed & 1 << bit != 0 {
            let isDown = mask & 1 << bit != 0
            switch bit {
            case 3...6:
                guard isDown else { continue }
                var scroll = act(.scroll)
                let delta = bit % 2 == 1 ? -Self.step : Self.step
                if bit < 5 { scroll.dy = delta } else { scroll.dx = delta }
                acts.append(scroll)
            default:
                var press = act(.button)
                press.button = [0, 2, 1, 0, 0, 0, 0, 3][bit]
                press.press = isDown ? .down : .up
                acts.append(press)
            }
        }
        return acts
    }

    /// Releases all keys and buttons, because the viewer disconnects.
    mutating func release() -> [Act] {
        var acts = position.map { pointer($0.x, $0.y, buttons: 0) } ?? []
        for symbol in held.reversed() {
            if let act = key(symbol, isDown: false) { acts.append(act) }
        }
        return position == nil ? acts : acts + [act(.leave)]
    }
}
