import Constraints
import Geometry
import SceneTables
import Schema

/// The layout of a layer's sublayers by their constraints.
///
/// Applied in this order: the constraints and the content sizes of texts and stacks, by priority; then the specified
/// sizes; then the specified positions. So the solution is unique: solving again moves nothing.
struct ConstraintLayout {
    /// The result.
    struct Result {
        /// Frames of the group's items.
        var frames: [Rect] = []
        /// The size of the superlayer, if requested.
        var size = Size.zero
        /// Violations of the constraints in points, in the group's order.
        var errors: [Double] = []
    }

    /// One equation of the system.
    private struct Rule {
        var priority: Double
        var terms: [ConstraintSystem.Term] = []
        var constant = 0.0
        var relation = ConstraintSystem.Relation.equal
        /// Index of its constraint; nil for the layout's own equations.
        var constraint: Int?

        mutating func add(_ variable: Int, _ factor: Double) { terms.append(.init(variable, factor)) }
    }

    /// A sublayer with variables for the origin and the size of its frame.
    private struct Item {
        var slot: Slot
        /// The frame that was specified.
        var frame: Rect
        var position: Point
        var anchor: Point
        /// By content; nil for a specified size.
        var own: Size?
        var given: Size
        /// Axes along which something else determines the position.
        var held: AutoresizingMask
    }

    private let scene: Scene
    private let home: Slot
    private let group: ConstraintTable.Group
    private var items: [Item] = []
    private var indices: [Slot: Int] = [:]
    /// The superlayer's size; nil when it is requested.
    private let room: Size?

    /// Maximum work of one layout, in visited terms.
    private static let budget = 4_000_000
    /// Tolerance for the width of wrapped texts.
    private static let tolerance = 1e-6

    init(_ group: ConstraintTable.Group, of home: Slot, in room: Size?, _ scene: Scene) {
        (self.scene, self.home, self.group, self.room) = (scene, home, group, room)
        for slot in group.items {
            indices[slot] = items.count
            let flags = scene.rows[Int(slot)].flags
            let hugs = flags.contains(.arranges) && scene.layout.hasNoSize(slot)
            let isMoved = scene.layout.isMoved(slot)
            items.append(
                Item(
                    slot: slot, frame: saidFrame(of: slot), position: scene.layout.saidPosition(slot),
                    anchor: scene.layout.saidAnchor(slot),
                    own: flags.contains(.measures) || hugs || scene.layouts.isSized(slot)
                        ? scene.layout.ownSize(of: slot) : nil,
                    given: SceneLayout.held(scene.layout.saidSize(slot)),
                    held: isMoved ? [.horizontal, .vertical] : scene.resizing.heldByOthers(slot)))
        }
    }

    /// Solves the system; nil when that takes too much work.
    mutating func solve() -> Result? {
        guard let first = solveOnce() else { return nil }
        // Narrower texts need more lines.
        var isWrapped = false
        for (at, frame) in first.frames.enumerated() {
            guard let own = items[at].own, abs(frame.width - own.width) > Self.tolerance,
                case let size = scene.layout.ownSize(of: items[at].slot, width: frame.width),
                size.height != own.height
            else { continue }
            items[at].own = Size(own.width, size.height)
            isWrapped = true
        }
        return isWrapped ? solveOnce() : first
    }

    private func solveOnce() -> Result? {
        var system = ConstraintSystem(
            variables: 2 * items.count, positive: 2 * items.count + 2, budget: Self.budget)
        var errors = [Double](repeating: 0, count: group.constraints.count)
        for rule in rules() {
            let error = system.add(rule.terms, rule.constant, rule.relation)
            if let at = rule.constraint { errors[at] = max(errors[at], error) }
        }
        guard !system.isExhausted else { return nil }
        func snapped(_ variable: Int) -> Double {
            let value = min(max(system.value(of: variable), -1e9), 1e9)
            // Removes rounding errors from numbers that are simple in binary.
            let plain = (value * 64).rounded() / 64
            // Avoids negative zero.
            return (abs(value - plain) < 1e-9 * max(1, abs(value)) ? plain : value) + 0
        }
        var result = Result(errors: errors)
        for (at, item) in items.enumerated() {
            var frame = item.frame
            if !item.held.contains(.width) { (frame.x, frame.width) = (snapped(x(at)), snapped(width(at))) }
            if !item.held.contains(.height) { (frame.y, frame.height) = (snapped(y(at)), snapped(height(at))) }
            result.frames.append(frame)
        }
        if room == nil { result.size = Size(snapped(width(items.count)), snapped(height(items.count))) }
        return result
    }

    // MARK: Variables

    private func x(_ item: Int) -> Int { 2 * item }
    private func y(_ item: Int) -> Int { 2 * item + 1 }
    private func width(_ item: Int) -> Int { 2 * items.count + 2 * item }
    private func height(_ item: Int) -> Int { 2 * items.count + 2 * item + 1 }

    // MARK: Rules

    /// In the order in which they are applied.
    private func rules() -> [Rule] {
        var ranked: [Rule] = []
        for (at, constraint) in group.constraints.enumerated() { append(constraint, at, to: &ranked) }
        for (at, item) in items.enumerated() where item.own != nil { appendOwnSize(item, at, to: &ranked) }
        let order = ranked.indices.sorted {
            ranked[$0].priority != ranked[$1].priority ? ranked[$0].priority > ranked[$1].priority : $0 < $1
        }
        var rules = order.map { ranked[$0] }
        func keep(_ variable: Int, _ value: Double) {
            rules.append(Rule(priority: 0, terms: [.init(variable, 1)], constant: -value))
        }
        for (at, item) in items.enumerated() where item.own == nil {
            keep(width(at), item.given.width)
            keep(height(at), item.given.height)
        }
        if room == nil {
            keep(width(items.count), 0)
            keep(height(items.count), 0)
        }
        // Axes without constraints.
        for (at, item) in items.enumerated() where item.own != nil {
            keep(width(at), item.frame.width)
            keep(height(at), item.frame.height)
        }
        for (at, item) in items.enumerated() {
            rules.append(
                Rule(
                    priority: 0, terms: [.init(x(at), 1), .init(width(at), item.anchor.x)], constant: -item.position.x))
            rules.append(
                Rule(
                    priority: 0, terms: [.init(y(at), 1), .init(height(at), item.anchor.y)],
                    constant: -item.position.y))
        }
        return rules
    }

    private func append(_ constraint: Slot, _ at: Int, to rules: inout [Rule]) {
        func value(_ property: ConstraintProperty) -> Value { scene.value(constraint, property.id) }
        guard let item = scene.constraints.layer(constraint, .item) else { return }
        let relation: ConstraintSystem.Relation =
            switch value(.relation).choice {
            case 1: .lessOrEqual
            case 2: .greaterOrEqual
            default: .equal
            }
        let target = value(.toAttribute).choice
        for attribute in ConstraintAttribute.list(value(.attribute)) {
            var rule = Rule(
                priority: value(.priority).number, constant: -value(.constant).number, relation: relation,
                constraint: at)
            let toAttribute = target == 0 ? attribute : ConstraintAttribute.allCases[Int(target) - 1]
            let isMirrored =
                isRightToLeft && (attribute.dimension == .reading || toAttribute.dimension == .reading)
            append(attribute, of: item, 1, isMirrored, to: &rule)
            if let other = scene.constraints.layer(constraint, .toItem) {
                append(toAttribute, of: other, -value(.multiplier).number, isMirrored, to: &rule)
            }
            rules.append(rule)
        }
    }

    /// `layout.hugging` and `layout.compressionResistance` of a layer that is sized by content.
    private func appendOwnSize(_ item: Item, _ at: Int, to rules: inout [Rule]) {
        guard let own = item.own else { return }
        func priorities(_ property: LayerProperty) -> (Double, Double) {
            let list = scene.value(item.slot, property.id).numbers
            return (list.first ?? 0, list.last ?? 0)
        }
        let (hugging, resistance) = (priorities(.layoutHugging), priorities(.layoutCompressionResistance))
        for (variable, length, hugs, resists) in [
            (width(at), own.width, hugging.0, resistance.0), (height(at), own.height, hugging.1, resistance.1),
        ] {
            let terms = [ConstraintSystem.Term(variable, 1)]
            rules.append(Rule(priority: hugs, terms: terms, constant: -length, relation: .lessOrEqual))
            rules.append(Rule(priority: resists, terms: terms, constant: -length, relation: .greaterOrEqual))
        }
    }

    /// True for right-to-left layout: leading and trailing count from the superlayer's right edge, to the left.
    private var isRightToLeft: Bool { scene.value(home, LayerProperty.layoutDirection.id).choice == 1 }

    /// Adds an attribute of a layer times a factor; for a mirrored layer, measured from the superlayer's right edge.
    private func append(
        _ attribute: ConstraintAttribute, of slot: Slot, _ factor: Double, _ isMirrored: Bool, to rule: inout Rule
    ) {
        guard isMirrored else { return append(attribute.physical(isMirrored: false), of: slot, factor, to: &rule) }
        if let room { rule.constant += factor * room.width } else { rule.add(width(items.count), factor) }
        append(attribute.physical(isMirrored: true), of: slot, -factor, to: &rule)
    }

    private func append(_ attribute: ConstraintAttribute, of slot: Slot, _ factor: Double, to rule: inout Rule) {
        // Origin plus a fraction of the length.
        let (start, share): (Double, Double) =
            switch attribute {
            case .left, .top, .leading, .leftMargin, .topMargin, .leadingMargin: (1, 0)
            case .right, .bottom, .trailing, .rightMargin, .bottomMargin, .trailingMargin: (1, 1)
            case .centerX, .centerY, .centerXWithinMargins, .centerYWithinMargins: (1, 0.5)
            case .width, .height: (0, 1)
            case .firstBaseline, .lastBaseline: (1, baseline(attribute, of: slot) == nil ? 1 : 0)
            }
        if let baseline = baseline(attribute, of: slot) { rule.constant += factor * baseline }
        let isAcross = attribute.isAcross
        let inset = attribute.inset(EdgeInsets(scene.value(slot, LayerProperty.layoutMargins.id).numbers))
        rule.constant += factor * inset
        if slot != home {
            let insets = EdgeInsets(scene.value(slot, LayerProperty.layoutAlignmentInsets.id).numbers)
            rule.constant += factor * attribute.correction(insets)
        }
        if slot == home {
            if let room {
                rule.constant += factor * share * (isAcross ? room.width : room.height)
            } else if share != 0 {
                rule.add(isAcross ? width(items.count) : height(items.count), factor * share)
            }
        } else if let at = indices[slot], !items[at].held.contains(isAcross ? .width : .height) {
            if start != 0 { rule.add(isAcross ? x(at) : y(at), factor * start) }
            if share != 0 { rule.add(isAcross ? width(at) : height(at), factor * share) }
        } else {
            let frame = indices[slot].map { items[$0].frame } ?? frame(of: slot)
            let (origin, length) = isAcross ? (frame.x, frame.width) : (frame.y, frame.height)
            rule.constant += factor * (start * origin + share * length)
        }
    }

    /// Distance from the upper edge to a baseline; nil for another attribute. Layers without text lines use their lower
    /// edge.
    private func baseline(_ attribute: ConstraintAttribute, of slot: Slot) -> Double? {
        guard attribute == .firstBaseline || attribute == .lastBaseline else { return nil }
        let kind = scene.kind(of: slot)
        guard let id = kind.property(named: "\(attribute)"), kind[id].isDerived else { return nil }
        return scene.value(slot, id).number
    }

    /// The frame of a sublayer for layouts, without its transform; a stack without a size has its own.
    private func frame(of slot: Slot) -> Rect {
        _ = scene.layout.fittedBounds(slot)
        var size = scene.layout.modelBounds(of: slot).size
        if scene.rows[Int(slot)].flags.contains(.arranges), scene.layout.hasNoSize(slot) {
            size = scene.layout.ownSize(of: slot)
        }
        return frame(
            size, at: scene.value(slot, LayerProperty.position.id).point,
            scene.value(slot, LayerProperty.anchorPoint.id).point)
    }

    /// The specified frame of a sublayer, with its own size where none is specified.
    private func saidFrame(of slot: Slot) -> Rect {
        _ = scene.layout.fittedBounds(slot)
        let said = scene.layout.saidSize(slot)
        let size = said == .zero || said.hasAuto ? scene.layout.ownSize(of: slot) : said
        return frame(
            said == .zero ? size : said.filled(size), at: scene.layout.saidPosition(slot),
            scene.layout.saidAnchor(slot))
    }

    private func frame(_ size: Size, at position: Point, _ anchor: Point) -> Rect {
        Rect(position.x - anchor.x * size.width, position.y - anchor.y * size.height, size.width, size.height)
    }
}
