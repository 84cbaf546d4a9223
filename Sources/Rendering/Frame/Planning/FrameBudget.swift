import Geometry
import Schema

/// The cost of a frame's buffers, layer by layer: groups, planes, filters, shadows, backdrops, masks, clips, copies,
/// and the blend modes of drawings. In bytes of plain buffers; a buffer that takes more time per pixel counts several
/// times.
///
/// The costs follow from the scene alone, not from damage, and so does the choice of layers that go without buffers.
struct FrameBudget {
    /// Default of `limit.frameBytes`.
    static let defaultBytes = 256 << 20

    private var costs: [Slot: Int] = [:]
    /// Sum for all layers.
    private(set) var total = 0

    /// Maximum cost of one layer: a sum of 2^24 of them does not overflow.
    private static let most = 1 << 38

    func cost(of slot: Slot) -> Int { costs[slot] ?? 0 }

    mutating func set(_ slot: Slot, _ cost: Int) {
        if cost == 0, costs.isEmpty { return }
        let cost = min(cost, Self.most)
        total += cost - (costs[slot] ?? 0)
        costs[slot] = cost == 0 ? nil : cost
    }

    mutating func removeAll() {
        costs.removeAll()
        total = 0
    }
}

/// The cost of a kind of buffer relative to a plain one of the same size.
enum BufferWeight {
    /// Composited with a blend mode: by simple arithmetic, or pixel by pixel.
    static func blend(_ mode: UInt8) -> Int {
        if mode == BlendMode.normal.rawValue { return 1 }
        return BlendMode(rawValue: mode)?.isSimple == true ? 2 : 6
    }
    /// Sampled in perspective or rotated.
    static let plane = 8
    /// The blur of a shadow; filters report their own weight.
    static let blur = FilterFunction.usualWeight
    /// An operation of a drawing that casts a shadow.
    static let shadow = 6
    /// Divisor for pixels painted without a buffer.
    static let plain = 8
    /// Maximum number of pixels painted for a drawing or copies without a buffer; the rest is left out.
    static let mostPlain = 1 << 29
}
