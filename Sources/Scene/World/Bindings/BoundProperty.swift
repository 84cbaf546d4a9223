import Expressions
import Geometry
import LineProtocol
import Living
import Scene
import SceneTables
import Schema

/// A compiled binding: the property that it sets, and its expression's resolved names.
///
/// Valid while its names resolve to the same objects: it is compiled again when an object with one of `names` is
/// created or removed.
final class BoundProperty {
    /// Source of a name's value.
    enum Source {
        case property(Slot, PropertyPath, isShown: Bool)
        case time, wall
        /// A key of an object with free keys.
        case key(BoundKey)
        /// A variable, resolved for the target layer.
        case variable(String)
        /// Not cacheable: looked up each time.
        case general
    }

    /// The target property.
    enum Target {
        case property(PropertyPath)
        case user(String)
    }

    /// Slot of the binding object.
    let binding: Slot
    /// The object that has the property.
    let object: Slot
    let key: String
    let target: Target
    let expression: Expression
    /// The layer subtree that the binding's creator could change; nil: everything.
    let scope: ObjectID?
    /// Sources by index of the expression's reference.
    private(set) var sources: [Source] = []
    private(set) var reads: Reads
    /// Its graph node; −1 for none.
    var node: Int32 = -1
    var isActive: Bool
    /// True when a presentation value that it reads was animating at the last evaluation.
    var wasMoving = false
    /// True when other bindings may read the target. Valid for the graph's `readersRevision`.
    var hasReaders = true
    var readersRevision = -1
    /// Type and range of a property that every layer has and that no style value depends on; nil for others.
    let plain: (type: PropertyType, range: ClosedRange<Double>)?

    /// Dependencies of an expression.
    struct Reads {
        var cells: [BindingCell] = []
        /// Names of objects that the expression resolves.
        var names: [String] = []
        /// Objects whose presentation values it reads.
        var shown: [Slot] = []
        var isTimed = false
    }

    /// Throws the expression's errors, and `unknown-property` when the object lacks the property.
    init(_ binding: Slot, of object: Slot, _ world: World, user: (Slot, String) -> BindingCell) throws(SceneError) {
        let scene = world.scene
        self.binding = binding
        self.object = object
        key = scene.value(binding, BindingProperty.property.id).string
        scope = scene.value(binding, BindingProperty.scope.id).object
        isActive = scene.value(binding, BindingProperty.isActive.id).boolean
        reads = Reads()
        let kind = scene.kind(of: object)
        target = try ByteView.with(key) { (view) throws(SceneError) in try Target(view, of: kind) }
        // Properties that styles depend on have to be set like a line sets them: style values follow in the same
        // change.
        if case .property(let path) = target, kind.family == .layer, path.id != LayerProperty.speed.id,
            LayerProperty(rawValue: path.id.raw) != nil, !LayerProperty.isOfStyling(path.id)
        {
            let property = path.property(of: kind)
            plain = (property.type, property.minimum...property.maximum)
        } else {
            plain = nil
        }
        let text = scene.value(binding, BindingProperty.value.id).string
        let key = key
        expression = try ByteView.with(text) { (text) throws(SceneError) in
            try ByteView.with(key) { (key) throws(SceneError) in
                try ComputedWord.compile(Word(key: key, value: text, offset: 0, isExpression: true), scene.functions)
            }
        }
        let names = environment(world)
        reads.isTimed = expression.usesWallTime
        // The binding may change its object only while that is within its scope.
        if self.scope != nil { reads.cells.append(BindingCells.tree) }
        if !expression.selectors.isEmpty || expression.computesNames { reads.cells.append(BindingCells.scene) }
        for reference in expression.references { sources.append(resolve(reference, in: names, world, user)) }
    }

    /// The environment for names that are not cached.
    func environment(_ world: World, _ work: ComputeBudget? = nil) -> SceneEnvironment {
        let parent = world.scene.rows[Int(object)].parent
        return ByteView.with(key) {
            SceneEnvironment(
                world, object, world.scene.kind(of: object), $0, parent: parent > Scene.objectRoot ? parent : nil,
                event: nil, work)
        }
    }

    /// The cell that it sets.
    func cell(_ scene: Scene, user: (Slot, String) -> BindingCell) -> BindingCell {
        switch target {
        case .property(let path): BindingCells.property(path, of: object, scene)
        case .user(let key): user(object, key)
        }
    }

    // MARK: - Names

    private func resolve(
        _ reference: ExpressionReference, in scope: SceneEnvironment, _ world: World,
        _ user: (Slot, String) -> BindingCell
    ) -> Source {
        switch reference.kind {
        case .name, .part, .presentation:
            return ByteView.with(reference.name) { name in
                resolve(name, isShown: reference.kind == .presentation, in: scope, world, user)
            }
        case .object:
            reads.cells.append(BindingCells.tree)
            // Whether a style applies depends on states and ancestors.
            reads.cells.append(BindingCells.scene)
            watch(reference.name)
        case .variable:
            reads.cells.append(BindingCells.variables)
            if world.scene.isLayer(object) { return .variable(reference.name) }
        }
        return .general
    }

    private func resolve(
        _ name: ByteView, isShown: Bool, in scope: SceneEnvironment, _ world: World,
        _ user: (Slot, String) -> BindingCell
    ) -> Source {
        let scene = world.scene
        func read(_ path: Range<Int>, of slot: Slot?) -> Source {
            guard let slot else { return .general }
            return property(name[path], of: slot, isShown: isShown, world, user)
        }
        switch ResolvedName(name, in: scope) {
        case .old: reads.cells.append(cell(scene, user: user))
        case .own(let path): return read(path, of: object)
        case .selfProperty(let path):
            return read(path, of: scene.components.lineOwner.flatMap { scene.slot(of: $0) } ?? object)
        case .parentProperty(let path):
            reads.cells.append(BindingCells.tree)
            let parent = scene.rows[Int(object)].parent
            // Looked up each time: the layer may get another parent.
            _ = read(path, of: parent > Scene.objectRoot ? parent : nil)
        case .rootProperty(let path): return read(path, of: Scene.root)
        case .property(let object, let path):
            watch(name.string)
            return read(path, of: scene.find(name[object]))
        case .object, .unknown: watch(name.string)
        case .time:
            reads.isTimed = true
            return .time
        case .wall:
            reads.isTimed = true
            return .wall
        // Includes access to parts of the value.
        case .parameter: return read(0..<name.count, of: scene.components.lineOwner.flatMap { scene.slot(of: $0) })
        case .field: break
        }
        return .general
    }

    private func property(
        _ path: ByteView, of slot: Slot, isShown: Bool, _ world: World, _ user: (Slot, String) -> BindingCell
    ) -> Source {
        let scene = world.scene
        let kind = scene.kind(of: slot)
        if path.count > 5, path[0..<5] == "user." {
            reads.cells += [user(slot, path[5..<path.count].string), BindingCells.users(of: slot)]
            return .general
        }
        guard let found = PropertyPath(path, of: kind) else {
            if kind.hasFreeKeys {
                // Which part of the path is the key depends on the existing keys.
                reads.cells.append(BindingCells.users(of: slot))
                let key = path.string
                return scene.variables.key(slot, key) == nil ? .general : .key(world.bindings.cache.cell(of: slot, key))
            }
            if scene.isLayer(slot), MotionName(path) != nil {
                // Read again after each move.
                for id in [LayerProperty.position.id, LayerProperty.transform.id] {
                    reads.cells += BindingCells.reads(PropertyPath(id), of: slot, scene)
                }
                return .general
            }
            // `index`, `parent.…`, or an unknown property.
            reads.cells += [BindingCells.tree, BindingCells.scene]
            return .general
        }
        reads.cells += BindingCells.reads(found, of: slot, scene)
        if isShown { reads.shown.append(slot) }
        if kind[found.id].isSecret { return .general }
        return .property(slot, found, isShown: isShown)
    }

    /// Records every object name that could change the meaning of `name`.
    private func watch(_ name: String) {
        for end in name.indices where name[end] == "." { reads.names.append(String(name[..<end])) }
        reads.names.append(name)
    }
}

extension BoundProperty.Target {
    /// Throws `unknown-property`, and `value` for a key that is no property.
    init(_ key: ByteView, of kind: Kind) throws(SceneError) {
        switch try KeyPath(key, of: kind) {
        case .property(let id):
            // Everybody can read a binding's expression.
            if kind[id].isSecret { throw SceneError(.value, "\(key.string): a secret cannot be bound") }
            self = .property(PropertyPath(id))
        case .part(let id, let part): self = .property(PropertyPath(id, part))
        case .user(let name): self = .user(name)
        case .parent, .index, .above, .below:
            throw SceneError(.value, "\(key.string): the position in the tree cannot be bound")
        case .key:
            throw SceneError(.value, "\(key.string): keys of \"\(kind.name)\" cannot be bound, properties can")
        }
    }
}

/// Resolved names of a binding's expression.
struct BindingEnvironment: ExpressionEnvironment {
    let world: World
    let bound: BoundProperty
    let cache: BoundCache
    let work: ComputeBudget

    /// A variable as the layer sees it. A layer without a theme has the variables of its parent, which many layers
    /// share.
    private func variable(_ name: String) throws(ExpressionError) -> ExpressionValue? {
        let scene = world.scene
        let row = scene.rows[Int(bound.object)]
        guard row.extras < 0, row.parent > Scene.objectRoot, !scene.components.isPart(bound.object) else {
            return scene.variables.variable(name, for: bound.object).map(ExpressionValue.init(stored:))
        }
        if let value = cache.variable(name, below: row.parent) { return value }
        let found = scene.variables.variable(name, for: bound.object).map(ExpressionValue.init(stored:))
        guard let value = found else { return nil }
        cache.note(value, of: name, below: row.parent)
        return value
    }

    private var general: SceneEnvironment { bound.environment(world, work) }

    func random() -> Double { world.random() }

    var wallTime: Double { world.clock.wallTime }

    func value(of reference: ExpressionReference) throws(ExpressionError) -> ExpressionValue {
        // Names in the body of a function have no source.
        guard reference.index >= 0 else {
            var general = general
            return try general.value(of: reference)
        }
        switch bound.sources[reference.index] {
        case .property(let slot, let path, let isShown):
            let whole = isShown ? world.scene.shown(slot, path.id) : world.scene.value(slot, path.id)
            let value = path.read(whole)
            if let plain = ExpressionValue(plain: value) {
                guard case .text(let text) = plain, Property.beginsJSON(text) else { return plain }
                let property = path.property(of: world.scene.kind(of: slot))
                return try world.styler.documents.value(of: value, property, work) ?? plain
            }
            return ExpressionValue(value, path.property(of: world.scene.kind(of: slot)), in: world.scene)
        case .time: return .number(world.time)
        case .wall: return .number(world.clock.wallTime)
        case .key(let cell):
            if cell.revision == cache.revision { return cell.value }
            if let value = world.scene.variables.key(cell.slot, cell.key) {
                cell.value = ExpressionValue(stored: value)
                cell.revision = cache.revision
                return cell.value
            }
        case .variable(let name): if let value = try variable(name) { return value }
        case .general: break
        }
        var general = general
        return try general.value(of: reference)
    }

    func exists(_ object: ExpressionObject) -> Bool { general.exists(object) }
    func index(of object: ExpressionObject) throws(ExpressionError) -> Int { try general.index(of: object) }
    func has(_ object: ExpressionObject, style: String) throws(ExpressionError) -> Bool {
        try general.has(object, style: style)
    }
    func count(_ selector: Selector) throws(ExpressionError) -> Int { try general.count(selector) }
}
