public import Geometry
import SceneTables
public import Schema

/// Layers that lay out their sublayers, and layers with a natural size such as texts.
public struct SceneLayout {
    @usableFromInline let scene: Scene

    @inlinable init(_ scene: Scene) { self.scene = scene }

    /// True for a layer moved by a behavior or by the position of a `follow`; its stack skips it.
    func isMoved(_ slot: Slot) -> Bool {
        scene.references.isNamed(slot) && scene.references.users(of: slot).contains(where: acts)
    }

    /// True when an object moves the layer that it names. A behavior moves all of its layers except its `reference`.
    func acts(_ referrer: References.Referrer) -> Bool {
        let kind = scene.rows[Int(referrer.slot)].kind
        // A removed object may be restored by its transaction or by `undo`.
        if scene.rows[Int(referrer.slot)].flags.contains(.isRemoved) { return false }
        if kind == .follow {
            return referrer.property == FollowProperty.layer.id
                && !scene.value(referrer.slot, FollowProperty.position.id).string.isEmpty
        }
        return scene.kinds[kind].family == .behavior && scene.kinds[kind][referrer.property].name != "reference"
    }

    /// The object in `slot` is being removed: its moved layers return to their stacks.
    func layoutItems(ofActor slot: Slot) {
        scene.relations.forEachNamed(by: slot) { id, target in
            guard acts(References.Referrer(slot: slot, property: id)), let layer = scene.slot(of: target),
                scene.rows[Int(layer)].flags.contains(.isArranged)
            else { return }
            needLayout(scene.rows[Int(layer)].parent)
        }
    }

    /// The position of the follow in `slot` was set or cleared: its layer leaves its stack or returns.
    func layoutFollows(follow slot: Slot) {
        guard let layer = scene.value(slot, FollowProperty.layer.id).object.flatMap({ scene.slot(of: $0) }),
            scene.rows[Int(layer)].flags.contains(.isArranged)
        else { return }
        needLayout(scene.rows[Int(layer)].parent)
    }

    /// The natural size of the layer at `slot`, for layouts; nil when its kind has none.
    public func naturalSize(of slot: Slot, width: Double = .infinity) -> Size? {
        if scene.components.sizesByParts(slot) { return instanceSize(slot, width: width) }
        return scene.rows[Int(slot)].flags.contains(.measures)
            ? scene.services.measurer?.naturalSize(of: slot, width: width, in: scene) : nil
    }

    /// Throws `value` when a kind rejects a text. Not checked in scratch scenes, which are not measured.
    public func check(_ value: Value, for id: PropertyID, of kind: Kind) throws(SceneError) {
        guard kind[id].isChecked, case .string(let text) = value,
            let reason = scene.services.measurer?.refusal(of: text, for: id, of: kind)
        else { return }
        throw SceneError(.value, "\(kind[id].name): \(reason)")
    }

    /// The specified value. Differs from `value` for values from styles, bounds without a size, laid-out positions and
    /// bounds, and frames that follow the superlayer's size.
    public func given(_ slot: Slot, _ id: PropertyID) -> Value {
        if scene.rows[Int(slot)].hints.contains(.isAutoresizing), scene.isLayer(slot), !scene.styles.isStyled(slot, id)
        {
            if let said = scene.resizing.saidValue(slot, id) { return said }
            if id == LayerProperty.autoresizingSize.id, scene.rare(slot, .autoresizingSize) == nil {
                return scene.resizing.base(of: slot).map { .size($0) } ?? .none
            }
        }
        return stored(slot, id)
    }

    /// Like `given`, except that frames which follow the superlayer's size are returned as they are.
    func stored(_ slot: Slot, _ id: PropertyID) -> Value {
        let isDefault =
            scene.styles.isStyled(slot, id)
            || id == LayerProperty.anchorPoint.id && !scene.layouts.origins.isEmpty && scene.isLayer(slot)
                && !scene.styles.isNotedAsGiven(slot, id)
        return isDefault ? scene.kinds[scene.rows[Int(slot)].kind][id].initial : computed(slot, id)
    }

    /// The value before layouts: specified, or from styles and variables.
    public func computed(_ slot: Slot, _ id: PropertyID) -> Value {
        let flags = scene.rows[Int(slot)].flags
        if id > Kind.componentScope, scene.components.isInstance(slot) { return givenParameter(slot, id) }
        if id == LayerProperty.position.id, let said = scene.layouts.said[position: slot] { return .point(said) }
        guard id == LayerProperty.bounds.id else { return scene.value(slot, id) }
        if let size = scene.layouts.said[size: slot] {
            let bounds = scene.value(slot, id).rect
            return .rect(Rect(bounds.x, bounds.y, size.width, size.height))
        }
        return flags.contains(.fitsContent) && !scene.presentation.isCovered(slot, id)
            ? .rect(givenBounds(slot)) : scene.value(slot, id)
    }

    /// The complete value as the base for setting a part: `value`, except for laid-out positions and bounds with a
    /// size.
    ///
    /// `part`: the part to set. When one side by content is set, the other remains by content.
    public func whole(_ slot: Slot, _ id: PropertyID, for part: ValuePart? = nil) -> Value {
        if id == LayerProperty.bounds.id, part == .sizeWidth || part == .sizeHeight, scene.isLayer(slot),
            hasSizeByContent(slot)
        {
            let bounds = scene.value(slot, id).rect
            return .rect(Rect(bounds.x, bounds.y, .auto, .auto))
        }
        if id == LayerProperty.position.id, let size = scene.layouts.said[size: slot], size.growsFromCorner {
            layOut()
            var position = scene.value(slot, id).point
            // A coordinate along one axis leaves the corner alone that stays along the other.
            if part == .y, size.width == .autoFromCorner { position.x = .auto }
            if part == .x, size.height == .autoFromCorner { position.y = .auto }
            return .point(position)
        }
        let isLaidOut = scene.layouts.said.isLaidOut(slot)
        let isPlace = id == LayerProperty.position.id || id == LayerProperty.bounds.id
        return isLaidOut && isPlace ? given(slot, id) : scene.value(slot, id)
    }

    /// True for a layer without a specified size that is sized by content.
    private func hasSizeByContent(_ slot: Slot) -> Bool {
        let row = scene.rows[Int(slot)]
        if row.flags.contains(.fitsContent) { return true }
        guard saidSize(slot) == .zero else { return false }
        return placesAll(slot) || row.flags.contains(.measures)
    }

    /// The specified bounds: without a size where the layer's own is shown.
    public func givenBounds(_ slot: Slot) -> Rect {
        let row = scene.rows[Int(slot)]
        guard row.flags.contains(.fitsContent) else { return row.bounds }
        return scene.components.sizesByParts(slot) ? .zero : Rect(row.bounds.x, row.bounds.y, 0, 0)
    }

    /// Updates the sizes of all changed layers that have only their natural size. Runs before each frame.
    public func fit() {
        // A resized part marks its instance, which follows the others.
        var at = 0
        while at < scene.changes.layers.unread.count {
            fit(scene.changes.layers.unread[at])
            at += 1
        }
    }

    /// Updates the size of the layer at `slot` when it has changed and has only its natural size.
    func fit(_ slot: Slot) {
        let row = scene.rows[Int(slot)]
        guard row.flags.contains(.fitsContent), !row.flags.contains(.isRemoved), !row.dirty.isEmpty else { return }
        if scene.components.sizesByParts(slot) { return fitToParts(slot) }
        // A natural size does not depend on the layer's position.
        let isUnsized = row.dirty.contains(.geometry) && row.bounds.size == .zero
        guard isUnsized || !row.dirty.isDisjoint(with: [.content, .tree]) else { return }
        guard let size = naturalSize(of: slot), size != row.bounds.size
        else { return }
        scene.rows[Int(slot)].bounds = Rect(row.bounds.x, row.bounds.y, size.width, size.height)
        scene.mark(slot, .geometry)
        if scene.changes.events.isRecording { scene.changes.events.note(.changed(slot, LayerProperty.bounds.id)) }
    }

    /// Sets the bounds of an instance to the rectangle around its parts.
    private func fitToParts(_ slot: Slot) {
        let bounds = scene.components.partsFrame(of: slot)
        guard bounds != scene.rows[Int(slot)].bounds else { return }
        scene.rows[Int(slot)].bounds = bounds
        scene.mark(slot, .geometry)
        if scene.changes.events.isRecording { scene.changes.events.note(.changed(slot, LayerProperty.bounds.id)) }
    }

    /// The value of a parameter that was set; `.none` for its default.
    private func givenParameter(_ slot: Slot, _ id: PropertyID) -> Value {
        let row = scene.rows[Int(slot)]
        if row.flags.contains(.isAnimated), let model = scene.models.value(slot, id) { return model }
        return row.extras < 0 ? .none : scene.extras[Int(row.extras)].value(id) ?? .none
    }

    /// The shown bounds, with the present natural size where that is used.
    func fittedBounds(_ slot: Slot) -> Rect {
        if scene.rows[Int(slot)].flags.contains(.fitsContent) { fit(slot) }
        return scene.rows[Int(slot)].bounds
    }

    /// The bounds in which a kind measures a layer: the specified ones, without sides by content.
    public func measuringBounds(_ slot: Slot) -> Rect {
        guard let size = scene.layouts.said[size: slot] else { return givenBounds(slot) }
        let row = scene.rows[Int(slot)]
        let filled = size.filled(.zero)
        return Rect(row.bounds.x, row.bounds.y, filled.width, filled.height)
    }

    /// Stores bounds in the slot.
    func storeBounds(_ at: Int, _ bounds: Rect) {
        scene.rows[at].bounds = bounds
        if scene.rows[at].flags.contains(.measures) { scene.rows[at].flags.set(.fitsContent, bounds.size == .zero) }
    }

    /// Updates all layouts.
    public func layOut() {
        // Layouts below layers that follow another size may need another pass; each pass goes further down.
        var passes = 0
        while needsLayout, passes < Self.mostPasses {
            LayoutPass(scene: scene).run()
            scene.resizing.settle()
            scene.resizing.settleBases()
            passes += 1
        }
    }

    /// Maximum passes per frame: layouts inside of autoresizing layers inside of layouts.
    private static let mostPasses = 64

    /// Number of layouts updated so far.
    public var layoutCount: Int { scene.layouts.count }

    /// True when `layOut` has something to do.
    public var needsLayout: Bool {
        (!scene.layouts.stale.isEmpty || scene.layouts.constraints.isStale) && scene.services.arranger != nil
            || !scene.layouts.fresh.isEmpty
    }

    /// True for a layout or a layer with a side by content that is in no other layout: it is sized by content.
    func hugs(_ slot: Slot) -> Bool {
        let row = scene.rows[Int(slot)]
        guard !row.flags.contains(.isArranged) else { return false }
        return scene.layouts.isSized(slot) || row.flags.contains(.arranges) && hasNoSize(slot)
    }

    /// True for a layer that has the size of what it holds, or a side of it.
    public func hasOwnSize(_ slot: Slot) -> Bool {
        scene.rows[Int(slot)].flags.contains(.fitsContent) || hugs(slot)
    }

    /// True for a layer that positions all of its sublayers, as a stack does; constraints alone do not.
    func placesAll(_ slot: Slot) -> Bool {
        scene.rows[Int(slot)].flags.contains(.arranges) && scene.kind(of: slot).arrangesSublayers
    }

    /// True for a layer that lays out sublayers and has neither a specified nor a natural size.
    func hasNoSize(_ slot: Slot) -> Bool {
        if !placesAll(slot), scene.rows[Int(slot)].flags.contains(.measures) || scene.components.sizesByParts(slot) {
            return false
        }
        let said = saidSize(slot)
        return said == .zero || said.hasAuto
    }

    /// Sets the content size of a layout that is in no other one, or restores its specified size.
    func hug(_ slot: Slot) {
        guard !scene.rows[Int(slot)].flags.contains(.isArranged) else { return }
        guard hugs(slot) else { return giveBackSize(slot) }
        lay(slot, size: ownSize(of: slot))
        holdCorner(slot)
    }

    /// Clamps sums of sizes to finite values.
    static func held(_ size: Size) -> Size {
        Size(min(max(size.width, 0), 1e9), min(max(size.height, 0), 1e9))
    }

    /// The model value of the bounds.
    func modelBounds(of slot: Slot) -> Rect {
        let row = scene.rows[Int(slot)]
        return row.flags.contains(.isAnimated) ? scene.value(slot, LayerProperty.bounds.id).rect : row.bounds
    }

    /// The model value of the position.
    func modelPosition(of slot: Slot) -> Point {
        let row = scene.rows[Int(slot)]
        return row.flags.contains(.isAnimated) ? scene.value(slot, LayerProperty.position.id).point : row.position
    }

    /// The model value of the anchor point.
    func modelAnchor(of slot: Slot) -> Point {
        let row = scene.rows[Int(slot)]
        return row.flags.contains(.isAnimated) ? scene.value(slot, LayerProperty.anchorPoint.id).point : row.anchorPoint
    }

    // MARK: Marks

    /// Marks the layout of the layer at `slot` as stale, and those around it that measured it.
    func needLayout(_ slot: Slot) {
        var at = slot
        while at > Scene.objectRoot || at == slot {
            let wasAsked = scene.layouts.measured[at] != nil
            if wasAsked { scene.layouts.measured[at] = nil }
            if at == scene.layouts.current { return }
            if scene.rows[Int(at)].flags.isDisjoint(with: .needsLayout) {
                scene.rows[Int(at)].flags.insert(.needsLayout)
                scene.layouts.append(at)
            } else if !wasAsked {
                return
            }
            // Layouts around a side by content follow, whether they remember its size or not.
            guard wasAsked || scene.layouts.isSized(at), let outer = container(of: at) else { return }
            at = outer
        }
    }

    /// The layer whose layout measures the one at `slot`, itself or as the first part of an instance; nil for none.
    private func container(of slot: Slot) -> Slot? {
        var at = slot
        while scene.components.isPart(at), case let parent = scene.rows[Int(at)].parent, parent > Scene.objectRoot,
            scene.components.sizesByParts(parent), scene.rows[Int(at)].flags.isDisjoint(with: .isArranged)
        {
            if scene.layouts.measured[parent] != nil { scene.layouts.measured[parent] = nil }
            at = parent
        }
        let parent = scene.rows[Int(at)].parent
        return scene.rows[Int(at)].flags.contains(.isArranged) || scene.layouts.isSized(parent) ? parent : nil
    }

    /// True for a layer in a layout that was measured since it changed.
    package func isMeasured(_ slot: Slot) -> Bool {
        !scene.layouts.measured.isEmpty && scene.layouts.measured[slot] != nil
    }

    /// Clears the cached sizes of a layer.
    func dropMeasured(_ slot: Slot) {
        if !scene.layouts.measured.isEmpty { scene.layouts.measured[slot] = nil }
    }

    /// Call when a layer with a side by content, or one of its sublayers, has changed.
    func sizeFollows(_ slot: Slot, _ flags: Dirty) {
        if scene.layouts.isSized(slot), !flags.isDisjoint(with: [.content, .geometry, .tree, .sublayers]) {
            needLayout(slot)
        }
        let parent = scene.rows[Int(slot)].parent
        if parent > Scene.objectRoot, scene.layouts.isSized(parent),
            !flags.isDisjoint(with: [.geometry, .tree, .group])
        {
            needLayout(parent)
        }
    }

    /// Call when a property of a layer that arranges or is arranged has changed.
    func layoutFollows(_ slot: Slot, _ id: PropertyID) {
        let row = scene.rows[Int(slot)]
        let property = LayerProperty(rawValue: id.raw)
        if row.flags.contains(.arranges),
            property == nil || [.bounds, .layoutMargins, .layoutDirection].contains(property)
        {
            needLayout(slot)
        }
        guard row.flags.contains(.isArranged) else { return }
        switch property {
        case nil where row.flags.contains(.measures):
            dropMeasured(slot)
            needLayout(row.parent)
        // Constraints of other layers refer to it.
        case .position where placesAll(row.parent) && isMoved(slot): break
        case .anchorPoint where scene.layouts.isSized(slot): needLayout(slot)
        case .position, .bounds, .anchorPoint, .isHidden, .layoutGrow, .layoutBasis, .layoutShrink, .layoutMinimum,
            .layoutMaximum, .layoutSpacing, .layoutAlignment, .layoutHugging, .layoutCompressionResistance,
            .layoutMargins, .layoutAlignmentInsets:
            needLayout(row.parent)
        default: break
        }
    }

    /// Call when a layer was added to or is removed from a sibling list.
    func layoutFollows(_ slot: Slot, below parent: Slot, joins: Bool) {
        let arranges = placesAll(parent)
        scene.rows[Int(slot)].flags.set(.isArranged, arranges && joins)
        if arranges || scene.layouts.isSized(parent) { needLayout(parent) }
        // Its own size was not tracked until now, or by another layout.
        if joins, scene.rows[Int(slot)].flags.contains(.arranges) { needLayout(slot) }
        if joins, !arranges { giveBack(slot) }
        scene.constraints.follow(slot)
    }

    /// Call when a kind starts or stops to arrange because its plugin was replaced.
    func refreshArranging(_ slot: Slot) {
        let arranges = scene.kind(of: slot).arrangesSublayers
        scene.constraints.touchGroup(of: slot)
        guard arranges || scene.rows[Int(slot)].flags.contains(.arranges), arranges || !scene.constraints.isGroup(slot)
        else { return }
        scene.rows[Int(slot)].flags.set(.arranges, arranges)
        scene.layouts.measured = [:]
        scene.tree.forEachChild(slot) {
            scene.rows[Int($0)].flags.set(.isArranged, arranges)
            if !arranges { giveBack($0) }
        }
        if arranges { needLayout(slot) }
    }
}

extension Scene {
    /// Layers that lay out their sublayers, and layers with a natural size such as texts.
    @inlinable public var layout: SceneLayout { SceneLayout(self) }
}
