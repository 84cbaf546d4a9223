/// A step of painting a layer. The order of the cases is the paint order, from back to front; the sublayers come
/// between `drawing` and `endClip`.
///
/// A plane is a buffer around all of them, in pixels of another grid.
enum LayerStep: UInt8 {
    case beginGroup, shadow, background, beginClip, drawing
    case endClip, border, foreground, effects, mask, endGroup
}

/// The steps that paint one layer, as a bit set in paint order.
///
/// The only definition of the order. A complete walk takes the steps from the first, before and after the sublayers; a
/// plan, which is made from front to back, takes the same steps from the last.
struct LayerSteps {
    private var bits: UInt16 = 0

    private static let behindSublayers: UInt16 = 1 << LayerStep.endClip.rawValue - 1

    init(of node: Node) {
        func add(_ step: LayerStep, _ snapshotOf: Bool) { if snapshotOf { bits |= 1 << UInt16(step.rawValue) } }
        let flags = node.flags
        add(.beginGroup, flags.contains(.isGroup))
        add(.shadow, flags.contains(.hasShadow))
        add(.background, flags.contains(.hasBackground))
        add(.beginClip, flags.contains(.cutsShape))
        add(.drawing, node.drawing >= 0)
        add(.endClip, flags.contains(.cutsShape))
        add(.border, flags.contains(.hasBorder))
        add(.foreground, flags.contains(.drawsAbove) && node.drawing >= 0)
        add(.effects, flags.contains(.hasEffects))
        add(.mask, flags.contains(.hasMask))
        add(.endGroup, flags.contains(.isGroup))
    }

    private init(bits: UInt16) { self.bits = bits }

    /// The steps before the sublayers.
    var behind: LayerSteps { LayerSteps(bits: bits & Self.behindSublayers) }
    /// The steps after the sublayers.
    var inFront: LayerSteps { LayerSteps(bits: bits & ~Self.behindSublayers) }

    /// Takes the hindmost step; nil when none is left.
    mutating func popFirst() -> LayerStep? {
        guard bits != 0 else { return nil }
        let step = UInt8(bits.trailingZeroBitCount)
        bits &= bits - 1
        return LayerStep(rawValue: step)
    }

    /// Takes the foremost step; nil when none is left.
    mutating func popLast() -> LayerStep? {
        guard bits != 0 else { return nil }
        let step = UInt8(15 - bits.leadingZeroBitCount)
        bits &= ~(1 << UInt16(step))
        return LayerStep(rawValue: step)
    }
}
