import Geometry
import Pixels
import Scene

/// The cost of a picture's buffers, layer by layer: groups, planes, filters, shadows, backdrops, masks, clips, copies, and the
/// blend modes of drawings. In bytes of plain buffers; one that takes more time for a pixel counts several times.
///
/// The costs follow from the scene alone, never from damage; so whether a layer has its buffers does as well.
struct FrameBudget {
    /// Of `limit.frameBytes`.
    static let defaultBytes = 256 << 20

    private var costs: [Slot: Int] = [:]
    /// Of all layers.
    private(set) var total = 0

    /// The cost of one layer: a sum of 2^24 of them is a number.
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

/// How many plain buffers of the same size take the time of one.
enum BufferWeight {
    /// Composited with a blend mode: by loops of ours, or pixel by pixel.
    static func blend(_ mode: UInt8) -> Int {
        if mode == BlendMode.normal.rawValue { return 1 }
        return BlendMode(rawValue: mode)?.rowLoop == nil ? 6 : 2
    }
    /// Sampled in perspective or turned.
    static let plane = 8
    /// The blur of a shadow; filters say theirs themselves.
    static let blur = FilterChain.usualWeight
    /// An operation of a drawing with its shadow.
    static let shadow = 6
    /// Pixels painted without any buffer, as a divisor.
    static let plain = 8
    /// Pixels of a drawing, or of copies, that may be painted when there is no buffer for them; the rest is left out.
    static let mostPlain = 1 << 29
}
