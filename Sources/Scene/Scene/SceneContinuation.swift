import SceneTables
public import Schema

/// State of objects in addition to their properties: velocities in behaviors, origins of running animators, and start pictures of
/// transitions.
///
/// The controllers know it (`LayerServices`). A property with the trait `isContinuation` stores it in dumps and copies
/// of the scene, and restores it.
public struct SceneContinuation {
    let scene: Scene

    /// The value of that property of an object; nil for none.
    public func said(_ slot: Slot) -> Value? {
        let row = scene.rows[Int(slot)]
        guard row.extras >= 0 || row.flags.contains(.isTimed) else { return nil }
        if let value = scene.continuations[slot] { return value }
        // A value that was set has priority over that of the behavior. A transition that has started again has another
        // picture.
        if row.kind == .transition {
            return scene.services.looks?.look(of: slot).map { .string($0) } ?? waiting(slot)
        }
        if let value = waiting(slot) { return value }
        return row.flags.contains(.isTimed) ? scene.services.motion?.motion(of: slot).map { .numbers($0) } : nil
    }

    /// The values that are not in the scene, for a copy of it.
    var unsaid: [Slot: Value] {
        var all: [Slot: Value] = [:]
        for slot in scene.services.motion?.movers ?? [] { all[slot] = said(slot) }
        for slot in scene.services.looks?.changing ?? [] { all[slot] = said(slot) }
        return all
    }

    /// A value that was set and not taken yet.
    public func waiting(_ slot: Slot) -> Value? {
        let row = scene.rows[Int(slot)]
        guard row.extras >= 0, let id = scene.kinds[row.kind].continuation else { return nil }
        return scene.extras[Int(row.extras)].value(id)
    }

    /// Takes the numbers that were set for a behavior. Does not count as a change.
    public func takeMotion(_ slot: Slot) -> [Double]? {
        guard case .numbers(let numbers)? = waiting(slot), let id = scene.kind(of: slot).continuation else {
            return nil
        }
        scene.storage.storeShown(slot, id, .none)
        return numbers
    }

    /// Stores numbers for the next behavior that moves the layer; nil: none. Does not count as a change.
    public func put(_ slot: Slot, _ motion: [Double]?) {
        guard let id = scene.kind(of: slot).continuation else { return }
        scene.storage.storeShown(slot, id, motion.map { .numbers($0) } ?? .none)
    }
}

extension Scene {
    /// State of objects in addition to their properties.
    public var continuation: SceneContinuation { SceneContinuation(scene: self) }
}
