import Expressions
import Geometry
import LineProtocol
import Scene
import SceneTables
import Schema

/// The records of a list that get rows, and their order: `where`, `sortBy` and `descending` of an `each`.
struct ListPart {
    private let world: World
    private let list: Slot
    private let condition: Expression?
    private let order: Expression?
    private let isDescending: Bool

    /// Nil for a list that shows all of its records in their order. Throws compile errors.
    init?(of list: Slot, in world: World) throws(SceneError) {
        let scene = world.scene
        func text(_ property: EachProperty) -> String { scene.value(list, property.id).string }
        let (condition, order) = (text(.condition), text(.sortBy))
        guard !condition.isEmpty || !order.isEmpty else { return nil }
        (self.world, self.list) = (world, list)
        self.condition = condition.isEmpty ? nil : try Self.compile(condition, "where", scene)
        self.order = order.isEmpty ? nil : try Self.compile(order, "sortBy", scene)
        isDescending = scene.value(list, EachProperty.descending.id).boolean
    }

    private static func compile(_ text: String, _ key: String, _ scene: Scene) throws(SceneError) -> Expression {
        try ByteView.with(text) { (text) throws(SceneError) in
            try ByteView.with(key) { (key) throws(SceneError) in
                try ComputedWord.compile(Word(key: key, value: text, offset: 0, isExpression: true), scene.functions)
            }
        }
    }

    /// Indices of the records that get rows, in row order; equal ones keep the list's order. Throws `value` for a
    /// condition that is no boolean and for values without an order, and errors of the expressions.
    func indices(of items: ExpressionList, _ kind: Kind) throws(SceneError) -> [Int] {
        var kept = Array(items.indices)
        if let condition {
            kept = []
            for (index, item) in items.enumerated() {
                let value = try value(of: condition, "where", item, index, kind)
                guard case .boolean(let isShown) = value else {
                    throw SceneError(.value, "where: a boolean is expected, not \(value.type.name)")
                }
                if isShown { kept.append(index) }
            }
        }
        guard let order else { return kept }
        var keys: [ExpressionValue] = []
        for index in kept { keys.append(try value(of: order, "sortBy", items[index], index, kind)) }
        do throws(ExpressionError) { try SortOrder.check(keys, "sortBy") } catch {
            throw SceneError(.value, error.message)
        }
        let places = keys.indices.sorted { a, b in
            SortOrder.isLess(keys[a], keys[b]).map { $0 != isDescending } ?? (a < b)
        }
        return places.map { kept[$0] }
    }

    private func value(
        of expression: Expression, _ key: String, _ item: ExpressionValue, _ index: Int, _ kind: Kind
    ) throws(SceneError) -> ExpressionValue {
        try ByteView.with(key) { (key) throws(SceneError) in
            let parent = world.scene.rows[Int(list)].parent
            let scene = SceneEnvironment(
                world, list, world.scene.kind(of: list), key, parent: parent > Scene.objectRoot ? parent : nil,
                event: nil)
            var environment = RecordEnvironment(scene: scene, kind: kind, item: item, index: index)
            do throws(ExpressionError) { return try expression.value(in: &environment) } catch {
                throw SceneError(error, key: key)
            }
        }
    }
}

/// Names in an expression about a record: its fields, the parameters that it lacks, `item` and `index`, then those of
/// the scene.
private struct RecordEnvironment: ExpressionEnvironment {
    var scene: SceneEnvironment
    let kind: Kind
    let item: ExpressionValue
    let index: Int

    mutating func value(of reference: ExpressionReference) throws(ExpressionError) -> ExpressionValue {
        guard reference.kind == .name else { return try scene.value(of: reference) }
        let name = reference.name
        if name == "item" { return item }
        if name.hasPrefix("item.") { return try member(item, String(name.dropFirst(5))) }
        let first = String(name.prefix { $0 != "." })
        if case .record(let record) = item {
            if let value = record[name] { return value }
            if let value = record[first] { return try member(value, String(name.dropFirst(first.count + 1))) }
        }
        if name == "index" { return .number(Double(index)) }
        let parameter = ByteView.with(name) { kind.parameter(named: $0) }
        if let parameter, let value = kind[parameter].unset { return ExpressionValue(plain: value) ?? .none }
        return try scene.value(of: reference)
    }

    private func member(_ value: ExpressionValue, _ path: String) throws(ExpressionError) -> ExpressionValue {
        guard let part = try ByteView.with(path, { (path) throws(ExpressionError) in try value.member(path, work) })
        else { throw ExpressionError(.unknownProperty, "\(value.type.name) has no part \"\(path)\"") }
        return part
    }

    mutating func exists(_ object: ExpressionObject) throws(ExpressionError) -> Bool { scene.exists(object) }
    mutating func index(of object: ExpressionObject) throws(ExpressionError) -> Int { try scene.index(of: object) }
    mutating func has(_ object: ExpressionObject, style: String) throws(ExpressionError) -> Bool {
        try scene.has(object, style: style)
    }
    mutating func count(_ selector: Selector) throws(ExpressionError) -> Int { try scene.count(selector) }
    func random() -> Double { scene.random() }
    var wallTime: Double { scene.wallTime }
    var work: ComputeBudget { scene.work }
}
