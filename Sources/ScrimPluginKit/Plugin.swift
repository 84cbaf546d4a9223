public import ScrimPluginABI

/// A plugin, whose table its entry returns.
///
///     private let plugin = Plugin(id: "Shape", version: "1.0.0", layers: [Shape.self])
///
///     @c(scrim_plugin_entry) public func entry(_ host: UInt32) -> UnsafePointer<scrim_plugin>? {
///         unsafe plugin.table
///     }
///
/// The tables are made once and live as long as the process.
@safe
public struct Plugin: @unchecked Sendable {  // Only reads, after it was made: the tables never change.
    /// The table returned by `scrim_plugin_entry`.
    public let table: UnsafePointer<scrim_plugin>

    /// `id` and the kinds' names must match the manifest.
    public init(
        id: String, version: String, layers: [any LayerKind.Type] = [], objects: [any PlainKind.Type] = [],
        outputs: [any OutputKind.Type] = [],
        filters: [any FilterKind.Type] = [], decoders: [any DecoderKind.Type] = [],
        behaviors: (any BehaviorEngine.Type)? = nil
    ) {
        var kinds = unsafe layers.map { unsafe layerTable($0) }
        unsafe kinds += unsafe objects.map { unsafe kindTable($0, "scrim.object/1", nil, nil) }
        unsafe kinds += unsafe outputs.map { unsafe outputTable($0) }
        unsafe kinds += unsafe filters.map { unsafe filterTable($0) }
        unsafe kinds += unsafe decoders.map { unsafe decoderTable($0) }
        if let behaviors { unsafe kinds += unsafe behaviorTables(behaviors) }
        let list = unsafe UnsafeMutablePointer<UnsafePointer<scrim_kind>?>.allocate(capacity: max(1, kinds.count))
        for unsafe(number, kind) in unsafe kinds.enumerated() { unsafe list[number] = UnsafePointer(forever(kind)) }
        unsafe table = unsafe UnsafePointer(
            forever(
                scrim_plugin(
                    size: UInt32(MemoryLayout<scrim_plugin>.size), abi: contractVersion, id: forever(id),
                    version: forever(version), kind_count: UInt32(kinds.count), reserved: 0,
                    kinds: UnsafePointer(list))))
    }
}

/// SCRIM_ABI, which Swift does not import.
let contractVersion = UInt32(SCRIM_ABI_MAJOR << 16 | SCRIM_ABI_MINOR)

/// Copies a value to memory that is never freed, for values that the contract keeps as long as the process.
func forever<T>(_ value: T) -> UnsafeMutablePointer<T> {
    let memory = UnsafeMutablePointer<T>.allocate(capacity: 1)
    unsafe memory.initialize(to: value)
    return unsafe memory
}

func forever(_ text: String) -> scrim_string {
    let bytes = Array(text.utf8)
    let memory = UnsafeMutablePointer<CChar>.allocate(capacity: max(1, bytes.count))
    for (index, byte) in bytes.enumerated() { unsafe memory[index] = CChar(bitPattern: byte) }
    return unsafe scrim_string(bytes: memory, length: UInt64(bytes.count))
}

/// A kind's entry with its schema. `maker` is passed to create.
func kindTable(
    _ kind: any ObjectKind.Type, _ interface: String, _ table: UnsafeRawPointer?, _ maker: AnyObject?
) -> scrim_kind {
    unsafe kindTable(kind.name, kind.help, kind.schema, interface, table, maker)
}

/// A kind's entry, for a kind that is not a type.
func kindTable(
    _ name: String, _ help: String, _ schema: [Property], _ interface: String, _ table: UnsafeRawPointer?,
    _ maker: AnyObject?
) -> scrim_kind {
    let properties = unsafe forever(schema)
    return unsafe scrim_kind(
        size: UInt32(MemoryLayout<scrim_kind>.size), property_count: UInt32(schema.count),
        property_size: UInt32(MemoryLayout<scrim_property>.stride), reserved: 0, name: forever(name),
        interface: forever(interface), help: forever(help), properties: properties, table: table,
        context: maker.map { unsafe Unmanaged.passRetained($0).toOpaque() })
}

private func forever(_ schema: [Property]) -> UnsafePointer<scrim_property> {
    let list = UnsafeMutablePointer<scrim_property>.allocate(capacity: max(1, schema.count))
    for (number, property) in schema.enumerated() { unsafe (list + number).initialize(to: property.raw) }
    return unsafe UnsafePointer(list)
}

private func forever(_ operations: [Operation]) -> UnsafePointer<scrim_operation> {
    let list = UnsafeMutablePointer<scrim_operation>.allocate(capacity: max(1, operations.count))
    for (number, operation) in operations.enumerated() {
        let raw = unsafe scrim_operation(
            name: forever(operation.name), help: forever(operation.help), flags: operation.role.rawValue,
            parameter_count: UInt32(operation.parameters.count), parameters: forever(operation.parameters))
        unsafe (list + number).initialize(to: raw)
    }
    return unsafe UnsafePointer(list)
}

extension Property {
    /// The contract's representation, in memory that is never freed.
    fileprivate var raw: scrim_property {
        var raw = unsafe scrim_property()
        unsafe raw.name = unsafe forever(name)
        unsafe raw.unit = unsafe forever(unit)
        unsafe raw.help = unsafe forever(help)
        unsafe raw.animates = animates ? 1 : 0
        unsafe raw.effect = redraws ? 2 : 0
        unsafe raw.flags =
            (isRising ? 1 : 0) | (isComputed ? 2 : 0) | (isRequired ? 4 : 0) | (isPositional ? 8 : 0)
            | (isChecked ? 16 : 0) | (isSecret ? 1 << 11 : 0)
        if counts != 0...Int.max {
            unsafe (raw.least, raw.most) = (UInt32(clamping: counts.lowerBound), UInt32(clamping: counts.upperBound))
        }
        unsafe raw.flags |= (isOptional ? 1 << 8 : 0) | (isAttached ? 1 << 9 : 0) | (isOpen ? 1 << 10 : 0)
        unsafe (raw.minimum, raw.maximum) = (range.lowerBound, range.upperBound)
        unsafe raw.initial.is_set = 1
        let type: Int
        switch form {
        case .number(let n): unsafe (type, raw.initial.numbers.0) = (0, n)
        case .boolean(let b): unsafe (type, raw.initial.bits) = (1, b ? 1 : 0)
        case .time(let t): unsafe (type, raw.initial.numbers.0) = (2, t)
        case .angle(let a): unsafe (type, raw.initial.numbers.0) = (3, a)
        case .point(let x, let y): unsafe (type, raw.initial.numbers) = (4, (x, y, 0, 0))
        case .size(let w, let h): unsafe (type, raw.initial.numbers) = (5, (w, h, 0, 0))
        case .rect(let x, let y, let w, let h): unsafe (type, raw.initial.numbers) = (6, (x, y, w, h))
        case .color(let color):
            type = 7
            unsafe raw.initial.is_set = color == nil ? 0 : 1
            unsafe raw.initial.bits = color?.rgba ?? 0
        case .choice(let names, let index):
            type = 8
            unsafe (raw.choices, raw.choice_count) = unsafe (Self.list(names), UInt32(names.count))
            unsafe raw.initial.bits = UInt32(index)
        case .choices(let names, let bits):
            type = 9
            unsafe (raw.choices, raw.choice_count) = unsafe (Self.list(names), UInt32(names.count))
            unsafe raw.initial.bits = bits
        case .numbers: unsafe (type, raw.initial.is_set) = (10, 0)
        case .colors: unsafe (type, raw.initial.is_set) = (11, 0)
        case .transform: unsafe (type, raw.initial.is_set) = (12, 0)
        case .path: unsafe (type, raw.initial.is_set) = (13, 0)
        case .text(let text): unsafe (type, raw.initial.text) = unsafe (16, forever(text))
        case .object: unsafe (type, raw.initial.is_set) = (17, 0)
        case .integer(let n): unsafe (type, raw.initial.numbers.0) = (19, n)
        case .operations(let operations):
            unsafe (type, raw.initial.is_set) = (25, 0)
            unsafe (raw.operations, raw.operation_count) = unsafe (forever(operations), UInt32(operations.count))
            unsafe raw.operation_size = UInt32(MemoryLayout<scrim_operation>.stride)
        case .circle: unsafe (type, raw.initial.is_set) = (26, 0)
        case .rects: unsafe (type, raw.initial.is_set) = (27, 0)
        case .objects(let kinds):
            unsafe (type, raw.initial.is_set) = (18, 0)
            unsafe (raw.choices, raw.choice_count) = unsafe (Self.list(kinds), UInt32(kinds.count))
        case .contents: unsafe (type, raw.initial.is_set) = (20, 0)
        }
        unsafe raw.type = UInt32(type)
        return unsafe raw
    }

    private static func list(_ names: [String]) -> UnsafePointer<scrim_string> {
        let list = UnsafeMutablePointer<scrim_string>.allocate(capacity: max(1, names.count))
        for (number, name) in names.enumerated() { unsafe (list + number).initialize(to: forever(name)) }
        return unsafe UnsafePointer(list)
    }
}
