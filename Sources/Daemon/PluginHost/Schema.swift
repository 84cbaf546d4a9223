import Geometry
import Schema
import ScrimPluginABI

/// The properties of a kind, from the plugin's data. Throws for violated rules of <scrim/property.h>.
func readSchema(_ kind: scrim_kind, _ name: String, _ family: KindFamily) throws(SceneError) -> [Property] {
    let count = unsafe Int(kind.property_count)
    guard count > 0 else { return [] }
    guard count <= 1024 else { throw SceneError(.limit, "\"\(name)\" has \(count) properties") }
    let size = unsafe Int(kind.property_size)
    // The size in contract 1.0.
    let least = 160
    guard size >= least, size <= 65_536, size % 8 == 0 else {
        throw SceneError(.value, "scrim_property of \"\(name)\" has the size \(size); contract 1.0 has \(least)")
    }
    guard let list = unsafe kind.properties else { throw SceneError(.value, "\"\(name)\" has no schema") }
    let common = family.commonSchema
    var properties: [Property] = []
    for number in 0..<count {
        let raw = unsafe copyStruct(UnsafeRawPointer(list) + number * size, size, scrim_property())
        let property = try unsafe readProperty(raw, name, number, family, size)
        guard !common.contains(where: { $0.name == property.name }), !property.name.hasPrefix("user.") else {
            throw SceneError(.value, "\"\(name).\(property.name)\" takes the name of a property that all have")
        }
        guard property.type != .contents || !properties.contains(where: { $0.type == .contents }) else {
            throw SceneError(.value, "\"\(name)\" has two properties that are contents")
        }
        guard !properties.contains(where: { $0.name == property.name }) else {
            throw SceneError(.value, "\"\(name).\(property.name)\" comes twice")
        }
        guard property.type != .operations || !properties.contains(where: { $0.type == .operations }) else {
            throw SceneError(.value, "\"\(name).\(property.name)\" is a second list of operations")
        }
        properties.append(property)
    }
    return properties
}

func readProperty(
    _ raw: scrim_property, _ kind: String, _ number: Int, _ family: KindFamily, _ size: Int,
    ofOperation: Bool = false
) throws(SceneError) -> Property {
    let name = try unsafe readName(raw.name, "property \(number) of \"\(kind)\"")
    let location = "\"\(kind).\(name)\""
    guard let type = unsafe UInt8(exactly: raw.type).flatMap(PropertyType.init(rawValue:)), type.isOffered else {
        throw unsafe SceneError(.unsupported, "\(location) has a type that plugins cannot offer (\(raw.type))")
    }
    guard unsafe raw.effect == 0 || raw.effect == 2 else {
        throw unsafe SceneError(.value, "\(location) has an unknown effect (\(raw.effect))")
    }
    var property = Draft(name: name, type: type, help: try unsafe readText(raw.help, "help of \(location)"))
    property.unit = try unsafe readText(raw.unit, "unit of \(location)")
    property.traits = unsafe PropertyTraits(raw.flags, animates: raw.animates != 0)
    if type == .operations { property.operations = try unsafe readOperations(raw, location, size) }
    guard !property.traits.contains(.isChecked) || type == .string else {
        throw SceneError(.unsupported, "\(location) is no text, and only texts are checked")
    }
    guard !property.traits.contains(.isSecret) || type == .string && !ofOperation else {
        throw SceneError(.unsupported, "\(location) is no text of an object, and only those are secrets")
    }
    guard !property.traits.contains(.isDerived) || type.isComputable else {
        throw SceneError(.unsupported, "\(location) has a type that cannot be computed")
    }
    guard type != .rects || property.traits.contains(.isDerived) else {
        throw SceneError(.unsupported, "\(location): only computed properties are lists of rectangles")
    }
    if family == .layer || ofOperation, type == .path { property.traits.insert(.followsBounds) }
    property.isOptional = unsafe raw.flags & 1 << 8 != 0
    if unsafe raw.flags & 1 << 9 != 0 { property.bond = .attached }
    let isOpen = property.traits.contains(.isOpen)
    guard isOpen == name.hasSuffix("."), !isOpen || type == .path else {
        throw SceneError(.value, "\(location): an open property is a path, and its name ends with a dot")
    }
    // An output is configured again after any change.
    property.effect = unsafe family == .output ? .output : raw.effect == 2 ? .content : .none
    if type == .contents {
        guard family == .other else {
            throw SceneError(.unsupported, "\(location): only plain kinds have contents of their own")
        }
        property.effect = .source
    }
    try unsafe readRange(raw, location, &property)
    try unsafe readCounts(raw, location, &property)
    try unsafe readChoices(raw, location, &property)
    property.initial = try unsafe readDefault(raw.initial, location, property)
    let finished = property.property
    guard finished.accepts(finished.initial) else {
        throw SceneError(.value, "the default of \(location) is not one of its values")
    }
    return finished
}

/// A property being read.
private struct Draft {
    var name: String
    var type: PropertyType
    var initial = Value.none
    var minimum = -Double.infinity
    var maximum = Double.infinity
    var choices: [String] = []
    var unit = ""
    var traits: PropertyTraits = []
    var counts = 0...Int.max
    var operations: [OperationForm] = []
    /// True when the property has no value initially, which is a valid value.
    var isOptional = false
    var bond = Property.Bond.loose
    var effect = Effect.none
    var help: String

    var property: Property {
        Property(
            name, type, initial, minimum: minimum, maximum: maximum, choices: choices, unit: unit, effect: effect,
            isReadOnly: !traits.isDisjoint(with: [.isDerived, .isOpen]), bond: bond, counts: counts,
            operations: operations, traits: traits, help: help)
    }
}

extension PropertyTraits {
    /// From the bits of `scrim_property.flags`.
    fileprivate init(_ flags: UInt32, animates: Bool) {
        self = animates ? .animates : []
        let bits: [(UInt32, PropertyTraits)] = [
            (1 << 0, .isRising), (1 << 1, .isDerived), (1 << 2, .isRequired), (1 << 3, .isPositional),
            (1 << 4, .isChecked), (1 << 10, .isOpen), (1 << 11, .isSecret),
        ]
        for (bit, trait) in bits where flags & bit != 0 { insert(trait) }
    }
}

private func readRange(_ raw: scrim_property, _ location: String, _ property: inout Draft) throws(SceneError) {
    let (low, high) = unsafe (raw.minimum, raw.maximum)
    if low == 0, high == 0 { return }
    guard low <= high, !low.isNaN, !high.isNaN else {
        throw SceneError(.value, "\(location) has the range \(low)…\(high)")
    }
    property.minimum = low
    property.maximum = high
}

private func readCounts(_ raw: scrim_property, _ location: String, _ property: inout Draft) throws(SceneError) {
    let (least, most) = unsafe (Int(raw.least), Int(raw.most))
    if least == 0, most == 0 { return }
    let isList = property.type == .numbers || property.type == .colors
    let isBounded = least == 0 && (property.type == .objects || property.type == .path)
    guard least <= most, isList || isBounded else {
        throw SceneError(.value, "\(location) has \(least)…\(most) members")
    }
    property.counts = least...most
}

private func readChoices(_ raw: scrim_property, _ location: String, _ property: inout Draft) throws(SceneError) {
    let limit = property.type == .choice || property.type == .objects ? 256 : property.type == .choices ? 32 : 0
    let count = unsafe Int(raw.choice_count)
    guard count <= limit else {
        throw SceneError(
            .value, limit == 0 ? "\(location) takes no choices" : "\(location) has \(count) choices of \(limit)")
    }
    guard limit > 0 else { return }
    if property.type == .objects, count == 0 { return }
    guard count > 0, let list = unsafe raw.choices else { throw SceneError(.value, "\(location) has no choices") }
    var seen: Set<String> = []
    for number in 0..<count {
        let choice = try unsafe readName(list[number], "choice \(number) of \(location)")
        guard seen.insert(choice).inserted else {
            throw SceneError(.value, "the choice \"\(choice)\" of \(location) comes twice")
        }
        property.choices.append(choice)
    }
}

private func readDefault(
    _ raw: scrim_default, _ location: String, _ property: Draft
) throws(SceneError) -> Value {
    let isSet = unsafe raw.is_set != 0
    if property.isOptional { return .none }
    let numbers = unsafe raw.numbers
    let bits = unsafe isSet ? raw.bits : 0
    switch property.type {
    case .number, .time, .angle, .integer: return .number(isSet ? numbers.0 : 0)
    case .boolean: return .boolean(bits != 0)
    case .point: return .point(isSet ? Point(numbers.0, numbers.1) : .zero)
    case .size: return .size(isSet ? Size(numbers.0, numbers.1) : .zero)
    case .rect: return .rect(isSet ? Rect(numbers.0, numbers.1, numbers.2, numbers.3) : .zero)
    case .color: return isSet ? .color(Color(rgba: bits)) : .none
    case .choice:
        guard let choice = UInt8(exactly: bits) else { throw SceneError(.value, "\(location) has no choice \(bits)") }
        return .choice(choice)
    case .choices: return .choices(bits)
    case .numbers:
        guard isSet, unsafe raw.list_count > 0 else { return .numbers([]) }
        guard let list = unsafe raw.list, unsafe raw.list_count <= 65_536 else {
            throw SceneError(.value, "the default of \(location) is no list")
        }
        return unsafe .numbers(Array(UnsafeBufferPointer(start: list, count: Int(raw.list_count))))
    case .string: return .string(isSet ? try unsafe readText(raw.text, "the default of \(location)") : "")
    case .colors: return .colors([])
    case .circle: return .numbers([0, 0, 0])
    case .rects: return .list([])
    case .operations: return .operations(OperationList())
    case .objects: return .objects([])
    default:
        guard !isSet else { throw SceneError(.unsupported, "\(location) can only have the default none") }
        return .none
    }
}

extension KindFamily {
    /// The properties that precede the kind's own in its family. Filters, of the family `other`, have none.
    var commonSchema: [Property] {
        switch self {
        case .layer: LayerProperty.schema
        case .output: OutputProperty.schema
        case .settings, .animation, .behavior, .other, .filter: []
        }
    }
}

extension PropertyType {
    /// True for the types that plugins can read; filters and timings have no representation in the contract yet.
    var isOffered: Bool {
        switch self {
        case .filters, .timing, .count, .animated, .keyframes, .timings: false
        default: true
        }
    }
}

extension PropertyType {
    /// True for the types that `scrim_layer.compute` can return, or `compute_list`.
    fileprivate var isComputable: Bool {
        switch self {
        case .number, .time, .angle, .integer, .boolean, .point, .size, .rect: true
        default: isComputedList
        }
    }

    /// True for the types that `scrim_layer.compute_list` can return.
    var isComputedList: Bool { self == .numbers || self == .rects }
}

extension Property {
    /// True when a value has the property's type and is in its range.
    func accepts(_ value: Value) -> Bool {
        func fits(_ number: Double) -> Bool { number.isFinite && number >= minimum && number <= maximum }
        switch (type, value) {
        case (.number, .number(let n)), (.time, .number(let n)), (.angle, .number(let n)): return fits(n)
        case (.integer, .number(let n)): return fits(n) && n == n.rounded()
        case (.boolean, .boolean): return true
        case (.point, .point(let p)): return fits(p.x) && fits(p.y)
        case (.size, .size(let s)): return fits(s.width) && fits(s.height)
        case (.rect, .rect(let r)): return fits(r.x) && fits(r.y) && fits(r.width) && fits(r.height)
        case (.color, .color), (.color, .none): return true
        case (.choice, .choice(let c)): return Int(c) < choices.count
        case (.choices, .choices(let bits)): return UInt64(bits) < 1 << UInt64(choices.count)
        case (.numbers, .numbers(let list)):
            return list.allSatisfy(fits) && (!isRising || zip(list, list.dropFirst()).allSatisfy { $0 <= $1 })
        case (.circle, .numbers(let list)): return list.count == 3 && list.allSatisfy(\.isFinite) && list[2] >= 0
        case (.operations, .operations(let list)):
            return (0..<list.count).allSatisfy { at in
                guard list[at].form < operations.count else { return false }
                let parameters = operations[Int(list[at].form)].parameters
                return parameters.count == list[at].values.count
                    && zip(parameters, list[at].values).allSatisfy { $0.accepts($1) }
            }
        case (.rects, .list): return true
        case (.colors, .colors), (.string, .string), (.objects, .objects), (.objects, .none): return true
        case (.contents, .object), (.contents, .string), (.contents, .none): return true
        case (.object, .object), (.object, .none): return true
        case (.transform, .transform), (.transform, .none), (.path, .path), (.path, .none): return true
        // If "none" is the default, it is a valid value.
        case (_, .none): return initial == .none
        default: return false
        }
    }
}

extension Color {
    /// From 0xRRGGBBAA.
    init(rgba: UInt32) {
        self.init(
            UInt8(rgba >> 24), UInt8(rgba >> 16 & 0xFF), UInt8(rgba >> 8 & 0xFF), UInt8(rgba & 0xFF))
    }

    var rgba: UInt32 { UInt32(red) << 24 | UInt32(green) << 16 | UInt32(blue) << 8 | UInt32(alpha) }
}

/// Throws for properties that cannot be arguments of a filter: numbers, then at most one colour.
func checkFilterSchema(_ properties: [Property], _ name: String) throws(SceneError) {
    let numbers = properties.last?.type == .color ? properties.dropLast() : properties[...]
    guard numbers.count <= FilterFunction.maxArguments else {
        throw SceneError(.limit, "\"\(name)\" takes \(numbers.count) numbers")
    }
    for property in numbers where ![.number, .angle, .integer].contains(property.type) {
        throw SceneError(
            .unsupported,
            "\"\(name).\(property.name)\": a filter takes numbers, angles, integers and at last a colour")
    }
}
