import Geometry
import Scene
import SceneTables
import Schema
import ScrimPluginABI

/// The running call into a plugin: the object that it may read, and the memory lent to it.
@safe
final class Call {
    /// The state of one call. A class, so that reading a part does not retain the others.
    @safe
    private final class State {
        let kind: PluginKind
        let scene: Scene?
        /// The values that the plugin reads, if they differ from the scene's.
        let view: SceneView?
        let slot: Slot
        let object: UInt64
        /// True for an instance of a component, whose properties stand for those of the plugin's kind.
        let isInstance: Bool
        /// The operation last selected by `get_operation`, and its form.
        var operation = Operation(form: 0, values: [])
        var form: OperationForm?
        /// True when the plugin may set properties of the object.
        let maySet: Bool
        /// Number of memory blocks lent when the call began.
        let borrowed: Int
        let lent: Int

        init(
            _ kind: PluginKind, _ slot: Slot, _ scene: Scene?, _ view: SceneView?, object: UInt64, maySet: Bool,
            borrowed: Int, lent: Int
        ) {
            (self.kind, self.slot, self.scene) = (kind, slot, scene)
            isInstance = scene.map { $0.kind(of: slot).base != nil } ?? false
            self.view = view?.isPresent == false ? view : nil
            (self.object, self.maySet, self.borrowed, self.lent) = (object, maySet, borrowed, lent)
        }
    }

    /// Memory and paths lent to calls, the innermost call's last.
    private var borrowed: [UnsafeMutableRawPointer] = unsafe []
    private var lent: [Path] = []

    /// The running calls, the innermost last: a host function called by a plugin may lead to another call.
    private var stack: [State] = []

    /// The plugin being called, for a crash handler: a plain variable that a signal handler may read at any time.
    nonisolated(unsafe) static var sign: UnsafePointer<CChar>?

    /// The plugin's kind for a kind of the scene.
    var kindOf: (KindID) -> PluginKind? = { _ in nil }

    var plugin: Plugin? { stack.last?.kind.plugin }

    func begin(
        _ kind: PluginKind, _ slot: Slot, _ scene: Scene?, _ view: SceneView? = nil, object: UInt64,
        maySet: Bool = false
    ) {
        stack.append(
            State(
                kind, slot, scene, view, object: object, maySet: maySet, borrowed: unsafe borrowed.count,
                lent: lent.count))
        unsafe Call.sign = unsafe kind.plugin.callSign
    }

    func end() {
        guard let state = stack.popLast() else { preconditionFailure("a call ended twice") }
        unsafe Call.sign = unsafe plugin?.callSign
        while unsafe borrowed.count > state.borrowed { unsafe borrowed.removeLast().deallocate() }
        while lent.count > state.lent { lent.removeLast() }
    }

    /// SCRIM_PARAMETER: the number of the first parameter of the selected operation.
    static let parameter: UInt32 = 0x10000

    /// Selects an operation of a property of the call's object; returns its form's number.
    func takeOperation(_ object: UInt64, _ property: UInt32, _ index: UInt64) -> (form: UInt8, status: Status) {
        guard property < Self.parameter else { return (0, .unknown) }
        let (value, status) = self.value(object, property, TypeSet(.operations))
        guard status == .ok, case .operations(let list) = value, let state = stack.last, let scene = state.scene else {
            return (0, status)
        }
        guard index < UInt64(list.count) else { return (0, .none) }
        let operation = list[Int(index)]
        let forms = scene.kind(of: state.slot)[id(property, state, scene)].operations
        state.operation = operation
        state.form = forms[Int(operation.form)]
        return (operation.form, .ok)
    }

    /// The value of a property of the call's object, or of a parameter of the selected operation, if its type is one of
    /// `types`.
    func value(_ object: UInt64, _ property: UInt32, _ types: TypeSet) -> (value: Value, status: Status) {
        guard let state = stack.last, let scene = state.scene else { return (.none, .state) }
        if object == state.object, property < Self.parameter {
            guard Int(property) < state.kind.numbers.count else { return (.none, .unknown) }
            guard types.contains(TypeSet(state.kind.types[Int(property)])) else { return (.none, .type) }
            let id = id(property, state, scene)
            let value = state.view?.shown(state.slot, id) ?? scene.shown(state.slot, id)
            switch value {
            case .none: return (value, .none)
            case .boundsPath: return (resolved(value, state), .ok)
            default: return (value, .ok)
            }
        }
        guard let (kind, slot) = find(object, state, scene) else { return (.none, .stale) }
        if property >= Self.parameter, object == state.object {
            let number = Int(property - Self.parameter)
            guard let form = state.form, number < form.parameters.count else { return (.none, .unknown) }
            guard types.contains(TypeSet(form.parameters[number].type)) else { return (.none, .type) }
            let value = resolved(state.operation.values[number], state)
            return (value, value == .none ? .none : .ok)
        }
        guard Int(property) < kind.numbers.count else { return (.none, .unknown) }
        let id = kind.numbers[Int(property)]
        guard types.contains(TypeSet(kind.types[Int(property)])) else { return (.none, .type) }
        let value = state.view?.shown(slot, id) ?? scene.shown(slot, id)
        return (value, value == .none ? .none : .ok)
    }

    /// The property of the call's object that a plugin's number stands for.
    private func id(_ property: UInt32, _ state: State, _ scene: Scene) -> PropertyID {
        let id = state.kind.numbers[Int(property)]
        return state.isInstance ? scene.kind(of: state.slot).property(standingFor: id) : id
    }

    /// Resolves a path that depends on bounds, with those of the call's layer.
    private func resolved(_ value: Value, _ state: State) -> Value {
        guard case .boundsPath = value, let scene = state.scene, scene.isLayer(state.slot) else { return value }
        let id = LayerProperty.bounds.id
        return value.resolved(in: (state.view?.shown(state.slot, id) ?? scene.shown(state.slot, id)).rect)
    }

    /// Resolves the values of a list of operations, which is passed as a whole.
    func resolved(_ value: Value) -> Value { stack.last.map { resolved(value, $0) } ?? value }

    /// Finds the call's object, or an object of one of the same plugin's plain kinds.
    private func find(_ object: UInt64, _ state: State, _ scene: Scene) -> (kind: PluginKind, slot: Slot)? {
        if object == state.object { return (state.kind, state.slot) }
        guard let slot = scene.slot(of: ObjectID(bits: object)), let kind = kindOf(scene.rows[Int(slot)].kind),
            kind.family == .other, kind.plugin === state.kind.plugin
        else { return nil }
        return (kind, slot)
    }

    /// The slot of the call's object, or of an object of one of the same plugin's plain kinds.
    func slot(of object: UInt64) -> Slot? {
        guard let state = stack.last, let scene = state.scene else { return nil }
        return find(object, state, scene)?.slot
    }

    /// The kind of the call's object, or of an object of one of the same plugin's plain kinds.
    func kind(of object: UInt64) -> PluginKind? {
        guard let state = stack.last, let scene = state.scene else { return nil }
        return find(object, state, scene)?.kind
    }

    /// The slot of an object that has or may have a picture.
    func pictured(_ object: UInt64) -> Slot? {
        guard let scene = stack.last?.scene, let slot = scene.slot(of: ObjectID(bits: object)) else { return nil }
        let kind = scene.rows[Int(slot)].kind
        return kind.isPicture || scene.kinds[kind].contents != nil ? slot : nil
    }

    /// True when the object has or is a picture.
    func hasPicture(_ slot: Slot) -> Bool { stack.last?.scene.map { $0.contents.contents(of: slot) != .none } ?? false }

    /// The objects that still exist.
    func living(_ objects: [ObjectID]) -> [UInt64] {
        guard let scene = stack.last?.scene else { return [] }
        return objects.filter { scene.slot(of: $0) != nil }.map(\.bits)
    }

    /// The property at an index among the open ones (`NAME.*`), and its name after the dot.
    func named(_ object: UInt64, _ property: UInt32, _ index: UInt64) -> (Value, String, Status) {
        guard let state = stack.last, let scene = state.scene else { return (.none, "", .state) }
        guard object == state.object else { return (.none, "", .stale) }
        let kind = scene.kind(of: state.slot)
        guard Int(property) < state.kind.numbers.count, case let id = id(property, state, scene),
            kind[id].isOpen
        else { return (.none, "", .unknown) }
        guard index < UInt64(kind.named.count), case let named = kind.named[Int(index)] else {
            return (.none, "", .unknown)
        }
        let value = scene.value(state.slot, named)
        let name = String(kind[named].name.dropFirst(kind[id].name.count))
        return (value, name, value == .none ? .none : .ok)
    }

    /// Sets a number or a boolean of the call's object.
    func set(_ object: UInt64, _ property: UInt32, _ number: Double) -> Status {
        guard let state = stack.last, let scene = state.scene, state.maySet else { return .state }
        guard object == state.object else { return .stale }
        guard Int(property) < state.kind.numbers.count else { return .unknown }
        let id = id(property, state, scene)
        let value: Value
        switch state.kind.types[Int(property)] {
        case .number, .time, .angle, .integer: value = .number(number)
        case .boolean: value = .boolean(number != 0)
        default: return .type
        }
        guard scene.kind(of: state.slot)[id].accepts(value) else { return .invalid }
        do throws(SceneError) { try scene.set(state.slot, id, value) } catch { return .invalid }
        return .ok
    }

    /// Allocates memory for `count` elements until the call ends; at least one byte.
    func borrow<T>(_ type: T.Type, _ count: Int) -> UnsafeMutablePointer<T> {
        let memory = UnsafeMutablePointer<T>.allocate(capacity: max(1, count))
        precondition(!stack.isEmpty, "nothing is lent outside of a call")
        unsafe borrowed.append(UnsafeMutableRawPointer(memory))
        return unsafe memory
    }

    /// Lends a path without copying it until the call ends; the plugin may only read it.
    func lend(_ path: Path) -> scrim_path {
        precondition(!stack.isEmpty, "nothing is lent outside of a call")
        lent.append(path)
        return unsafe path.storage
    }

    /// The path to which this memory belongs, if it is lent to the running call.
    func lentPath(_ view: PathView) -> Path? {
        guard let first = stack.last?.lent else { return nil }
        for path in lent[first...] where view.isStorage(of: path) { return path }
        return nil
    }
}

/// A set of property types.
struct TypeSet: OptionSet {
    let rawValue: UInt32

    init(rawValue: UInt32) { self.rawValue = rawValue }

    /// The set with one type. (Raw values are defined by the contract and below 32.)
    init(_ type: PropertyType) { rawValue = 1 << UInt32(type.rawValue) }

    static let numbers: TypeSet = [Self(.number), Self(.time), Self(.angle), Self(.integer)]
    static let choices: TypeSet = [Self(.choice), Self(.choices)]
    static let lists: TypeSet = [Self(.numbers), Self(.circle)]
    static let points: TypeSet = [Self(.point), Self(.size)]
}

extension Path {
    /// Its commands and points in the contract's form, valid as long as the path: a command is one byte, a point two
    /// doubles, in both.
    fileprivate var storage: scrim_path {
        unsafe commands.withUnsafeBytes { commands in
            unsafe points.withUnsafeBytes { points in
                unsafe scrim_path(
                    commands: commands.isEmpty ? nil : commands.baseAddress?.assumingMemoryBound(to: UInt8.self),
                    command_count: UInt64(commands.count),
                    points: points.isEmpty ? nil : points.baseAddress?.assumingMemoryBound(to: scrim_point.self),
                    point_count: UInt64(self.points.count))
            }
        }
    }
}
