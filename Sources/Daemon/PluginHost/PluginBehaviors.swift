package import Geometry
import Scene
import SceneTables
package import Schema
import ScrimPluginABI

/// Runs the behaviors of plugins: keeps their engines up to date, steps them, and moves layers.
///
///     sync(at: time)      takes up behaviors and items that were made, changed, moved by others or removed
///     advance(to: time)   goes on, and puts items where the engines say
///
/// Changes at a time are taken up after the engines have stepped to it, so that motions do not depend on the times of frames.
/// A call that fails is a strike for the kind of behavior that came first.
package final class PluginBehaviors: ItemMotion {
    /// Two things began to touch, or stopped touching.
    package struct Contact: Sendable {
        package var behavior: Slot
        package var first: Slot
        /// Nil for a boundary.
        package var second: Slot?
        package var boundary: String
        /// In the coordinates of the first item's parent.
        package var point: Point
        package var began: Bool
    }

    /// The state of an item as sent to the engine.
    private struct Known {
        var object: ObjectID
        /// The position last set, by the engine or otherwise.
        var at: ItemGeometry
        /// The angle last set, in radians; it may exceed the range that can be read back.
        var angle: Double
        /// The transform set by others, to which the rotation is applied.
        var base: Transform3D
        /// The parent at that time: another parent has other coordinates.
        var parent: Slot
        /// From the parent's coordinates to the root's, at that time: what moves the parent later moves no item.
        var outer: Affine
    }

    /// A plugin's engine, shared by all of its behaviors.
    @safe
    private final class Engine {
        let kind: PluginKind
        let table: scrim_behavior
        var pointer: UnsafeMutableRawPointer?
        /// By slot of the layer.
        var items: [Slot: Known] = [:]
        var moves = false

        init(_ kind: PluginKind, _ table: scrim_behavior) {
            self.kind = kind
            self.table = table
        }

        /// True when it ended with its process.
        var isLost: Bool {
            kind.lifecycle.state == .active && kind.plugin.isolated.map { !$0.hasEngine } ?? false
        }
    }

    private let calls: PluginCalls
    private let scene: Scene
    /// Cursor in the scene's changes.
    private let cursor: ChangeCursor
    /// By plugin; only a few.
    private var engines: [Engine] = []
    private var behaviors: [Slot: (object: ObjectID, engine: Engine)] = [:]
    private var contacts: [Contact] = []
    /// Items new to an engine that may have a stored motion.
    private var placed: [Slot] = []
    private var time = 0.0
    /// Scene time, in seconds, that engines skipped because it was too much work; for each step, the maximum of all
    /// engines.
    package private(set) var skippedTime = 0.0

    init(_ calls: PluginCalls, _ scene: Scene) {
        self.calls = calls
        self.scene = scene
        cursor = scene.changes.behaviors.open()
        scene.services.motion = self
    }

    /// True when the scene has changes that were not read.
    private var isStale: Bool { scene.news.hasBehaviorChanges(for: cursor) }

    /// True while something moves by itself, so that the next frame differs.
    package var isMoving: Bool { isStale || engines.contains { $0.moves || $0.isLost } }

    /// True when contacts began or ended since the last call of `takeContacts`.
    package var hasContacts: Bool { !contacts.isEmpty }

    /// The contacts that began or ended since the last call, in order.
    package func takeContacts() -> [Contact] {
        defer { contacts.removeAll(keepingCapacity: true) }
        return contacts
    }

    /// Reads changed objects at a scene time. Not allowed within a transaction.
    package func sync(at time: Double) {
        if engines.contains(where: \.isLost) { replaceLost() }
        // Items are where their layouts have them.
        if isStale { scene.layout.layOut() }
        // Handling a change may cause another: an impulse is reset.
        var rounds = 0
        while isStale, rounds < 4 {
            rounds += 1
            let (touched, marked) = scene.changes.behaviors.take(cursor)
            let moved = marked.filter(isElsewhere)
            let resumed = marked.contains { scene.continuation.waiting($0) != nil }
            if touched.isEmpty, moved.isEmpty, !resumed { continue }
            step(to: time, except: moved)
            for slot in moved { takeItem(slot) }
            for slot in touched { takeBehavior(slot) }
            for slot in touched + marked + placed { resume(slot) }
            placed = []
            // The effects appear with the next step.
            for engine in engines { engine.moves = true }
        }
    }

    /// Advances to a scene time. Not allowed within a transaction.
    package func advance(to time: Double) {
        sync(at: time)
        step(to: time, except: [])
    }

    // MARK: Taking up

    /// True when an item was removed, or moved by something other than its engine; animations do not count.
    private func isElsewhere(_ slot: Slot) -> Bool {
        engines.contains { engine in
            guard let known = engine.items[slot] else { return false }
            return scene.slot(of: known.object) == nil || scene.presentation.itemGeometry(of: slot) != known.at
                || scene.rows[Int(slot)].parent != known.parent
        }
    }

    private func takeItem(_ slot: Slot) {
        for engine in engines {
            guard let known = engine.items[slot] else { continue }
            if scene.slot(of: known.object) != nil {
                self.slot([slot], engine)
            } else {
                engine.items[slot] = nil
                call(engine, "remove") { unsafe engine.table.remove?(engine.pointer, known.object.bits) ?? 0 }
            }
        }
    }

    private func takeBehavior(_ slot: Slot) {
        let object = scene.id(of: slot)
        let isThere = scene.slot(of: object) != nil
        if let known = behaviors[slot], !isThere || known.object != object {
            behaviors[slot] = nil
            let engine = known.engine
            call(engine, "remove") { unsafe engine.table.remove?(engine.pointer, known.object.bits) ?? 0 }
        }
        guard isThere, let kind = calls.kind(scene.rows[Int(slot)].kind),
            case .behavior(let table)? = kind.contract?.table, let engine = engine(kind, table)
        else { return }
        behaviors[slot] = (object, engine)
        let items = scene.relations.namedObjects(by: slot).filter { scene.isLayer($0) && engine.items[$0] == nil }
        if !items.isEmpty { self.slot(items, engine) }
        placed += items
        call(engine, "change", kind, slot, object.bits) {
            unsafe table.change?(engine.pointer, calls.table.host, kind.contract?.context, object.bits) ?? 0
        }
    }

    /// The engine of the kind's plugin, created if necessary; nil when that fails.
    private func engine(_ kind: PluginKind, _ table: scrim_behavior) -> Engine? {
        guard kind.lifecycle.apply(.use) else { return nil }
        if let engine = engines.first(where: { $0.kind.plugin === kind.plugin }) { return engine }
        let engine = Engine(kind, table)
        let made = call(engine, "create") {
            unsafe table.create?(calls.table.host, kind.contract?.context, &engine.pointer) ?? 0
        }
        guard made else { return nil }
        engines.append(engine)
        slot([Scene.root], engine)
        // Its time begins now, not at 0.
        step(engine, except: [])
        return engine
    }

    /// Tells an engine where items are. `outer`: the map of their parent that is to be used; nil: the present one.
    private func slot(_ slots: [Slot], _ engine: Engine, outer: Affine? = nil) {
        var items = [scrim_item]()
        for slot in slots {
            scene.presentation.watch(slot)
            let (geometry, object) = (scene.presentation.itemGeometry(of: slot), scene.id(of: slot))
            // An angle that was not set by others is taken from the engine, because reading it back is less precise.
            let known = engine.items[slot].flatMap { $0.object == object && $0.at.angle == geometry.angle ? $0 : nil }
            let angle = known?.angle ?? geometry.angle
            let parent = scene.rows[Int(slot)].parent
            let outer = outer ?? outerMap(of: slot)
            let transform = transform(of: slot)
            // What was turned here is turned further from the same one.
            let base = known.flatMap { $0.base.setting(.rotationZ, to: $0.angle) == transform ? $0.base : nil }
            engine.items[slot] = Known(
                object: object, at: geometry, angle: angle, base: base ?? transform, parent: parent, outer: outer)
            let item = scrim_item(
                object: object.bits, center: scrim_point(x: geometry.center.x, y: geometry.center.y),
                angle: angle, bounds: scrim_rect(geometry.bounds),
                outer: scrim_affine(outer),
                inner: scrim_affine(scene.geometry.toRoot(slot)))
            items.append(item)
            if slot == Scene.root {
                var item = item
                item.object = 0
                items.append(item)
            }
        }
        unsafe items.withUnsafeBufferPointer { list in
            guard let first = list.baseAddress else { return }
            _ = call(engine, "place") { unsafe engine.table.place?(engine.pointer, first, UInt64(list.count)) ?? 0 }
        }
    }

    private func outerMap(of slot: Slot) -> Affine {
        let parent = scene.rows[Int(slot)].parent
        return parent > Scene.objectRoot ? scene.geometry.toRoot(parent) : .identity
    }

    private func transform(of slot: Slot) -> Transform3D { scene.value(slot, LayerProperty.transform.id).transform }

    // MARK: Going on

    private func step(to time: Double, except: [Slot]) {
        self.time = max(self.time, time)
        let skipped = Set(except)
        var left = 0.0
        for engine in engines where engine.kind.lifecycle.state == .active {
            left = max(left, step(engine, except: skipped))
        }
        skippedTime += left
    }

    /// Advances an engine to `time` and moves its items. Returns the seconds that it skipped.
    @discardableResult
    private func step(_ engine: Engine, except skipped: Set<Slot>) -> Double {
        var step = unsafe scrim_step()
        unsafe step.size = UInt32(MemoryLayout<scrim_step>.size)
        unsafe step.time = time
        let isFine = call(engine, "step") {
            unsafe engine.table.step?(engine.pointer, calls.table.host, &step) ?? 0
        }
        engine.moves = unsafe isFine && step.moves != 0
        guard isFine else { return 0 }
        scene.presentation.moveItems {
            let motions = unsafe Self.list(step.motions, step.motion_count)
            for at in motions.indices { unsafe move(motions[at], engine, skipped) }
        }
        let list = unsafe Self.list(step.contacts, step.contact_count)
        for at in list.indices { unsafe note(list[at]) }
        let left = unsafe step.skipped
        return left.isFinite ? max(0, left) : 0
    }

    /// What an engine gave; empty when it gave a count alone.
    private static func list<T>(_ start: UnsafePointer<T>?, _ count: UInt64) -> UnsafeBufferPointer<T> {
        unsafe UnsafeBufferPointer(start: start, count: start == nil ? 0 : Int(clamping: count))
    }

    private func move(_ motion: scrim_motion, _ engine: Engine, _ skipped: Set<Slot>) {
        let object = ObjectID(bits: motion.object)
        let slot = object.index
        // Looked up once, for scenes in which thousands of items move in each frame.
        guard let place = engine.items.index(forKey: slot), scene.slot(of: object) != nil else { return }
        let known = engine.items.values[place]
        guard known.object == object else { return }
        guard motion.center.x.isFinite, motion.center.y.isFinite, motion.angle.isFinite else { return }
        var (center, angle) = (Point(motion.center.x, motion.center.y), motion.angle)
        if skipped.contains(slot) {
            // What was not set by others goes on.
            guard scene.rows[Int(slot)].parent == known.parent else { return }
            let now = scene.presentation.itemGeometry(of: slot)
            if now.center != known.at.center { center = now.center }
            if now.angle != known.at.angle { angle = now.angle }
        }
        // An angle that others set is in the transform.
        let isTurned = known.angle != angle && motion.angle == angle
        var turned = isTurned ? known.base.setting(.rotationZ, to: angle) : nil
        // A transform that cannot be decomposed stays unchanged.
        if turned?.isFinite == false { turned = nil }
        scene.presentation.moveItem(slot, center, angle, turned: turned)
        engine.items.values[place].at = scene.presentation.itemGeometry(of: slot)
        engine.items.values[place].angle = angle
    }

    private func note(_ contact: scrim_contact) {
        func find(_ bits: UInt64) -> Slot? { scene.slot(of: ObjectID(bits: bits)) }
        guard contacts.count < 65_536, let behavior = unsafe find(contact.behavior),
            let first = unsafe find(contact.first)
        else { return }
        let second = unsafe find(contact.second)
        let boundary = (try? unsafe readText(contact.boundary, "a boundary")) ?? ""
        guard unsafe second != nil || contact.second == 0 else { return }
        contacts.append(
            Contact(
                behavior: behavior, first: first, second: second, boundary: boundary,
                point: unsafe Point(contact.point.x, contact.point.y), began: unsafe contact.began != 0))
    }

    // MARK: Asking

    /// The velocity of an item, in points and radians per second; nil for a layer that no behavior moves.
    package func velocity(of slot: Slot) -> (linear: Point, angular: Double)? {
        for engine in engines {
            guard let known = engine.items[slot], let ask = unsafe engine.table.velocity,
                engine.kind.lifecycle.state == .active, !engine.isLost
            else { continue }
            var velocity = scrim_velocity()
            let status = calls.timed(engine.kind.plugin) {
                calls.services.call.begin(engine.kind, -1, nil, object: 0)
                defer { calls.services.call.end() }
                return unsafe ask(engine.pointer, known.object.bits, &velocity)
            }
            guard status == 0 else { continue }
            let (linear, angular) = (Point(velocity.linear.x, velocity.linear.y), velocity.angular)
            if linear.x.isFinite, linear.y.isFinite, angular.isFinite { return (linear, angular) }
        }
        return nil
    }

    // MARK: Motion

    /// The stored motion of an item or a behavior. For an item: its angle, the number of following numbers that make up
    /// the rotated transform (0: the current one; 1: the identity; 16: a matrix), these numbers, and the engine's
    /// numbers. 32 more: before those are the six of its parent's map, which has changed since.
    package func motion(of slot: Slot) -> [Double]? {
        if let known = behaviors[slot] { return saved(known.object, known.engine) }
        for engine in engines {
            guard let known = engine.items[slot], let numbers = saved(known.object, engine) else { continue }
            let base = transform(of: slot) == known.base ? [] : known.base == .identity ? [1] : known.base.numbers
            let outer = outerMap(of: slot) == known.outer ? [] : known.outer.numbers
            return [known.angle, Double(base.count + (outer.isEmpty ? 0 : Self.withOuter))] + base + outer + numbers
        }
        return nil
    }

    private static let withOuter = 32

    package var movers: [Slot] { behaviors.keys + engines.flatMap(\.items.keys) }

    private func saved(_ object: ObjectID, _ engine: Engine) -> [Double]? {
        guard let save = unsafe engine.table.save, engine.kind.lifecycle.state == .active, !engine.isLost,
            scene.slot(of: object) != nil
        else { return nil }
        var (list, count) = unsafe (UnsafePointer<Double>?.none, UInt64(0))
        let status = calls.timed(engine.kind.plugin) {
            calls.services.call.begin(engine.kind, -1, nil, object: 0)
            defer { calls.services.call.end() }
            return unsafe save(engine.pointer, object.bits, &list, &count)
        }
        guard status == 0, count > 0, count <= UInt64(SCRIM_MOTION_NUMBERS), let list = unsafe list else { return nil }
        let numbers = unsafe Array(UnsafeBufferPointer(start: list, count: Int(count)))
        return numbers.allSatisfy(\.isFinite) ? numbers : nil
    }

    /// Lets an item or a behavior continue with the motion stored for it.
    private func resume(_ slot: Slot) {
        guard scene.continuation.waiting(slot) != nil else { return }
        if let known = behaviors[slot] {
            restore(known.object, scene.continuation.takeMotion(slot) ?? [], known.engine)
            return
        }
        guard let engine = engines.first(where: { unsafe $0.items[slot] != nil && $0.table.restore != nil }),
            let known = engine.items[slot], let numbers = scene.continuation.takeMotion(slot)
        else { return }
        // Other numbers are not a valid motion.
        guard numbers.count > 2, let form = Int(exactly: numbers[1]), form >= 0 else { return }
        let (count, outerCount) = (form % Self.withOuter, form < Self.withOuter ? 0 : 6)
        guard [0, 1, 16].contains(count), form < 2 * Self.withOuter, numbers.count > 2 + count + outerCount else {
            return
        }
        if outerCount > 0 { self.slot([slot], engine, outer: Affine(numbers[(2 + count)...])) }
        let base = count == 0 ? known.base : count == 1 ? .identity : Transform3D(numbers[2..<18])
        // It may have been rotated since.
        if count == 0 || base.setting(.rotationZ, to: numbers[0]) == known.base {
            engine.items[slot]?.angle = numbers[0]
            engine.items[slot]?.base = base
        }
        restore(known.object, Array(numbers[(2 + count + outerCount)...]), engine)
    }

    private func restore(_ object: ObjectID, _ numbers: [Double], _ engine: Engine) {
        guard let restore = unsafe engine.table.restore else { return }
        call(engine, "restore") {
            unsafe numbers.withUnsafeBufferPointer {
                unsafe restore(engine.pointer, object.bits, $0.baseAddress, UInt64($0.count))
            }
        }
    }

    // MARK: Ending

    /// Recreates engines that ended with their processes, from the properties of their behaviors.
    private func replaceLost() {
        for old in engines where old.isLost {
            let slots = behaviors.filter { $0.value.engine === old }.map(\.key).sorted()
            engines.removeAll { $0 === old }
            for slot in slots { behaviors[slot] = nil }
            for slot in slots { takeBehavior(slot) }
        }
    }

    /// Releases the engine of a plugin that was reloaded or unloaded. Its behaviors start again.
    func drop(_ plugin: Plugin) {
        guard let at = engines.firstIndex(where: { $0.kind.plugin === plugin }) else { return }
        // They keep their motion, if the new engine understands it.
        let slots = behaviors.filter { $0.value.engine === engines[at] }.map(\.key) + engines[at].items.keys
        for slot in slots { if let numbers = motion(of: slot) { scene.continuation.put(slot, numbers) } }
        let engine = engines.remove(at: at)
        behaviors = behaviors.filter { $0.value.engine !== engine }
        destroy(engine)
    }

    /// Makes all engines anew, from what scenes tell of how things go on: what only engines know is forgotten. True when there were some.
    @discardableResult
    package func beginAnew() -> Bool {
        guard !engines.isEmpty else { return false }
        sync(at: time)
        let slots = (behaviors.keys + engines.flatMap(\.items.keys)).sorted()
        for slot in Set(slots) { if let numbers = motion(of: slot) { scene.continuation.put(slot, numbers) } }
        let old = engines
        let taken = behaviors.keys.sorted { order($0) < order($1) }
        (engines, behaviors) = ([], [:])
        for engine in old { destroy(engine) }
        for slot in taken { takeBehavior(slot) }
        for slot in slots + placed { resume(slot) }
        placed = []
        for engine in engines { engine.moves = true }
        return true
    }

    /// The place of an object in what a dump of the scene says.
    private func order(_ slot: Slot) -> Int { Int(slot) }

    private func destroy(_ engine: Engine) {
        _ = call(engine, "destroy") {
            unsafe engine.table.destroy?(engine.pointer)
            return 0
        }
    }

    /// Calls a function of an engine; false after a strike.
    @discardableResult
    private func call(
        _ engine: Engine, _ what: String, _ kind: PluginKind? = nil, _ slot: Slot = -1, _ object: UInt64 = 0,
        _ body: () -> UInt32
    ) -> Bool {
        let kind = kind ?? engine.kind
        guard kind.lifecycle.state == .active || what == "destroy" else { return false }
        let status: UInt32 = calls.timed(kind.plugin) {
            calls.services.call.begin(kind, slot, slot < 0 ? nil : scene, object: object, maySet: true)
            defer { calls.services.call.end() }
            return body()
        }
        if let fault = calls.services.fault(what, status) { calls.strike(kind, fault) }
        return status == 0
    }
}

extension Transform3D {
    /// Row by row.
    fileprivate var numbers: [Double] {
        [m11, m12, m13, m14, m21, m22, m23, m24, m31, m32, m33, m34, m41, m42, m43, m44]
    }

    /// The transform with these sixteen `numbers`.
    fileprivate init(_ n: ArraySlice<Double>) {
        let n = Array(n)
        self.init(
            n[0], n[1], n[2], n[3], n[4], n[5], n[6], n[7], n[8], n[9], n[10], n[11], n[12], n[13], n[14], n[15])
    }
}

extension Affine {
    fileprivate var numbers: [Double] { [a, b, c, d, tx, ty] }

    /// The map with the first six of these `numbers`.
    fileprivate init(_ n: ArraySlice<Double>) {
        let n = Array(n.prefix(6))
        self.init(n[0], n[1], n[2], n[3], n[4], n[5])
    }
}

extension scrim_affine {
    fileprivate init(_ map: Affine) {
        self.init(a: map.a, b: map.b, c: map.c, d: map.d, tx: map.tx, ty: map.ty)
    }
}
