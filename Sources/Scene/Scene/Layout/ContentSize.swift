public import Geometry
import SceneTables
public import Schema

/// Sizes by content for a given width, computed from the inside out.
extension SceneLayout {
    /// The size of a layer for the available space: unspecified sides are determined by its content.
    ///
    /// `width`: available points; infinite: unlimited. Results are cached.
    public func ownSize(of slot: Slot, width: Double = .infinity) -> Size {
        let said = ownSaidSize(slot)
        guard said.hasAuto else {
            if placesAll(slot) || scene.rows[Int(slot)].flags.contains(.arranges) && hasNoSize(slot) {
                return contentSize(of: slot, width: width)
            }
            if scene.components.sizesByParts(slot), said != .zero { return Self.held(said) }
            guard scene.rows[Int(slot)].flags.contains(.measures) || scene.components.sizesByParts(slot) else {
                return Self.held(said)
            }
            return contentSize(of: slot, width: width)
        }
        if let picture = pictureSize(slot) { return Self.held(proportional(picture, said, slot, width)) }
        return Self.held(said.filled(contentSize(of: slot, width: said.width.isAuto ? width : said.width)))
    }

    /// The specified size; none for an instance that has the size of its parts.
    private func ownSaidSize(_ slot: Slot) -> Size {
        if let said = scene.layouts.said[size: slot] { return said }
        let row = scene.rows[Int(slot)]
        return row.flags.contains(.fitsContent) ? .zero : modelBounds(of: slot).size
    }

    /// The size of a layer's content. Cached.
    private func contentSize(of slot: Slot, width: Double) -> Size {
        if scene.rows[Int(slot)].flags.contains(.arranges) {
            // The pass finds the sizes of layouts, and those that constraints say have no other room.
            let isKnown = placesAll(slot) ? !width.isFinite && !scene.layouts.isSized(slot) : hasNoSize(slot)
            if isKnown { return Self.held(scene.layouts.measuredSizes[slot] ?? .zero) }
        }
        let known = scene.layouts.measured[slot]
        if width.isFinite {
            if let one = known?.inWidth, one.width == width { return one.size }
        } else if let size = known?.natural {
            return size
        }
        let size = Self.held(measure(slot, width: width))
        // Changes in layers outside of layouts are not reported; parts of an instance report only to their layout.
        if scene.components.sizesByParts(slot), !placesAll(slot) { return size }
        if scene.rows[Int(slot)].flags.contains(.isArranged) || scene.rows[Int(slot)].flags.contains(.arranges) {
            var known = scene.layouts.measured[slot] ?? MeasuredSize()
            if width.isFinite { known.inWidth = (width, size) } else { known.natural = size }
            scene.layouts.measured[slot] = known
        }
        return size
    }

    private func measure(_ slot: Slot, width: Double) -> Size {
        if scene.rows[Int(slot)].flags.contains(.arranges) { return arrangedSize(of: slot, width: width) }
        if let size = naturalSize(of: slot, width: width) { return size }
        return scene.layouts.isSized(slot) ? enclosingSize(of: slot) : saidSize(slot)
    }

    /// The size of a layout from its sublayers.
    func arrangedSize(of slot: Slot, width: Double) -> Size {
        guard placesAll(slot) else { return scene.layouts.measuredSizes[slot] ?? .zero }
        if let size = scene.lists.gridSize(of: slot) { return size }
        let sublayers = arrangedLayers(of: slot)
        if slot == scene.layouts.current { scene.layouts.participants = sublayers }
        return scene.services.arranger?.size(for: sublayers, in: width, of: slot, scene) ?? .zero
    }

    /// The size of an instance without one: that of its first part, if that is a container without a size, otherwise of
    /// all parts.
    func instanceSize(_ slot: Slot, width: Double) -> Size {
        if let first = firstContainer(of: slot), width.isFinite {
            let frame = scene.geometry.frame(of: first)
            if frame.x == 0, frame.y == 0 { return ownSize(of: first, width: width) }
        }
        return scene.components.partsFrame(of: slot).size
    }

    /// The first part of an instance, if that is a container sized by content.
    func firstContainer(of instance: Slot) -> Slot? {
        var at = scene.rows[Int(instance)].firstChild
        while at >= 0, !scene.components.isPart(at) { at = scene.rows[Int(at)].next }
        guard at >= 0, placesAll(at), hasNoSize(at) else { return nil }
        return at
    }

    /// The size, from 0,0, that encloses the frames of the visible sublayers.
    private func enclosingSize(of slot: Slot) -> Size {
        var size = Size.zero
        scene.tree.forEachChild(slot) { child in
            guard !isHidden(child) else { return }
            // Sides by content of the sublayer come first.
            if hugs(child) { hug(child) } else { _ = fittedBounds(child) }
            let frame = scene.value(child, LayerProperty.frame.id).rect
            size = Size(max(size.width, frame.maxX), max(size.height, frame.maxY))
        }
        return size
    }

    // MARK: Pictures

    /// The size of a layer's picture in points; nil for none or an unknown size.
    private func pictureSize(_ slot: Slot) -> Size? {
        guard scene.rows[Int(slot)].flags.contains(.hasContents),
            case .object(let id) = scene.value(slot, LayerProperty.contents.id), let picture = scene.slot(of: id),
            let key = scene.kind(of: picture).property(named: "size")
        else { return nil }
        let (pixels, scale) = (scene.value(picture, key).size, scene.number(slot, .contentsScale))
        guard pixels.width > 0, pixels.height > 0, scale > 0 else { return nil }
        return Size(pixels.width / scale, pixels.height / scale)
    }

    /// The picture's size with unspecified sides scaled proportionally.
    private func proportional(_ picture: Size, _ said: Size, _ slot: Slot, _ width: Double) -> Size {
        if said.width.isAuto, !said.height.isAuto {
            return Size(said.height * picture.width / picture.height, said.height)
        }
        let room = width.isFinite && isStretched(slot) ? width : picture.width
        let across = said.width.isAuto ? room : said.width
        return Size(across, across * picture.height / picture.width)
    }

    /// True for a sublayer that gets its width from a column.
    private func isStretched(_ slot: Slot) -> Bool {
        let parent = scene.rows[Int(slot)].parent
        guard scene.rows[Int(slot)].flags.contains(.isArranged), isVertical(parent) else { return false }
        let fill: UInt8 = 1
        let own = scene.value(slot, LayerProperty.layoutAlignment.id).choice
        let key = scene.kind(of: parent).property(named: "alignment")
        return own == fill || own == 0 && key.map { scene.value(parent, $0).choice == 0 } ?? false
    }

    /// True for a vertical layout.
    func isVertical(_ slot: Slot) -> Bool {
        scene.kind(of: slot).property(named: "axis").map { scene.value(slot, $0).choice == 1 } ?? false
    }

    // MARK: Participants

    func isHidden(_ slot: Slot) -> Bool {
        let flags = scene.rows[Int(slot)].flags
        return flags.contains(.isAnimated)
            ? scene.value(slot, LayerProperty.isHidden.id).boolean : flags.contains(.isHidden)
    }

    /// Participants of a layout: sublayers that are not hidden, in order.
    func arrangedLayers(of slot: Slot, withHidden: Bool = false) -> [ArrangedLayer] {
        var list: [ArrangedLayer] = []
        scene.tree.forEachChild(slot) { child in
            if !withHidden, isHidden(child) { return }
            var layer = ArrangedLayer(slot: child, size: ownSize(of: child))
            layer.shrink = givesWay(child) ? 1 : 0
            let extras = scene.rows[Int(child)].extras
            if extras >= 0 { layer.take(scene.extras[Int(extras)]) }
            list.append(layer)
        }
        return list
    }

    /// True for layers that shrink first when space is scarce: texts, lists, and layouts that contain only those.
    /// `depth`: maximum nesting of layouts; deeper ones keep their lengths.
    func givesWay(_ slot: Slot, depth: Int = 8) -> Bool {
        let row = scene.rows[Int(slot)]
        if row.kind == .each { return true }
        if scene.components.sizesByParts(slot) {
            guard depth > 0, let first = firstContainer(of: slot) else { return false }
            return givesWay(first, depth: depth - 1)
        }
        if row.flags.contains(.measures) { return true }
        guard depth > 0, row.firstChild >= 0, placesAll(slot) else { return false }
        var all = true
        scene.tree.forEachChild(slot) { if all, !isHidden($0) { all = givesWay($0, depth: depth - 1) } }
        return all
    }

    // MARK: Overflow

    /// How much the sublayers of a layout exceed its space along its axis, in points; 0 for all other layers.
    public func overflow(of slot: Slot) -> Double {
        guard placesAll(slot) else { return 0 }
        let isVertical = isVertical(slot)
        let (size, margins) = (modelBounds(of: slot).size, margins(of: slot))
        var (first, last) = (Double.infinity, -Double.infinity)
        scene.tree.forEachChild(slot) { child in
            guard !isHidden(child), !isMoved(child) else { return }
            let frame = scene.value(child, LayerProperty.frame.id).rect
            first = min(first, isVertical ? frame.minY : frame.minX)
            last = max(last, isVertical ? frame.maxY : frame.maxX)
        }
        guard last >= first else { return 0 }
        let room =
            isVertical ? size.height - margins.top - margins.bottom : size.width - margins.left - margins.right
        let more = last - first - max(0, room)
        return more > 1e-6 ? more : 0
    }

    private func margins(of slot: Slot) -> EdgeInsets {
        let key = scene.kind(of: slot).property(named: "margins")
        return EdgeInsets(key.map { scene.value(slot, $0).numbers } ?? [])
    }
}
