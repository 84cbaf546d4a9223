import Schema
import ScrimPluginABI

// The encoding of the tables that a plugin's entry returns. The process has checked them; the daemon does not rely on
// that, reconstructs the tables and checks them like those of a library of its own.

/// Optional functions of a layer kind, as bits.
enum WireLayerFunctions {
    static let measure: UInt32 = 1
    static let compute: UInt32 = 2
    static let layout: UInt32 = 4
    static let check: UInt32 = 8
    static let computeList: UInt32 = 16
}

/// Optional functions of a behavior kind, as bits.
enum WireBehaviorFunctions {
    static let velocity: UInt32 = 1
    static let check: UInt32 = 2
    static let motion: UInt32 = 4
}

extension WireWriter {
    /// Appends the tables of an entry, which have been checked.
    func contract(_ plugin: scrim_plugin, _ contract: Contract) {
        text(contract.id)
        text(contract.version)
        unsafe word(plugin.abi)
        var kinds: [scrim_kind] = unsafe []
        for number in unsafe 0..<Int(plugin.kind_count) {
            guard let pointer = unsafe plugin.kinds?[number],
                let kind = unsafe try? readSized(pointer, scrim_kind(), least: MemoryLayout<scrim_kind>.size),
                let name = unsafe try? readText(kind.name, ""), contract.kinds.contains(where: { $0.name == name })
            else { continue }
            unsafe kinds.append(kind)
        }
        unsafe word(kinds.count)
        for index in unsafe kinds.indices { unsafe self.kind(kinds[index], contract.kinds[index].table) }
    }

    private func lent(_ text: scrim_string) {
        unsafe list(UnsafeBufferPointer(start: text.bytes, count: text.bytes == nil ? 0 : Int(text.length)))
    }

    private func kind(_ kind: scrim_kind, _ table: ContractKind.Table) {
        unsafe lent(kind.name)
        unsafe lent(kind.interface)
        unsafe lent(kind.help)
        var (flags, functions): (UInt32, UInt32) = (0, 0)
        switch table {
        case .layer(let layer):
            flags = layer.flags
            if unsafe layer.measure != nil { functions |= WireLayerFunctions.measure }
            if unsafe layer.compute != nil { functions |= WireLayerFunctions.compute }
            if unsafe layer.arrange != nil { functions |= WireLayerFunctions.layout }
            if unsafe layer.check != nil { functions |= WireLayerFunctions.check }
            if unsafe layer.compute_list != nil { functions |= WireLayerFunctions.computeList }
        case .filter(let filter):
            flags = filter.flags
            functions = unsafe filter.reach == nil ? 0 : 1
        case .behavior(let behavior):
            if unsafe behavior.velocity != nil { functions |= WireBehaviorFunctions.velocity }
            if unsafe behavior.check != nil { functions |= WireBehaviorFunctions.check }
            if unsafe behavior.save != nil && behavior.restore != nil { functions |= WireBehaviorFunctions.motion }
        default: break
        }
        word(flags)
        word(functions)
        unsafe properties(kind.properties, Int(kind.property_count), Int(kind.property_size))
    }

    private func properties(_ list: UnsafePointer<scrim_property>?, _ count: Int, _ size: Int) {
        guard let list = unsafe list, count > 0 else { return word(0) }
        word(count)
        for number in 0..<count {
            unsafe property(copyStruct(UnsafeRawPointer(list) + number * size, size, scrim_property()), size)
        }
    }

    private func property(_ property: scrim_property, _ size: Int) {
        unsafe lent(property.name)
        unsafe word(property.type)
        unsafe word(property.effect)
        unsafe word(property.animates)
        unsafe word(property.choice_count)
        for number in unsafe 0..<Int(property.choice_count) { unsafe lent(property.choices?[number] ?? scrim_string()) }
        unsafe number(property.minimum)
        unsafe number(property.maximum)
        let initial = unsafe property.initial
        unsafe word(initial.is_set)
        unsafe word(initial.bits)
        unsafe plain(initial.numbers.0)
        unsafe plain(initial.numbers.1)
        unsafe plain(initial.numbers.2)
        unsafe plain(initial.numbers.3)
        unsafe list(UnsafeBufferPointer(start: initial.list, count: initial.list == nil ? 0 : Int(initial.list_count)))
        unsafe lent(initial.text)
        unsafe lent(property.unit)
        unsafe lent(property.help)
        unsafe word(property.flags)
        unsafe word(property.least)
        unsafe word(property.most)
        let operations = unsafe property.operations == nil ? 0 : Int(property.operation_count)
        word(operations)
        for number in 0..<operations {
            guard let list = unsafe property.operations else { break }
            let stride = unsafe Int(property.operation_size)
            let operation = unsafe copyStruct(UnsafeRawPointer(list) + number * stride, stride, scrim_operation())
            unsafe lent(operation.name)
            unsafe lent(operation.help)
            unsafe word(operation.flags)
            unsafe properties(operation.parameters, Int(operation.parameter_count), size)
        }
    }
}

/// Reconstructs the tables; the message must outlive this.
@safe
struct ContractReader {
    private var reader: WireReader
    private var memory: [UnsafeMutableRawPointer] = unsafe []
    /// Returns the context for each kind, in order.
    private let context: (Int) -> UnsafeMutableRawPointer

    /// `context` returns the context of the kind with an index.
    init(_ reader: WireReader, context: @escaping (Int) -> UnsafeMutableRawPointer) {
        self.reader = reader
        unsafe self.context = unsafe context
    }

    private static let malformed = SceneError(.value, "its process gave no tables")

    /// The contract, checked. Throws as `Contract` does.
    mutating func read() throws(SceneError) -> Contract {
        defer { unsafe memory.forEach { unsafe $0.deallocate() } }
        var plugin = unsafe scrim_plugin()
        unsafe plugin.size = UInt32(MemoryLayout<scrim_plugin>.size)
        unsafe plugin.id = unsafe reader.lentText()
        unsafe plugin.version = unsafe reader.lentText()
        unsafe plugin.abi = reader.word32()
        var kinds: [UnsafePointer<scrim_kind>?] = unsafe []
        for number in 0..<reader.count(upTo: 256) { unsafe kinds.append(hold([kind(number)])) }
        guard !reader.isBroken else { throw Self.malformed }
        unsafe plugin.kind_count = UInt32(kinds.count)
        unsafe plugin.kinds = unsafe hold(kinds)
        return try unsafe withUnsafePointer(to: plugin) { (pointer) throws(SceneError) in try unsafe Contract(pointer) }
    }

    /// Keeps a copy of a list until reading ends.
    private mutating func hold<T>(_ list: [T]) -> UnsafePointer<T>? {
        guard !list.isEmpty else { return nil }
        let copy = UnsafeMutablePointer<T>.allocate(capacity: list.count)
        unsafe list.withUnsafeBufferPointer {
            if let base = $0.baseAddress { unsafe copy.initialize(from: base, count: $0.count) }
        }
        unsafe memory.append(UnsafeMutableRawPointer(copy))
        return unsafe UnsafePointer(copy)
    }

    private mutating func kind(_ number: Int) -> scrim_kind {
        var kind = unsafe scrim_kind()
        unsafe kind.size = UInt32(MemoryLayout<scrim_kind>.size)
        unsafe kind.name = unsafe reader.lentText()
        unsafe kind.interface = unsafe reader.lentText()
        unsafe kind.help = unsafe reader.lentText()
        let (flags, functions) = (reader.word32(), reader.word32())
        let bytes = unsafe UnsafeBufferPointer(start: kind.interface.bytes, count: Int(kind.interface.length))
        switch unsafe String(decoding: bytes.map { UInt8(bitPattern: $0) }, as: UTF8.self) {
        case "scrim.layer/1":
            unsafe kind.table = unsafe UnsafeRawPointer(hold([IsolatedTables.layer(flags, functions)]))
        case "scrim.filter/1":
            unsafe kind.table = unsafe UnsafeRawPointer(hold([IsolatedTables.filter(flags, functions)]))
        case "scrim.behavior/1":
            unsafe kind.table = unsafe UnsafeRawPointer(hold([IsolatedTables.behavior(functions)]))
        default: break
        }
        let properties = unsafe properties()
        unsafe kind.property_count = UInt32(properties.count)
        unsafe kind.property_size = UInt32(MemoryLayout<scrim_property>.stride)
        unsafe kind.properties = unsafe hold(properties)
        unsafe kind.context = unsafe context(number)
        return unsafe kind
    }

    private mutating func properties() -> [scrim_property] {
        var list: [scrim_property] = unsafe []
        for _ in 0..<reader.count(upTo: 1024) where !reader.isBroken { unsafe list.append(property()) }
        return unsafe list
    }

    private mutating func property() -> scrim_property {
        var property = unsafe scrim_property()
        unsafe property.name = unsafe reader.lentText()
        unsafe (property.type, property.effect, property.animates) = (reader.word32(), reader.word32(), reader.word32())
        let choices = unsafe (0..<reader.count(upTo: 256)).map { _ in unsafe reader.lentText() }
        unsafe (property.choices, property.choice_count) = unsafe (hold(choices), UInt32(choices.count))
        unsafe (property.minimum, property.maximum) = (reader.number(), reader.number())
        unsafe (property.initial.is_set, property.initial.bits) = (reader.word32(), reader.word32())
        unsafe property.initial.numbers = (reader.number(), reader.number(), reader.number(), reader.number())
        let list = unsafe reader.list(Double.self)
        unsafe (property.initial.list, property.initial.list_count) = (list.baseAddress, UInt64(list.count))
        unsafe property.initial.text = unsafe reader.lentText()
        unsafe (property.unit, property.help) = unsafe (reader.lentText(), reader.lentText())
        unsafe property.flags = reader.word32()
        unsafe (property.least, property.most) = (reader.word32(), reader.word32())
        var operations: [scrim_operation] = unsafe []
        for _ in 0..<reader.count(upTo: 256) where !reader.isBroken { unsafe operations.append(operation()) }
        unsafe (property.operations, property.operation_count) = unsafe (hold(operations), UInt32(operations.count))
        unsafe property.operation_size = UInt32(MemoryLayout<scrim_operation>.stride)
        return unsafe property
    }

    private mutating func operation() -> scrim_operation {
        var operation = unsafe scrim_operation()
        unsafe (operation.name, operation.help) = unsafe (reader.lentText(), reader.lentText())
        unsafe operation.flags = reader.word32()
        let parameters = unsafe properties()
        unsafe (operation.parameters, operation.parameter_count) = unsafe (hold(parameters), UInt32(parameters.count))
        return unsafe operation
    }
}
