import ScrimPluginABI
import ScrimPluginKit

/// The arithmetic of UIStackView, along one axis and across it. Lengths in points, finite; results too.
struct StackLayout {
    enum Alignment: UInt32 { case fill, leading, center, trailing }
    enum Distribution: UInt32 { case fill, fillEqually, fillProportionally, equalSpacing, equalCentering, packed }

    struct Child {
        var size: Size
        /// Along the axis, by itself.
        var length: Double
        var grow = 0.0
    }

    struct Margins {
        var (top, left, bottom, right) = (0.0, 0.0, 0.0, 0.0)

        init() {}

        /// One for all; vertical, horizontal; top, horizontal, bottom; or, in UIEdgeInsets' order, top, left, bottom, right.
        init(_ list: [Double]) {
            guard let first = list.first else { return }
            let second = list.count > 1 ? list[1] : first
            (top, left) = (first, second)
            bottom = list.count > 2 ? list[2] : first
            right = list.count > 3 ? list[3] : second
        }
    }

    var isVertical = false
    var spacing = 0.0
    var alignment = Alignment.fill
    var distribution = Distribution.fill
    var margins = Margins()

    /// The rectangle within the margins; no side below 0.
    func inside(_ size: Size) -> Rect {
        Rect(
            x: margins.left, y: margins.top, width: max(0, size.width - margins.left - margins.right),
            height: max(0, size.height - margins.top - margins.bottom))
    }

    /// Where something `extent` high goes in a row `room` high, and how high it becomes there.
    func across(_ extent: Double, in room: Double) -> (place: Double, extent: Double) {
        switch alignment {
        case .fill: (0, room)
        case .leading: (0, extent)
        case .center: ((room - extent) / 2, extent)
        case .trailing: (room - extent, extent)
        }
    }

    /// The size in which all children have theirs.
    func size(for children: [Child]) -> Size {
        let count = Double(children.count)
        let sum = children.reduce(0) { $0 + $1.length }
        var along = 0.0
        switch distribution {
        case .fillEqually: along = count * (children.map(\.length).max() ?? 0) + gaps(children.count)
        case .equalCentering:
            // Centres as far from each other as the two need that need most.
            let step = zip(children, children.dropFirst()).map { ($0.length + $1.length) / 2 + spacing }.max() ?? 0
            let ends = (children.first?.length ?? 0) / 2 + (children.last?.length ?? 0) / 2
            along = max(0, count - 1) * step + ends
        default: along = sum + gaps(children.count)
        }
        let breadth = children.map { isVertical ? $0.size.width : $0.size.height }.max() ?? 0
        let (width, height) = isVertical ? (breadth, along) : (along, breadth)
        return Size(
            max(0, width + margins.left + margins.right), max(0, height + margins.top + margins.bottom))
    }

    private func gaps(_ count: Int) -> Double { spacing * Double(max(0, count - 1)) }

    /// Where each child begins along the axis, and how long it is.
    func spans(_ children: [Child], in room: Double) -> (starts: [Double], lengths: [Double]) {
        let lengths = lengths(children, max(0, room - gaps(children.count)))
        let gaps = gaps(lengths, in: room)
        var starts: [Double] = []
        var at = 0.0
        for (length, gap) in zip(lengths, gaps) {
            starts.append(at)
            at += length + gap
        }
        return (starts, lengths)
    }

    /// `room` is without the gaps.
    private func lengths(_ children: [Child], _ room: Double) -> [Double] {
        let own = children.map(\.length)
        let sum = own.reduce(0, +)
        let equal = [Double](repeating: room / Double(max(1, own.count)), count: own.count)
        func scaled() -> [Double] { sum > 0 ? own.map { $0 / sum * room } : equal }
        switch distribution {
        case .fillEqually: return equal
        case .fillProportionally: return scaled()
        case _ where sum > room: return scaled()
        case .fill: return grown(children, by: room - sum)
        case .packed: return own
        // One alone has no gap that could take the rest.
        case .equalSpacing, .equalCentering: return own.count == 1 ? [room] : own
        }
    }

    /// The remaining length goes to those with `layout.grow`, in its proportion; where there are none, to the last one.
    private func grown(_ children: [Child], by left: Double) -> [Double] {
        let shares = children.reduce(0) { $0 + $1.grow }
        return children.enumerated().map { at, child in
            let share = shares > 0 ? child.grow / shares : at == children.count - 1 ? 1 : 0
            return child.length + left * share
        }
    }

    /// Behind each child; the last one's means nothing.
    private func gaps(_ lengths: [Double], in room: Double) -> [Double] {
        let even = [Double](repeating: spacing, count: lengths.count)
        guard lengths.count > 1 else { return even }
        let left = room - lengths.reduce(0, +)
        let count = Double(lengths.count - 1)
        guard left > spacing * count else { return even }
        switch distribution {
        case .equalSpacing: return even.map { _ in left / count }
        case .equalCentering: return centering(lengths, left)
        default: return even
        }
    }

    /// Gaps between children whose centres are equally far from each other; but none below `spacing`: the
    /// others are smaller then.
    private func centering(_ lengths: [Double], _ left: Double) -> [Double] {
        let halves = zip(lengths, lengths.dropFirst()).map { ($0 + $1) / 2 }
        // From the longest on, as many as need it get `spacing`; the rest have their centres `step` apart.
        var rest = halves.reduce(0, +)
        var count = Double(halves.count)
        var room = left
        var step = (room + rest) / count
        for half in halves.sorted(by: >) where step - half < spacing && count > 1 {
            rest -= half
            count -= 1
            room -= spacing
            step = (room + rest) / count
        }
        return halves.map { max(spacing, step - $0) } + [0]
    }
}
