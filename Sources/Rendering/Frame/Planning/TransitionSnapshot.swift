package import Geometry
package import Scene
import SceneTables
package import Schema

/// The picture of a layer, with everything below it, before the content change that a transition shows.
package final class TransitionSnapshot {
    let layer: ObjectID
    /// Nil until the line that asked for the snapshot has created it.
    fileprivate(set) var transition: ObjectID?
    /// Nil when no part of the layer was visible.
    package let picture: (any PictureHandle)?
    /// The position of the picture's first pixel.
    package let origin: PixelPoint
    /// Maps the layer's coordinates to the pixels in which the picture was painted.
    package let world: Affine
    /// The layer's bounds at that time.
    package let bounds: Rect

    package init(_ layer: ObjectID, _ frame: SnapshotFrame, _ picture: (any PictureHandle)?) {
        self.layer = layer
        self.picture = picture
        origin = PixelPoint(frame.rect.x0, frame.rect.y0)
        (world, bounds) = (frame.world, frame.bounds)
    }

    /// Decodes the snapshot in a transition's `look`; nil for an invalid text.
    init?(_ layer: ObjectID, of transition: ObjectID, _ text: String, _ renderer: any Renderer) {
        let words = text.utf8.split(separator: UInt8(ascii: " "), omittingEmptySubsequences: false)
        let numbers = words.dropLast().compactMap { Double(String(decoding: $0, as: UTF8.self)) }
        guard words.count == Self.numbers + 1, numbers.count == Self.numbers, numbers.allSatisfy(\.isFinite),
            let width = Int(exactly: numbers[2]), let height = Int(exactly: numbers[3]),
            let x = Int32(exactly: numbers[0]), let y = Int32(exactly: numbers[1]),
            let packed = Base64.decode(String(decoding: words[Self.numbers], as: UTF8.self)),
            abs(x) <= PixelRect.limit, abs(y) <= PixelRect.limit
        else { return nil }
        let isSeen = width > 0 || height > 0
        // Snapshots are never larger.
        guard !isSeen || max(width, height) <= Self.mostPixels && width * height <= Self.mostPixels else { return nil }
        let picture = isSeen ? renderer.unpack(packed, width: width, height: height) : nil
        guard !isSeen || picture != nil else { return nil }
        (self.layer, self.transition) = (layer, transition)
        self.picture = picture
        origin = PixelPoint(x, y)
        world = Affine(numbers[4], numbers[5], numbers[6], numbers[7], numbers[8], numbers[9])
        bounds = Rect(numbers[10], numbers[11], numbers[12], numbers[13])
        self.text = text
    }

    private static let numbers = 14
    private static let mostPixels = 1 << 24

    /// The snapshot encoded as text, for the transition's `look`.
    private(set) lazy var text: String = {
        let size = picture?.size ?? .zero
        let place = [Double(origin.x), Double(origin.y), size.width, size.height]
        let map = [world.a, world.b, world.c, world.d, world.tx, world.ty]
        let numbers = place + map + [bounds.x, bounds.y, bounds.width, bounds.height]
        let packed = picture?.packed() ?? []
        return numbers.map { "\($0)" }.joined(separator: " ") + " " + Base64.encode(packed)
    }()

    /// The pixels of the grid in the picture.
    package var frame: PixelRect {
        guard let picture else { return .empty }
        return PixelRect(origin, width: picture.width, height: picture.height)
    }

    var bytes: Int { picture?.byteCount ?? 0 }
}

/// The snapshots of running transitions, by slot. A layer has at most one.
package final class TransitionSnapshots {
    private var snapshots: [Slot: TransitionSnapshot] = [:]
    /// Snapshots taken before the lines that may create their transitions.
    private var early: [Slot: TransitionSnapshot] = [:]
    package private(set) var bytes = 0
    private let renderer: any Renderer

    init(_ renderer: any Renderer) { self.renderer = renderer }

    /// Stores a snapshot for a transition of the layer that may follow.
    package func keep(_ snapshot: TransitionSnapshot) {
        if let old = early.updateValue(snapshot, forKey: snapshot.layer.index) { bytes -= old.bytes }
        bytes += snapshot.bytes
    }

    /// Assigns the stored snapshot, if any, to the transition that was created.
    package func claim(_ layer: Slot, for transition: ObjectID, _ scene: Scene) {
        // A running transition starts over from the new snapshot.
        scene.presentation.markShown(layer, LayerProperty.transitionProgress.id)
        guard let snapshot = early.removeValue(forKey: layer) else { return }
        snapshot.transition = transition
        if let old = snapshots.updateValue(snapshot, forKey: layer) { bytes -= old.bytes }
    }

    /// Releases the snapshots that no transition shows or can show any more. Call after animations were advanced.
    package func sweep(_ scene: Scene) {
        if snapshots.isEmpty, early.isEmpty { return }
        for snapshot in early.values { bytes -= snapshot.bytes }
        early.removeAll()
        for (slot, snapshot) in snapshots {
            let isAlive = scene.slot(of: snapshot.layer) != nil && snapshot.transition.flatMap(scene.slot) != nil
            if isAlive, scene.presentation.isCovered(slot, LayerProperty.transitionProgress.id) { continue }
            bytes -= snapshot.bytes
            snapshots[slot] = nil
            if scene.slot(of: snapshot.layer) != nil {
                scene.presentation.markShown(slot, LayerProperty.transitionProgress.id)
            }
        }
    }

    /// The snapshot and the transition of the layer at `slot`; nil when there is none.
    func change(of slot: Slot, _ scene: Scene) -> (snapshot: TransitionSnapshot, transition: Slot)? {
        if let snapshot = snapshots[slot], snapshot.layer == scene.id(of: slot),
            let transition = snapshot.transition.flatMap(scene.slot)
        {
            return (snapshot, transition)
        }
        return restore(slot, scene)
    }

    /// Restores the snapshot of a layer whose transition was created from lines that contain it.
    private func restore(_ slot: Slot, _ scene: Scene) -> (snapshot: TransitionSnapshot, transition: Slot)? {
        for user in scene.relations.attached(to: slot) where scene.rows[Int(user)].kind == .transition {
            guard case .string(let text)? = scene.continuation.waiting(user),
                let snapshot = TransitionSnapshot(scene.id(of: slot), of: scene.id(of: user), text, renderer)
            else { continue }
            if let old = snapshots.updateValue(snapshot, forKey: slot) { bytes -= old.bytes }
            bytes += snapshot.bytes
            return (snapshot, user)
        }
        return nil
    }

    /// The encoded snapshot with which a transition of the layer at `slot` began; nil for none.
    package func text(of transition: ObjectID, _ slot: Slot) -> String? {
        guard let snapshot = snapshots[slot], snapshot.transition == transition else { return nil }
        return snapshot.text
    }

    /// The transitions that have a snapshot.
    package var transitions: [ObjectID] { snapshots.values.compactMap(\.transition) }
}

/// The pixels in which a snapshot is painted.
package struct SnapshotFrame {
    /// In pixels of the layer's grid; empty when no part of it is visible.
    package var rect = PixelRect.empty
    var world = Affine.identity
    var bounds = Rect.zero
}
