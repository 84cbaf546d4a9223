import Animation
import Expressions
import Geometry
import LineProtocol
import Living
import Scene
package import SceneTables
import Schema

/// The bindings of a scene in dependency order.
///
/// The state is the scene's objects of kind `binding`; this class follows them. Changes of objects mark the bindings
/// that depend on them (cost: number of dependents), and `update` evaluates each marked binding once. Nothing is
/// evaluated per line: values are updated before a frame and before reads.
package final class Bindings {
    /// A binding that failed.
    package struct Failure {
        package let id: String
        /// The object whose property it sets.
        package let layer: String
        package let message: String
        /// The source line of the binding.
        package let source: LineSource?
    }

    private let scene: Scene
    private let graph = BindingGraph()
    /// Bindings by slot.
    private var known: [Slot: BoundProperty] = [:]
    /// Bindings by node.
    private var bound: [BoundProperty?] = []
    /// Bindings by the names of objects that their expressions resolve.
    private var watchers: [String: [Slot]] = [:]
    /// Bindings to compile again.
    private var stale: [Slot] = []
    /// The scene's definitions that the bindings have been compiled with.
    private var definitions = 0
    /// Bindings without a node, with the reason.
    private var refused: [Slot: SceneError] = [:]
    /// Bindings that read presentation values.
    private var shown: [Slot] = []
    let cache = BoundCache()
    private let cursor: ChangeCursor
    private var events: EventCursor?
    /// Scene time of the last update, in seconds.
    private var time = -Double.infinity
    private var isUpdating = false
    private let words = PropertyWords()
    /// Compute budgets until the next frame, of bindings with full access and of others.
    private let fullWork = ComputeBudget(mayOverrun: true)
    private let makers = MakerBudgets(mayOverrun: true)
    /// Texts that bindings with full access have set.
    private let texts = HeldTexts()
    /// Nodes whose owner's budget is used up.
    private var waiting: [Int32] = []
    private var failures: [Failure] = []

    /// Maximum rounds of evaluation and layout in one update; bindings marked after that wait for the next update.
    private static let mostRounds = 8

    init(_ scene: Scene) {
        self.scene = scene
        cursor = scene.changes.bindings.open()
    }

    deinit { scene.changes.bindings.close(cursor) }

    // MARK: - State

    /// True while bindings have to be evaluated, now or in each frame.
    package var isMoving: Bool { graph.isTimed || isStale }

    private var isStale: Bool {
        events?.hasNews == true || graph.hasMarked || !stale.isEmpty || definitions != scene.components.revision
            || scene.news.hasBindingChanges(for: cursor)
    }

    /// True when so many object changes are not yet processed that they should not wait for a frame.
    var hasManyChanges: Bool { events?.hasMany == true }

    /// The failures since the last call.
    package func takeFailures() -> [Failure] {
        if failures.isEmpty { return [] }
        defer { failures = [] }
        return failures
    }

    /// The binding that sets a property or a part of it.
    func binding(of path: PropertyPath, _ slot: Slot) -> Slot? {
        node(setting: BindingCells.property(path, of: slot, scene))
    }

    func binding(ofUser key: String, _ slot: Slot) -> Slot? { node(setting: cache.user(slot, key)) }

    private func node(setting cell: BindingCell) -> Slot? {
        graph.node(setting: cell).flatMap { bound[Int($0)]?.binding }
    }

    /// Throws `denied`, naming the binding, for words that set a bound property.
    func checkUnbound(_ slot: Slot, _ words: PropertyWords, in world: World) throws(SceneError) {
        guard scene.relations.hasBindings else { return }
        if scene.rows[Int(slot)].kind == .binding {
            throw SceneError(.denied, "\"\(scene.name(of: slot))\" is changed by bind")
        }
        takeUp(in: world)
        func isOneWay(_ binding: Slot) -> Bool { !scene.value(binding, BindingProperty.isTwoWay.id).boolean }
        var found: Slot?
        for path in words.paths(scene.kind(of: slot)) where found == nil {
            found = binding(of: path, slot).flatMap { isOneWay($0) ? $0 : nil }
        }
        for key in words.userKeys where found == nil {
            found = binding(ofUser: key, slot).flatMap { isOneWay($0) ? $0 : nil }
        }
        if let found {
            throw SceneError(
                .denied,
                "\"\(scene.name(of: found))\" sets it: bind \(scene.name(of: slot)) key:= takes the binding off")
        }
    }

    // MARK: - Objects

    /// Compiles bindings that were created, changed or removed since the last call. Returns the error of a refused
    /// binding: `cycle`, `denied`, or an expression error.
    @discardableResult
    func takeUp(in world: World) -> SceneError? {
        if definitions != scene.components.revision {
            definitions = scene.components.revision
            stale += known.filter { !$0.value.expression.functions.isEmpty }.keys.sorted()
        }
        guard scene.news.hasBindingChanges(for: cursor) || !stale.isEmpty else { return nil }
        var changed: [Slot] = []
        scene.changes.bindings.take(cursor, into: &changed)
        changed += stale
        stale.removeAll(keepingCapacity: true)
        // Bindings that conflicted with a removed one may work now.
        if !refused.isEmpty { changed += refused.keys.sorted() }
        for slot in changed { forget(slot) }
        var first: SceneError?
        for slot in changed where known[slot] == nil && refused[slot] == nil {
            guard scene.rows[Int(slot)].kind == .binding, scene.slot(of: scene.id(of: slot)) != nil,
                let object = scene.value(slot, BindingProperty.object.id).object.flatMap(scene.slot)
            else { continue }
            do throws(SceneError) { try add(slot, object, world) } catch {
                refused[slot] = error
                first = first ?? error
            }
        }
        if known.isEmpty { events = nil } else if events == nil { events = EventCursor(scene) }
        return first
    }

    private func add(_ slot: Slot, _ object: Slot, _ world: World) throws(SceneError) {
        let outer = scene.components.lineOwner
        scene.components.lineOwner = scene.components.owner(of: slot).map { scene.id(of: $0) }
        defer { scene.components.lineOwner = outer }
        let new = try BoundProperty(slot, of: object, world, user: cache.user)
        let cell = new.cell(scene, user: cache.user)
        if let other = node(setting: cell) {
            throw SceneError(.denied, "\"\(scene.name(of: other))\" sets it already")
        }
        do throws(BindingGraph.Cycle) {
            new.node = try graph.insert(cell, reads: new.reads.cells, isTimed: new.reads.isTimed)
        } catch {
            throw SceneError(.cycle, way(round: error, from: slot))
        }
        while bound.count <= new.node { bound.append(nil) }
        bound[Int(new.node)] = new
        known[slot] = new
        for name in new.reads.names { watchers[name, default: []].append(slot) }
        if !new.reads.shown.isEmpty { shown.append(slot) }
        scene.relations.noteBound(object)
    }

    private func forget(_ slot: Slot) {
        refused[slot] = nil
        guard let old = known.removeValue(forKey: slot) else { return }
        scene.relations.noteBindingChange(of: old.object)
        graph.remove(old.node)
        bound[Int(old.node)] = nil
        for name in old.reads.names {
            watchers[name]?.removeAll { $0 == slot }
            if watchers[name]?.isEmpty == true { watchers[name] = nil }
        }
        if !old.reads.shown.isEmpty { shown.removeAll { $0 == slot } }
    }

    /// `a~x → b~y → a~x`: each reads the property that the previous one sets.
    private func way(round cycle: BindingGraph.Cycle, from slot: Slot) -> String {
        let own = scene.name(of: slot)
        let names = cycle.nodes.map { bound[Int($0)].map { scene.name(of: $0.binding) } ?? "" }
        return "\"\(own)\" would depend on itself: " + ([own] + names + [own]).joined(separator: " → ")
    }

    // MARK: - Computing

    /// Updates bound properties to the scene and its time. Returns true when there are bindings. Not within a
    /// transaction.
    func update(in world: World) -> Bool {
        guard !isUpdating, !known.isEmpty || !refused.isEmpty || scene.news.hasBindingChanges(for: cursor) else {
            return false
        }
        isUpdating = true
        defer { isUpdating = false }
        cache.beginUpdate()
        takeUp(in: world)
        if world.time != time {
            time = world.time
            graph.frameBegan()
            fullWork.begin()
            makers.renew()
        }
        markMoving(in: world)
        // Bindings that depend on themselves through a count or a layout continue in the next update.
        var budget = 16 * known.count + 64
        for _ in 0..<Self.mostRounds {
            scene.layout.layOut()
            drain()
            takeUp(in: world)
            tellRefused()
            guard graph.hasMarked, budget > 0 else { break }
            scene.times.following { computeMarked(world, &budget) }
        }
        // Bindings whose owner's budget is used up continue in the next frame.
        for node in waiting where bound[Int(node)] != nil { graph.invalidate(node) }
        waiting.removeAll(keepingCapacity: true)
        return true
    }

    /// The compute budget of the binding's owner until the next frame.
    private func work(of property: BoundProperty) -> ComputeBudget {
        guard let scope = property.scope else { return fullWork }
        return makers[scope]
    }

    private func computeMarked(_ world: World, _ budget: inout Int) {
        while budget > 0, let node = graph.next() {
            budget -= 1
            guard let property = bound[Int(node)] else { continue }
            let work = work(of: property)
            guard !work.isSpent else {
                waiting.append(node)
                continue
            }
            compute(property, work, world)
            // Properties that no binding reads are reported together at the end.
            guard isRead(property), events?.hasNews == true else { continue }
            drain()
            takeUp(in: world)
        }
    }

    /// True when some binding may read the property that this one sets.
    private func isRead(_ property: BoundProperty) -> Bool {
        if property.readersRevision != graph.revision {
            property.readersRevision = graph.revision
            property.hasReaders = hasReaders(property)
        }
        return property.hasReaders || scene.layout.needsLayout
    }

    private func hasReaders(_ property: BoundProperty) -> Bool {
        guard case .property(let path) = property.target, !isTheme(path, property.object) else { return true }
        return graph.isRead(graph.cell(of: property.node)) || graph.isRead(BindingCells.whole(property.object))
            || graph.isRead(BindingCells.scene)
    }

    private func isTheme(_ path: PropertyPath, _ object: Slot) -> Bool {
        path.id == LayerProperty.theme.id && scene.isLayer(object)
    }

    /// Marks bindings that read presentation values of a layer that is moving or has just stopped.
    private func markMoving(in world: World) {
        for slot in shown {
            guard let property = known[slot] else { continue }
            // An animation may have been created since the last frame.
            for layer in property.reads.shown { world.animator.advance(layer, to: time) }
            let isMoving = property.reads.shown.contains { scene.rows[Int($0)].flags.contains(.isAnimated) }
            if isMoving || property.wasMoving { graph.invalidate(property.node) }
            property.wasMoving = isMoving
        }
    }

    /// Marks the bindings that depend on changed values.
    private func drain() {
        guard let events, events.hasNews else { return }
        // Cells with many readers are marked once for all changes.
        var wide = WideChanges()
        events.forEachNew { note($0, &wide) }
        if wide.isTree { graph.changed(BindingCells.tree) }
        // A tree change may change the theme in effect.
        if wide.isTree || wide.areVariables { graph.changed(BindingCells.variables) }
        graph.changed(BindingCells.scene)
    }

    private struct WideChanges {
        var isTree = false
        var areVariables = false
    }

    private func note(_ change: ObjectChange, _ wide: inout WideChanges) {
        switch change {
        case .changed(let slot, let id):
            // Another object may use the slot by now.
            guard scene.kind(of: slot).properties.indices.contains(Int(id.raw)) else { return }
            if id == LayerProperty.theme.id, scene.isLayer(slot) {
                cache.forgetVariable()
                wide.areVariables = true
            }
            guard graph.mentions(Int(slot.index)) else { return }
            graph.changed(BindingCells.property(PropertyPath(id), of: slot, scene))
            graph.changed(BindingCells.whole(slot))
        case .restyled(let slot): if graph.mentions(Int(slot.index)) { graph.changed(BindingCells.whole(slot)) }
        case .changedUser(let slot): graph.changed(BindingCells.users(of: slot))
        case .changedKey(let slot, _):
            graph.changed(BindingCells.users(of: slot))
            graph.changed(BindingCells.whole(slot))
            if scene.rows[Int(slot)].kind == .theme { wide.areVariables = true }
        case .created(let slot):
            wide.isTree = true
            if !watchers.isEmpty { stale += watchers[scene.name(of: slot)] ?? [] }
        case .removed(let slot, let name):
            cache.forget(slot)
            wide.isTree = true
            stale += watchers[name] ?? []
        case .moved, .reordered: wide.isTree = true
        }
    }

    private func compute(_ property: BoundProperty, _ work: ComputeBudget, _ world: World) {
        let outer = scene.components.lineOwner
        let owner = scene.components.owner(of: property.binding).map { scene.id(of: $0) }
        if outer != owner { scene.components.lineOwner = owner }
        defer { if outer != owner { scene.components.lineOwner = outer } }
        do throws(SceneError) {
            if let scope = property.scope { try Access.subtree(scope).check(property.object, in: scene) }
            let value: ExpressionValue
            do throws(ExpressionError) {
                var environment = BindingEnvironment(
                    world: world, bound: property, cache: cache, work: work)
                value = try property.expression.value(in: &environment)
            } catch {
                throw ByteView.with(property.key) { SceneError(error, key: $0) }
            }
            try set(property, value, world)
        } catch {
            return fail(property.binding, error, wasActive: property.isActive) { property.isActive = false }
        }
        guard !property.isActive else { return }
        property.isActive = true
        scene.times.stampBinding(property.binding, isActive: true, message: "")
    }

    private func tellRefused() {
        if refused.isEmpty { return }
        scene.times.following {
            for slot in refused.keys.sorted() {
                let isActive = scene.value(slot, BindingProperty.isActive.id).boolean
                if let error = refused[slot] { fail(slot, error, wasActive: isActive) {} }
            }
        }
    }

    /// Keeps the property's value; reports the error once.
    private func fail(_ slot: Slot, _ error: SceneError, wasActive: Bool, _ note: () -> Void) {
        if wasActive {
            let object = scene.value(slot, BindingProperty.object.id).object.flatMap(scene.slot)
            failures.append(
                Failure(
                    id: scene.name(of: slot), layer: object.map { scene.name(of: $0) } ?? "", message: error.message,
                    source: scene.lineSources[scene.id(of: slot)]))
        }
        note()
        scene.times.stampBinding(slot, isActive: false, message: error.message)
    }

    // MARK: - Setting

    /// Sets the value. Throws the same errors as a line that sets it.
    private func set(_ property: BoundProperty, _ value: ExpressionValue, _ world: World) throws(SceneError) {
        let slot = property.object
        // Changes by styles start from the presented values, as those of lines do.
        if case .property(let path) = property.target, LayerProperty.isOfStyling(path.id), scene.isLayer(slot) {
            world.animator.advance(slot, to: time)
        }
        if case .property(let path) = property.target, let plain = property.plain,
            let value = Self.plain(value, plain.type, plain.range)
        {
            if setPlain(slot, path, value) { return }
            return try scene.set(
                slot, path.id, path.write(value, into: scene.layout.whole(slot, path.id, for: path.part)))
        }
        let kind = scene.kind(of: slot)
        words.removeAll()
        try ByteView.with(property.key) { (key) throws(SceneError) in
            try words.read(Word(key: key, value: key, offset: 0), computed: value, kind: kind, scene: scene)
        }
        try words.check(kind, scene)
        let texts = property.scope.map { world.accounts[$0, in: scene].texts } ?? texts
        try texts.take(words.textBytes, for: slot, in: scene)
        if kind.family == .layer, words.setSpeedAlone {
            return try world.keepingTime(of: slot) { () throws(SceneError) in try words.apply(to: slot, scene) }
        }
        try world.atomically { () throws(SceneError) in try words.apply(to: slot, scene) }
    }

    /// The value of a property that needs no literal check; nil for other properties.
    private static func plain(
        _ value: ExpressionValue, _ type: PropertyType, _ range: ClosedRange<Double>
    ) -> Value? {
        switch (value, type) {
        case (.number(let n), .number), (.number(let n), .time), (.number(let n), .angle):
            range.contains(n) ? .number(n) : nil
        case (.boolean(let b), .boolean): .boolean(b)
        case (.point(let p), .point): .point(p)
        case (.rect(let r), .rect): .rect(r)
        case (.color(let c), .color): .color(c)
        default: nil
        }
    }

    /// Sets a property that is stored directly in a layer's row. Returns false for other properties.
    private func setPlain(_ slot: Slot, _ path: PropertyPath, _ value: Value) -> Bool {
        guard let property = LayerProperty(rawValue: path.id.raw), scene.plain.takesPlainFollowing(slot) else {
            return false
        }
        let plain: PlainValue
        switch (property, path.part) {
        case (.position, .x): plain = PlainValue(.positionX, SIMD4(value.number, 0, 0, 0))
        case (.position, .y): plain = PlainValue(.positionY, SIMD4(value.number, 0, 0, 0))
        case (.position, nil): plain = PlainValue(.position, SIMD4(value.point.x, value.point.y, 0, 0))
        case (.bounds, let part):
            let new = part.map { $0.write(value, into: .rect(scene.rows[Int(slot)].bounds)).rect } ?? value.rect
            plain = PlainValue(.bounds, SIMD4(new.x, new.y, new.width, new.height))
        case (.opacity, nil): plain = PlainValue(.opacity, SIMD4(value.number, 0, 0, 0))
        case (.cornerRadius, nil): plain = PlainValue(.cornerRadius, SIMD4(value.number, 0, 0, 0))
        case (.isHidden, nil): plain = PlainValue(.isHidden, SIMD4(value.boolean ? 1 : 0, 0, 0, 0))
        case (.backgroundColor, nil):
            guard let color = value.color else { return false }
            plain = PlainValue(color: color)
        default: return false
        }
        unsafe withUnsafePointer(to: plain) {
            unsafe scene.plain.setPlain(slot, UnsafeBufferPointer(start: $0, count: 1))
        }
        return true
    }
}

extension PlainValue {
    /// A background color.
    init(color: Color) {
        let bits = UInt32(color.red) << 24 | UInt32(color.green) << 16 | UInt32(color.blue) << 8 | UInt32(color.alpha)
        self.init(.backgroundColor, SIMD4(Double(bits), 0, 0, 0))
    }
}
