package import Geometry

/// A sublayer as a layout sees it.
package struct ArrangedLayer: Equatable, Sendable {
    package var place: Int32
    /// What it has by itself, in points, at least 0.
    package var size: Size
    /// `layout.grow`, at least 0.
    package var grow: Double
    /// `layout.basis`; nil when none was given.
    package var basis: Double?

    package init(place: Int32, size: Size, grow: Double = 0, basis: Double? = nil) {
        (self.place, self.size, self.grow, self.basis) = (place, size, grow, basis)
    }
}

/// Who knows how layers of kinds with `arrangesSublayers` lay their sublayers out.
package protocol LayerArranger: AnyObject {
    /// A frame for each of `sublayers`, in the coordinates of the layer at `place`, whose size is `size` and whose origin counts
    /// as 0,0; nil when it cannot.
    func frames(of sublayers: [ArrangedLayer], in size: Size, of place: Int32, _ scene: Scene) -> [Rect]?
    /// The size in which all `sublayers` have theirs; nil when it cannot.
    func size(for sublayers: [ArrangedLayer], of place: Int32, _ scene: Scene) -> Size?
}

/// Layers that lay out their sublayers.
///
/// Position and size of what is arranged are results: its parent's layout writes them, as if a client had set them. What the
/// client said of the size waits in `naturalSizes`, and layout goes by it alone, so doing it again changes nothing.
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
            for place in levels[level] {
                let size = arranger?.size(for: arrangedLayers(of: place), of: place, self) ?? .zero
                guard measuredSizes.updateValue(size, forKey: place) != size else { continue }
                needLayout(slots[Int(place)].parent)
            }
            takeStale(into: &levels)
        }
        var level = 0
        while level < levels.count {
            for place in levels[level] { arrange(place) }
            // Layouts within that got another size.
            takeStale(into: &levels)
            level += 1
        }
    }

    /// True when `layOut` has something to do.
    package var needsLayout: Bool { !staleLayouts.isEmpty && arranger != nil }

    private func takeStale(into levels: inout LayoutLevels) {
        for place in staleLayouts where slots[Int(place)].flags.contains(.needsLayout) {
            if slots[Int(place)].flags.intersection([.arranges, .isRemoved]) == .arranges {
                levels.add(place, slots)
            } else {
                slots[Int(place)].flags.remove(.needsLayout)
            }
        }
        staleLayouts.removeAll(keepingCapacity: true)
    }

    private func arrange(_ place: Int32) {
        guard slots[Int(place)].flags.contains(.needsLayout) else { return }
        slots[Int(place)].flags.remove(.needsLayout)
        layoutCount += 1
        let sublayers = arrangedLayers(of: place)
        guard !sublayers.isEmpty,
            let frames = arranger?.frames(of: sublayers, in: Self.held(bounds(of: place).size), of: place, self),
            frames.count == sublayers.count
        else { return }
        // What it writes is no reason to do it again.
        arranging = place
        for (sublayer, frame) in zip(sublayers, frames) { put(sublayer.place, in: frame) }
        arranging = -1
    }

    /// What takes part in a layout: sublayers that are not hidden, in order.
    private func arrangedLayers(of place: Int32) -> [ArrangedLayer] {
        var list: [ArrangedLayer] = []
        forEachChild(place) { child in
            if value(child, LayerProperty.isHidden.id).boolean { return }
            var layer = ArrangedLayer(place: child, size: ownSize(of: child))
            if slots[Int(child)].extras >= 0 {
                layer.grow = number(child, .layoutGrow)
                if case .number(let basis)? = rare(child, .layoutBasis) { layer.basis = basis }
            }
            list.append(layer)
        }
        return list
    }

    /// The size that a layer has by itself: that of its own layout, or the one that was given. `width`: how wide it can be.
    package func ownSize(of place: Int32, width: Double = .infinity) -> Size {
        if slots[Int(place)].flags.contains(.arranges) { return Self.held(measuredSizes[place] ?? .zero) }
        return Self.held(naturalSize(of: place, width: width) ?? naturalSizes[place] ?? bounds(of: place).size)
    }

    /// Sums of sizes are to be finite.
    private static func held(_ size: Size) -> Size {
        Size(min(max(size.width, 0), 1e9), min(max(size.height, 0), 1e9))
    }

    /// The bounds as they were set, by whomever, whatever is shown.
    private func bounds(of place: Int32) -> Rect {
        let slot = slots[Int(place)]
        return slot.flags.contains(.isAnimated) ? value(place, LayerProperty.bounds.id).rect : slot.bounds
    }

    private func put(_ place: Int32, in frame: Rect) {
        let bounds = bounds(of: place)
        if bounds.size != frame.size || slots[Int(place)].flags.contains(.fitsContent) {
            noteArranged(place)
            if naturalSizes[place] == nil { naturalSizes[place] = given(place, LayerProperty.bounds.id).rect.size }
            slots[Int(place)].flags.remove(.fitsContent)
            storeArranged(place, Rect(bounds.x, bounds.y, frame.width, frame.height))
        }
        let anchor = value(place, LayerProperty.anchorPoint.id).point
        let position = Point(frame.x + anchor.x * frame.width, frame.y + anchor.y * frame.height)
        assign(place, LayerProperty.position.id, .point(position), .geometry)
    }

    /// Writes bounds as a layout wants them; the size that was given is kept by the caller.
    func storeArranged(_ place: Int32, _ bounds: Rect) {
        let id = LayerProperty.bounds.id
        if !storeModel(place, id, .rect(bounds)) { slots[Int(place)].bounds = bounds }
        if isCovered(place, id) { touchedModels.insert(ObjectProperty(place: place, id: id)) }
        mark(place, .geometry)
        if slots[Int(place)].flags.contains(.arranges) { needLayout(place) }
        if changes.isRecording { changes.note(.changed(place, id)) }
    }

    /// A client sets bounds whose size a layout decides.
    func giveBounds(_ place: Int32, _ given: Rect) {
        noteArranged(place)
        let size = bounds(of: place).size
        naturalSizes[place] = given.size
        storeArranged(place, Rect(given.x, given.y, size.width, size.height))
        needLayout(slots[Int(place)].parent)
    }

    /// Has the bounds, and the size that was given, come back when the transaction fails.
    func noteArranged(_ place: Int32) {
        guard isJournaling else { return }
        let fits = slots[Int(place)].flags.contains(.fitsContent)
        journal.append(.arranged(place, bounds(of: place), naturalSizes[place], fits: fits))
    }

    // MARK: Marks

    /// The layout of the layer at `place` has to be done again.
    func needLayout(_ place: Int32) {
        guard place != arranging, slots[Int(place)].flags.isDisjoint(with: .needsLayout) else { return }
        slots[Int(place)].flags.insert(.needsLayout)
        staleLayouts.append(place)
    }

    /// A property of a layer that arranges, or is arranged, has changed.
    func layoutFollows(_ place: Int32, _ id: PropertyID) {
        let slot = slots[Int(place)]
        let property = LayerProperty(rawValue: id.raw)
        if slot.flags.contains(.arranges), property == nil || property == .bounds { needLayout(place) }
        guard slot.flags.contains(.isArranged) else { return }
        switch property {
        case nil where slot.flags.contains(.measures): needLayout(slot.parent)
        case .position, .bounds, .anchorPoint, .isHidden, .layoutGrow, .layoutBasis: needLayout(slot.parent)
        default: break
        }
    }

    /// A layer came into a list of siblings, or leaves one.
    func layoutFollows(_ place: Int32, below parent: Int32, joins: Bool) {
        let arranges = slots[Int(parent)].flags.contains(.arranges)
        slots[Int(place)].flags.set(.isArranged, arranges && joins)
        guard arranges else { return }
        needLayout(parent)
        // Its own size was nobody's concern until now.
        if joins, slots[Int(place)].flags.contains(.arranges) { needLayout(place) }
    }

    /// A kind arranges from now on, or no more: its plugin was replaced.
    func refreshArranging(_ place: Int32) {
        let arranges = kind(of: place).arrangesSublayers
        guard arranges || slots[Int(place)].flags.contains(.arranges) else { return }
        slots[Int(place)].flags.set(.arranges, arranges)
        forEachChild(place) { slots[Int($0)].flags.set(.isArranged, arranges) }
        if arranges { needLayout(place) }
    }
}

/// Stale layouts by how many layouts they are directly within.
private struct LayoutLevels {
    private var levels: [[Int32]] = []
    private var depths: [Int32: Int] = [:]

    var count: Int { levels.count }
    subscript(_ level: Int) -> [Int32] { levels[level] }

    mutating func add(_ place: Int32, _ slots: [LayerSlot]) {
        var path: [Int32] = []
        var at = place
        while depths[at] == nil, slots[Int(at)].flags.contains(.isArranged) {
            path.append(at)
            at = slots[Int(at)].parent
        }
        var depth = depths[at] ?? 0
        depths[at] = depth
        for below in path.reversed() {
            depth += 1
            depths[below] = depth
        }
        while levels.count <= depth { levels.append([]) }
        levels[depth].append(place)
    }
}
