package import Geometry
import Scene
import SceneTables
package import Schema

extension Plane {
    /// A running transition of the layer: its snapshot, and how to combine it with the plane's picture, which is the
    /// new one.
    package struct Change: Equatable, Sendable {
        package let style: TransitionProperty.Style
        package let side: TransitionProperty.Side
        /// May be outside 0…1.
        package let progress: Double
        package let old: OldPicture?
        /// True when the new picture is visible.
        package let showsNew: Bool
        /// Maps the layer's coordinates to the pixels of the enclosing space, ignoring the transition's motion.
        package let map: Projective
        /// The layer's bounds.
        package let bounds: Rect
        /// True when both pictures are clipped to the layer's rounded bounds.
        package let isClipped: Bool
        /// Maps the grid to the enclosing space, ignoring the transition's motion.
        let rest: Projective
        /// The area in which anything but the new picture may be visible.
        let seen: PixelRect

        /// The area of the old picture and of both bounds, in which blend modes, backgrounds and shadows may change the
        /// backdrop.
        fileprivate static func seen(_ old: OldPicture?, _ bounds: Rect, _ map: Projective) -> PixelRect {
            var seen = PixelRect(covering: map.boundingBox(bounds)).outset(1)
            guard let old else { return seen }
            seen = seen.union(PixelRect(covering: map.boundingBox(old.snapshot.bounds)).outset(1))
            return seen.union(
                PixelRect(covering: old.placement.boundingBox(old.snapshot.frame.outset(2).rect)).outset(1))
        }

        /// The old picture and its placement.
        package struct OldPicture: Equatable, @unchecked Sendable {
            package let snapshot: TransitionSnapshot
            /// Maps the snapshot's pixels to those of the space.
            package let placement: Projective

            package static func == (a: OldPicture, b: OldPicture) -> Bool {
                a.snapshot === b.snapshot && a.placement == b.placement
            }
        }
    }

    /// The snapshot with which a transition begins, and its progress.
    struct ChangeSource {
        let snapshot: TransitionSnapshot
        let style: TransitionProperty.Style
        let side: TransitionProperty.Side
        let progress: Double
    }

    /// The plane of a flat, untransformed layer: its grid consists of the pixels of the enclosing space.
    static func inPlace() -> Plane? { Plane(Projective(.identity as Affine), ImageFilters(), around: .zero) }

    /// The same plane during a transition of its layer, which is `node`.
    func changing(_ source: ChangeSource, _ node: Node, clips: Bool) -> Plane {
        let (style, p, snapshot) = (source.style, source.progress, source.snapshot)
        let before = snapshot.picture == nil ? node.bounds : snapshot.bounds
        let motion = TransitionMotion(style, source.side, from: before, to: node.bounds)
        let map = placement.concat(Projective(node.world))
        // The map of one of the pictures in the layer's coordinates; nil without motion.
        func moved(isComing: Bool) -> Projective? {
            if let turn = motion.turn(isComing: isComing) { return Projective(turn.map(at: p)) }
            guard style == .push || style == (isComing ? .moveIn : .reveal) else { return nil }
            let away = motion.way * (isComing ? p - 1 : p)
            return Projective(.translation(away.x, away.y) as Affine)
        }
        let middle = node.world.apply(node.bounds.origin + Point(node.bounds.width, node.bounds.height) * 0.5)
        var new: Plane? = p >= style.comes ? self : nil
        if new != nil, let moved = moved(isComing: true), let back = node.world.inverse {
            new = Plane(map.concat(moved).concat(Projective(back)), filters, around: middle)
        }
        var old: Change.OldPicture?
        if p < style.leaves, snapshot.picture != nil, let back = snapshot.world.inverse {
            let moved = moved(isComing: false)
            let isSame = moved == nil && snapshot.world == node.world
            let whole = moved.map { map.concat($0) } ?? map
            old = Change.OldPicture(snapshot: snapshot, placement: isSame ? placement : whole.concat(Projective(back)))
        }
        var plane = new ?? self
        plane.change = Change(
            style: style, side: source.side, progress: p, old: old, showsNew: new != nil, map: map, bounds: node.bounds,
            isClipped: clips && style.staysInside, rest: placement,
            seen: Change.seen(old, node.bounds, map))
        return plane
    }

    /// The placement outside of a transition.
    package var resting: Plane {
        guard let change, var plane = Plane(change.rest, filters, around: picture.pixels.rect.origin) else {
            return self
        }
        plane.picture = picture
        return plane
    }

    /// The same transition in the pixels of the plane's own grid, in which its layer has the map `world`.
    func inGrid(_ world: Affine) -> Plane {
        let identity = Projective(.identity as Affine)
        guard let change, let back = change.rest.inverse else {
            var plane = Plane(identity, ImageFilters(), around: .zero) ?? self
            plane.picture = picture
            return plane
        }
        let placement = change.showsNew ? back.concat(placement) : identity
        var plane = Plane(placement, filters, around: picture.pixels.rect.origin) ?? self
        plane.picture = picture
        let old = change.old.map { Change.OldPicture(snapshot: $0.snapshot, placement: back.concat($0.placement)) }
        plane.change = Change(
            style: change.style, side: change.side, progress: change.progress, old: old, showsNew: change.showsNew,
            map: Projective(world), bounds: change.bounds, isClipped: change.isClipped, rest: identity,
            seen: Change.seen(old, change.bounds, Projective(world)))
        return plane
    }
}

extension LayerReader {
    /// The source of the layer's running transition; nil without one. Copies show the final state.
    func changeSource(_ slot: Slot, _ row: LayerRow, _ around: InheritedState) -> Plane.ChangeSource? {
        guard row.flags.contains(.isChanging), around.copies == 0, row.kind != .transformLayer,
            around.nesting < Self.maxNesting - 3,
            let (snapshot, transition) = drawings.snapshots.change(of: slot, scene)
        else { return nil }
        func choice(_ property: TransitionProperty) -> UInt8 { scene.value(transition, property.id).choice }
        return Plane.ChangeSource(
            snapshot: snapshot, style: TransitionProperty.Style(rawValue: choice(.type)) ?? .fade,
            side: TransitionProperty.Side(rawValue: choice(.subtype)) ?? .fromLeft,
            progress: view.number(slot, .transitionProgress))
    }

    /// The plane in which a layer is painted for a transition or a snapshot; otherwise its plane as read, if any.
    func plane(_ flattening: Flattening, _ source: Plane.ChangeSource?, _ row: LayerRow, _ node: inout Node)
        -> Flattening
    {
        var flattening = flattening
        if flattening == .none, let plane = Plane.inPlace() {
            node.flags.formUnion([.isPlane, .isGroup])
            flattening = .plane(plane)
        }
        guard let source, case .plane(let plane) = flattening else { return flattening }
        return .plane(plane.changing(source, node, clips: row.flags.contains(.masksToBounds)))
    }
}
