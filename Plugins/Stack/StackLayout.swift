import ScrimPluginABI
import ScrimPluginKit

/// The arithmetic of UIStackView, along one axis and across it. Lengths in points, finite; results too.
struct StackLayout {
    enum Alignment: UInt32 { case fill, leading, center, trailing, firstBaseline, lastBaseline }
    /// Rounds in which children come to their bounds; after as many the rest is left as it is, so that the time stays linear.
    private static let mostRounds = 64

    enum Distribution: UInt32 { case fill, fillEqually, fillProportionally, equalSpacing, equalCentering, packed }

    struct Child {
        var size: Size
        /// Along the axis, by itself.
        var length: Double
        var grow = 0.0
        var shrink = 1.0
        var minimum = 0.0
        var maximum = Double.infinity
        /// Behind it, in place of the stack's.
        var spacing: Double?
        /// In place of the stack's.
        var alignment: Alignment?
        /// From its upper edge to the line of text by which it is aligned; nil where there is none.
        var baseline: Double?

        /// A length within its bounds; the minimum is stronger.
        func held(_ length: Double) -> Double { max(min(length, maximum), minimum) }
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
    var isWrapped = false
    /// Between rows, or columns, of a wrapped stack.
    var lineSpacing = 0.0
    var isRightToLeft = false

    /// The rectangle within the margins; no side below 0.
    func inside(_ size: Size) -> Rect {
        Rect(
            x: margins.left, y: margins.top, width: max(0, size.width - margins.left - margins.right),
            height: max(0, size.height - margins.top - margins.bottom))
    }

    func alignment(of child: Child) -> Alignment { child.alignment ?? alignment }

    /// The same rectangle counted from the other side of `room`.
    func mirrored(_ rect: Rect, in room: Rect) -> Rect {
        Rect(
            x: 2 * room.x + room.width - rect.x - rect.width, y: rect.y, width: rect.width, height: rect.height)
    }

    /// Children that stand side by side: all, or of a wrapped stack as many as have room, at least one.
    func lines(_ children: [Child], in room: Double) -> [Range<Int>] {
        guard isWrapped else { return [0..<children.count] }
        var lines: [Range<Int>] = []
        var (start, length) = (0, 0.0)
        for (at, child) in children.enumerated() {
            let gap = at > start ? children[at - 1].spacing ?? spacing : 0
            // What arithmetic adds to a length is no length.
            if at > start, length + gap + child.length > room + 1e-9 {
                lines.append(start..<at)
                (start, length) = (at, child.length)
            } else {
                length += gap + child.length
            }
        }
        if start < children.count { lines.append(start..<children.count) }
        return lines
    }

    /// Above and below the line by which children with baselines are aligned; one without text stands on it.
    private func reach(_ children: [Child]) -> (above: Double, below: Double) {
        var (above, below) = (0.0, 0.0)
        for child in children where isOnBaseline(child) {
            let baseline = child.baseline ?? child.size.height
            (above, below) = (max(above, baseline), max(below, child.size.height - baseline))
        }
        return (above, below)
    }

    private func isOnBaseline(_ child: Child) -> Bool {
        !isVertical && (alignment(of: child) == .firstBaseline || alignment(of: child) == .lastBaseline)
    }

    /// The breadth in which all children have theirs.
    func breadth(of children: [Child]) -> Double {
        let (above, below) = reach(children)
        let others = children.map { isVertical ? $0.size.width : $0.size.height }.max() ?? 0
        return max(others, above + below)
    }

    /// Where each child of a row `room` high goes, and how high it becomes there.
    func across(_ children: [Child], in room: Double) -> [(place: Double, extent: Double)] {
        let above = reach(children).above
        return children.map { child in
            let extent = isVertical ? child.size.width : child.size.height
            return switch alignment(of: child) {
            case .fill: (0, room)
            case .center: ((room - extent) / 2, extent)
            case .trailing: (room - extent, extent)
            case .firstBaseline, .lastBaseline:
                (isOnBaseline(child) ? above - (child.baseline ?? extent) : 0, extent)
            case .leading: (0, extent)
            }
        }
    }

    /// The size in which all children have theirs.
    func size(for children: [Child]) -> Size {
        let count = Double(children.count)
        let sum = children.reduce(0) { $0 + $1.length }
        var along = 0.0
        switch distribution {
        case .fillEqually: along = count * (children.map(\.length).max() ?? 0) + gaps(children)
        case .equalCentering:
            // Centres as far from each other as the two need that need most.
            let step = zip(children, children.dropFirst()).map { ($0.length + $1.length) / 2 + spacing }.max() ?? 0
            let ends = (children.first?.length ?? 0) / 2 + (children.last?.length ?? 0) / 2
            along = max(0, count - 1) * step + ends
        default: along = sum + gaps(children)
        }
        let breadth = breadth(of: children)
        let (width, height) = isVertical ? (breadth, along) : (along, breadth)
        return Size(
            max(0, width + margins.left + margins.right), max(0, height + margins.top + margins.bottom))
    }

    /// All spaces between neighbours.
    private func gaps(_ children: [Child]) -> Double {
        children.dropLast().reduce(0) { $0 + ($1.spacing ?? spacing) }
    }

    /// Where each child begins along the axis, and how long it is.
    func spans(_ children: [Child], in room: Double) -> (starts: [Double], lengths: [Double]) {
        let lengths = lengths(children, max(0, room - gaps(children)))
        let gaps = gaps(children, lengths, in: room)
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
        let none = own.map { _ in 0.0 }
        switch distribution {
        case .fillEqually: return distribute(children, none, own.map { _ in 1 }, room)
        case .fillProportionally: return distribute(children, none, sum > 0 ? own : own.map { _ in 1 }, room)
        case _ where sum > room: return distribute(children, own, children.map { $0.shrink * $0.length }, room)
        case .fill:
            // The remaining length goes to those with `layout.grow`, in its proportion; where there are none, to the last one.
            var shares = children.map(\.grow)
            if !shares.contains(where: { $0 > 0 }), !shares.isEmpty { shares[shares.count - 1] = 1 }
            return distribute(children, own, shares, room)
        case .packed: return own
        // One alone has no gap that could take the rest.
        case .equalSpacing, .equalCentering: return own.count == 1 ? [children[0].held(room)] : own
        }
    }

    /// Lengths that fill `room`: a surplus, or a lack, goes to the children by their shares; one that comes to a bound of
    /// its length stays there, and the others take the rest (CSS Flexbox 9.7).
    private func distribute(_ children: [Child], _ own: [Double], _ shares: [Double], _ room: Double) -> [Double] {
        var lengths = own
        var isHeld = own.map { _ in false }
        for _ in 0...min(children.count, Self.mostRounds) {
            var (left, share) = (room, 0.0)
            for at in children.indices {
                left -= isHeld[at] ? lengths[at] : own[at]
                if !isHeld[at] { share += shares[at] }
            }
            var excess = 0.0
            for at in children.indices where !isHeld[at] {
                let length = own[at] + (share > 0 ? left * shares[at] / share : 0)
                lengths[at] = children[at].held(length)
                excess += lengths[at] - length
            }
            if abs(excess) < 1e-9 { return lengths }
            for at in children.indices where !isHeld[at] {
                let length = own[at] + (share > 0 ? left * shares[at] / share : 0)
                if excess > 0 ? lengths[at] > length : lengths[at] < length { isHeld[at] = true }
            }
        }
        return lengths
    }

    /// Behind each child; the last one's means nothing.
    private func gaps(_ children: [Child], _ lengths: [Double], in room: Double) -> [Double] {
        let own = children.map { $0.spacing ?? spacing }
        guard lengths.count > 1 else { return own }
        let left = room - lengths.reduce(0, +)
        guard left > gaps(children) else { return own }
        switch distribution {
        case .equalSpacing:
            // Spaces of their own stay; the others are equal.
            let free = children.dropLast().count { $0.spacing == nil }
            guard free > 0 else { return own }
            let taken = children.dropLast().reduce(0) { $0 + ($1.spacing ?? 0) }
            return children.map { $0.spacing ?? (left - taken) / Double(free) }
        case .equalCentering: return centering(lengths, left)
        default: return own
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
