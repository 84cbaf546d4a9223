package import Geometry

/// A sublayer as a layout sees it.
package struct ArrangedLayer: Equatable, Sendable {
    package var slot: Slot
    /// What it has by itself, in points, at least 0.
    package var size: Size
    /// `layout.grow`, at least 0.
    package var grow: Double
    /// `layout.basis`; nil when none was given.
    package var basis: Double?

    package init(slot: Slot, size: Size, grow: Double = 0, basis: Double? = nil) {
        (self.slot, self.size, self.grow, self.basis) = (slot, size, grow, basis)
    }
}

/// Who knows how layers of kinds with `arrangesSublayers` lay their sublayers out.
package protocol LayerArranger: AnyObject {
    /// A frame for each of `sublayers`, in the coordinates of the layer at `slot`, whose size is `size` and whose origin counts
    /// as 0,0; nil when it cannot.
    func frames(of sublayers: [ArrangedLayer], in size: Size, of slot: Slot, _ scene: Scene) -> [Rect]?
    /// The size in which all `sublayers` have theirs; nil when it cannot.
    func size(for sublayers: [ArrangedLayer], of slot: Slot, _ scene: Scene) -> Size?
}

/// Layers that lay out their sublayers.
///
/// Position and size of what is arranged are results: its parent's layout writes them, as if a client had set them. What the
/// client said of the size waits in `naturalSizes`, and layout goes by it alone, so doing it again changes nothing.
///
/// A layer that a behavior or a `follow` moves keeps its slot among its siblings, and is not put there.
///
/// Whatever may change a layout marks it stale; `layOut` does the stale ones, when somebody is about to look. Sizes are found
/// from below, then frames from above, each once: a layout whose own size comes out as it was stales nobody else's.
extension Scene {
    /// Brings all layouts up to date.
    package func layOut() {
        guard !staleLayouts.isEmpty, arranger != nil else { return }
        var levels = LayoutLevels()
        takeStale(into: &levels)
        // The outermost are of nobody's layout: their size is what it is.
        for level in stride(from: levels.count - 1, to: 0, by: -1) {
            for slot in levels[level] {
                let size = arranger?.size(for: arrangedLayers(of: slot), of: slot, self) ?? .zero
                guard measuredSizes.updateValue(size, forKey: slot) != size else { continue }
                needLayout(rows[Int(slot)].parent)
            }
            takeStale(into: &levels)
        }
        var level = 0
        while level < levels.count {
            for slot in levels[level] { arrange(slot) }
            // Layouts within that got another size.
            takeStale(into: &levels)
            level += 1
        }
    }

    /// True when `layOut` has something to do.
    package var needsLayout: Bool { !staleLayouts.isEmpty && arranger != nil }

    private func takeStale(into levels: inout LayoutLevels) {
        for slot in staleLayouts where rows[Int(slot)].flags.contains(.needsLayout) {
            if rows[Int(slot)].flags.intersection([.arranges, .isRemoved]) == .arranges {
                levels.add(slot, rows)
            } else {
                rows[Int(slot)].flags.remove(.needsLayout)
            }
        }
        staleLayouts.removeAll(keepingCapacity: true)
    }

    private func arrange(_ slot: Slot) {
        guard rows[Int(slot)].flags.contains(.needsLayout) else { return }
        rows[Int(slot)].flags.remove(.needsLayout)
        layoutCount += 1
        let sublayers = arrangedLayers(of: slot)
        guard !sublayers.isEmpty,
            let frames = arranger?.frames(of: sublayers, in: Self.held(bounds(of: slot).size), of: slot, self),
            frames.count == sublayers.count
        else { return }
        // What it writes is no reason to do it again.
        arranging = slot
        for (sublayer, frame) in zip(sublayers, frames) where !isMoved(sublayer.slot) {
            put(sublayer.slot, in: frame)
        }
        arranging = -1
    }

    /// What takes part in a layout: sublayers that are not hidden, in order.
    private func arrangedLayers(of slot: Slot) -> [ArrangedLayer] {
        var list: [ArrangedLayer] = []
        forEachChild(slot) { child in
            if value(child, LayerProperty.isHidden.id).boolean { return }
            var layer = ArrangedLayer(slot: child, size: ownSize(of: child))
            if rows[Int(child)].extras >= 0 {
                layer.grow = number(child, .layoutGrow)
                if case .number(let basis)? = rare(child, .layoutBasis) { layer.basis = basis }
            }
            list.append(layer)
        }
        return list
    }

    /// The size that a layer has by itself: that of its own layout, or the one that was given. `width`: how wide it can be.
    package func ownSize(of slot: Slot, width: Double = .infinity) -> Size {
        if rows[Int(slot)].flags.contains(.arranges) { return Self.held(measuredSizes[slot] ?? .zero) }
        return Self.held(naturalSize(of: slot, width: width) ?? naturalSizes[slot] ?? bounds(of: slot).size)
    }

    /// Sums of sizes are to be finite.
    private static func held(_ size: Size) -> Size {
        Size(min(max(size.width, 0), 1e9), min(max(size.height, 0), 1e9))
    }

    /// The bounds as they were set, by whomever, whatever is shown.
    private func bounds(of slot: Slot) -> Rect {
        let row = rows[Int(slot)]
        return row.flags.contains(.isAnimated) ? value(slot, LayerProperty.bounds.id).rect : row.bounds
    }

    private func put(_ slot: Slot, in frame: Rect) {
        let bounds = bounds(of: slot)
        if bounds.size != frame.size || rows[Int(slot)].flags.contains(.fitsContent) {
            noteArranged(slot)
            if naturalSizes[slot] == nil { naturalSizes[slot] = given(slot, LayerProperty.bounds.id).rect.size }
            rows[Int(slot)].flags.remove(.fitsContent)
            storeArranged(slot, Rect(bounds.x, bounds.y, frame.width, frame.height))
        }
        let anchor = value(slot, LayerProperty.anchorPoint.id).point
        let position = Point(frame.x + anchor.x * frame.width, frame.y + anchor.y * frame.height)
        assign(slot, LayerProperty.position.id, .point(position), .geometry)
    }

    /// Writes bounds as a layout wants them; the size that was given is kept by the caller.
    func storeArranged(_ slot: Slot, _ bounds: Rect) {
        let id = LayerProperty.bounds.id
        if !storeModel(slot, id, .rect(bounds)) { rows[Int(slot)].bounds = bounds }
        if isCovered(slot, id) { touchedModels.insert(ObjectProperty(slot: slot, id: id)) }
        mark(slot, .geometry)
        if rows[Int(slot)].flags.contains(.arranges) { needLayout(slot) }
        if changes.isRecording { changes.note(.changed(slot, id)) }
    }

    /// A client sets bounds whose size a layout decides.
    func giveBounds(_ slot: Slot, _ given: Rect) {
        noteArranged(slot)
        let size = bounds(of: slot).size
        naturalSizes[slot] = given.size
        storeArranged(slot, Rect(given.x, given.y, size.width, size.height))
        needLayout(rows[Int(slot)].parent)
    }

    /// Has the bounds, and the size that was given, come back when the transaction fails.
    func noteArranged(_ slot: Slot) {
        guard isJournaling else { return }
        let fits = rows[Int(slot)].flags.contains(.fitsContent)
        journal.append(.arranged(slot, bounds(of: slot), naturalSizes[slot], fits: fits))
    }

    // MARK: Marks

    /// The layout of the layer at `slot` has to be done again.
    func needLayout(_ slot: Slot) {
        guard slot != arranging, rows[Int(slot)].flags.isDisjoint(with: .needsLayout) else { return }
        rows[Int(slot)].flags.insert(.needsLayout)
        staleLayouts.append(slot)
    }

    /// A property of a layer that arranges, or is arranged, has changed.
    func layoutFollows(_ slot: Slot, _ id: PropertyID) {
        let row = rows[Int(slot)]
        let property = LayerProperty(rawValue: id.raw)
        if row.flags.contains(.arranges), property == nil || property == .bounds { needLayout(slot) }
        guard row.flags.contains(.isArranged) else { return }
        switch property {
        case nil where row.flags.contains(.measures): needLayout(row.parent)
        case .position where isMoved(slot): break
        case .position, .bounds, .anchorPoint, .isHidden, .layoutGrow, .layoutBasis: needLayout(row.parent)
        default: break
        }
    }

    /// A layer came into a list of siblings, or leaves one.
    func layoutFollows(_ slot: Slot, below parent: Slot, joins: Bool) {
        let arranges = rows[Int(parent)].flags.contains(.arranges)
        rows[Int(slot)].flags.set(.isArranged, arranges && joins)
        guard arranges else { return }
        needLayout(parent)
        // Its own size was nobody's concern until now.
        if joins, rows[Int(slot)].flags.contains(.arranges) { needLayout(slot) }
    }

    /// A kind arranges from now on, or no more: its plugin was replaced.
    func refreshArranging(_ slot: Slot) {
        let arranges = kind(of: slot).arrangesSublayers
        guard arranges || rows[Int(slot)].flags.contains(.arranges) else { return }
        rows[Int(slot)].flags.set(.arranges, arranges)
        forEachChild(slot) { rows[Int($0)].flags.set(.isArranged, arranges) }
        if arranges { needLayout(slot) }
    }
}

/// Stale layouts by how many layouts they are directly within.
private struct LayoutLevels {
    private var levels: [[Slot]] = []
    private var depths: [Slot: Int] = [:]

    var count: Int { levels.count }
    subscript(_ level: Int) -> [Slot] { levels[level] }

    mutating func add(_ slot: Slot, _ rows: [LayerRow]) {
        var path: [Slot] = []
        var at = slot
        while depths[at] == nil, rows[Int(at)].flags.contains(.isArranged) {
            path.append(at)
            at = rows[Int(at)].parent
        }
        var depth = depths[at] ?? 0
        depths[at] = depth
        for below in path.reversed() {
            depth += 1
            depths[below] = depth
        }
        while levels.count <= depth { levels.append([]) }
        levels[depth].append(slot)
    }
}
