package import Geometry

/// A sublayer as a layout sees it.
package struct ArrangedLayer: Equatable, Sendable {
    package var slot: Slot
    /// Its own size, in points, at least 0.
    package var size: Size
    /// `layout.grow`, at least 0.
    package var grow: Double
    /// `layout.basis`; nil when none was given.
    package var basis: Double?

    package init(slot: Slot, size: Size, grow: Double = 0, basis: Double? = nil) {
        (self.slot, self.size, self.grow, self.basis) = (slot, size, grow, basis)
    }
}

/// Lays out the sublayers of layers whose kind has `arrangesSublayers`.
package protocol LayerArranger: AnyObject {
    /// A frame for each of `sublayers`, in the coordinates of the layer at `slot`, whose size is `size` and whose origin counts
    /// as 0,0; nil when it cannot.
    func frames(of sublayers: [ArrangedLayer], in size: Size, of slot: Slot, _ scene: Scene) -> [Rect]?
    /// The size in which all `sublayers` have theirs; nil when it cannot.
    func size(for sublayers: [ArrangedLayer], of slot: Slot, _ scene: Scene) -> Size?
}

/// Layers that lay out their sublayers.
///
/// Position and size of an arranged layer are results: its parent's layout writes them, as if a client had set them. What the
/// client said of the size waits in `layouts.naturalSizes`, and layout goes by it alone, so doing it again changes nothing.
///
/// A layer that a behavior or a `follow` moves keeps its position among its siblings, and is not put there.
///
/// Changes that may concern a layout mark it stale; `layOut` does the stale ones, before somebody reads. Sizes are found
/// from below, then frames from above, each once: a layout whose own size comes out as it was stales nobody else's.
extension Scene {
    /// Brings all layouts up to date.
    package func layOut() { if needsLayout { LayoutPass(scene: self).run() } }

    /// Layouts done so far.
    package var layoutCount: Int { layouts.count }

    /// True when `layOut` has something to do.
    package var needsLayout: Bool { !layouts.stale.isEmpty && arranger != nil }

    /// The size that a layer has by itself: that of its own layout, or the one that was given. `width`: how wide it can be.
    package func ownSize(of slot: Slot, width: Double = .infinity) -> Size {
        if rows[Int(slot)].flags.contains(.arranges) { return Self.held(layouts.measuredSizes[slot] ?? .zero) }
        return Self.held(
            naturalSize(of: slot, width: width) ?? layouts.naturalSizes[slot] ?? modelBounds(of: slot).size)
    }

    /// Sums of sizes are to be finite.
    static func held(_ size: Size) -> Size {
        Size(min(max(size.width, 0), 1e9), min(max(size.height, 0), 1e9))
    }

    /// The model value of the bounds.
    func modelBounds(of slot: Slot) -> Rect {
        let row = rows[Int(slot)]
        return row.flags.contains(.isAnimated) ? value(slot, LayerProperty.bounds.id).rect : row.bounds
    }

    /// Writes bounds as a layout wants them; the size that was given is kept by the caller.
    func storeArranged(_ slot: Slot, _ bounds: Rect) {
        let id = LayerProperty.bounds.id
        if !models.set(slot, id, .rect(bounds)) { rows[Int(slot)].bounds = bounds }
        if isCovered(slot, id) { changes.motion.append(.covered(ObjectProperty(slot: slot, id: id))) }
        mark(slot, .geometry)
        if rows[Int(slot)].flags.contains(.arranges) { needLayout(slot) }
        if changes.events.isRecording { changes.events.note(.changed(slot, id)) }
    }

    /// A client sets bounds whose size a layout decides.
    func giveBounds(_ slot: Slot, _ given: Rect) {
        noteArranged(slot)
        let size = modelBounds(of: slot).size
        layouts.naturalSizes[slot] = given.size
        storeArranged(slot, Rect(given.x, given.y, size.width, size.height))
        needLayout(rows[Int(slot)].parent)
    }

    /// Has the bounds, and the size that was given, come back when the transaction fails.
    func noteArranged(_ slot: Slot) {
        guard journal.isOpen else { return }
        let fits = rows[Int(slot)].flags.contains(.fitsContent)
        journal.append(.arranged(slot, modelBounds(of: slot), layouts.naturalSizes[slot], fits: fits))
    }

    // MARK: Marks

    /// The layout of the layer at `slot` has to be done again.
    func needLayout(_ slot: Slot) {
        guard slot != layouts.current, rows[Int(slot)].flags.isDisjoint(with: .needsLayout) else { return }
        rows[Int(slot)].flags.insert(.needsLayout)
        layouts.append(slot)
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
