import Schema
import ScrimPluginABI

/// The table returned by a plugin's entry, checked: names, sizes, tables, schemas.
@safe
struct Contract {
    var id: String
    var version: String
    var abi: UInt32
    var kinds: [ContractKind]
    var decoders: [ContractDecoder]

    static let kindLimit = 256

    /// Throws `unsupported` for a contract this host does not know, `value` for a broken rule of the contract.
    init(_ entry: Library.Entry) throws(SceneError) {
        try unsafe self.init(Self.table(entry))
    }

    /// The table that an entry returns. Throws `unsupported` when there is none.
    static func table(_ entry: Library.Entry) throws(SceneError) -> UnsafePointer<scrim_plugin> {
        guard let pointer = unsafe entry(scrimABI) else {
            throw SceneError(
                .unsupported, "the plugin's entry returned null: it cannot work with contract \(scrimABI >> 16)")
        }
        return unsafe pointer
    }

    /// Checks a table. Throws like `init(_:)` for an entry.
    init(_ pointer: UnsafePointer<scrim_plugin>) throws(SceneError) {
        let size = unsafe pointer.pointee.size
        // The version follows the size in every version of the contract, so it is reported first.
        guard size >= 8 else { throw SceneError(.value, "scrim_plugin has the size \(size)") }
        abi = unsafe pointer.pointee.abi
        guard abi >> 16 == scrimABI >> 16 else {
            throw SceneError(
                .unsupported, "the plugin speaks contract \(abi >> 16), this host speaks \(scrimABI >> 16)")
        }
        let plugin = try unsafe readSized(pointer, scrim_plugin(), least: MemoryLayout<scrim_plugin>.size)
        id = try unsafe readName(plugin.id, "scrim_plugin.id")
        version = try unsafe readText(plugin.version, "scrim_plugin.version")
        guard unsafe plugin.kind_count > 0, let list = unsafe plugin.kinds else {
            throw SceneError(.value, "\"\(id)\" brings no kinds")
        }
        guard unsafe plugin.kind_count <= Self.kindLimit else {
            throw SceneError(.limit, unsafe "\"\(id)\" brings \(plugin.kind_count) kinds")
        }
        kinds = []
        decoders = []
        for number in unsafe 0..<Int(plugin.kind_count) {
            guard let pointer = unsafe list[number] else {
                throw SceneError(.value, "kind \(number) of \"\(id)\" is null")
            }
            if let decoder = try unsafe ContractDecoder(pointer) {
                decoders.append(decoder)
                continue
            }
            let kind = try unsafe ContractKind(pointer)
            guard !kinds.contains(where: { $0.name == kind.name }) else {
                throw SceneError(.value, "\"\(id)\" brings the kind \"\(kind.name)\" twice")
            }
            kinds.append(kind)
        }
    }
}

/// One kind provided by a plugin.
@safe
struct ContractKind {
    enum Table {
        case layer(scrim_layer)
        case output(scrim_output)
        case filter(scrim_filter)
        case behavior(scrim_behavior)
        /// Objects with properties and nothing else.
        case object

        /// The functions of a layer kind; nil for another family.
        var layer: scrim_layer? { if case .layer(let table) = self { table } else { nil } }
        /// The functions of a filter.
        var filter: scrim_filter? { if case .filter(let table) = self { table } else { nil } }
        /// The functions of a behavior.
        var behavior: scrim_behavior? { if case .behavior(let table) = self { table } else { nil } }

        /// The function that validates a text property; nil when any text is valid.
        var check: TextCheck? {
            switch self {
            case .layer(let table): unsafe table.check
            case .behavior(let table): unsafe table.check
            default: nil
            }
        }
    }

    /// `scrim_layer.check` and `scrim_behavior.check`.
    typealias TextCheck =
        @convention(c) (
            UnsafeMutableRawPointer?, UnsafePointer<scrim_host>, UInt32, scrim_string,
            UnsafeMutablePointer<scrim_string>
        ) -> UInt32

    var name: String
    var help: String
    var table: Table
    var context: UnsafeMutableRawPointer?
    var properties: [Property]

    var family: KindFamily {
        switch table {
        case .layer: .layer
        case .output: .output
        case .filter: .filter
        case .object: .other
        case .behavior: .behavior
        }
    }

    var traits: KindTraits {
        guard case .layer(let table) = table else { return [] }
        var traits = KindTraits(rawValue: table.flags).intersection(.layerFlags)
        if unsafe table.measure != nil { traits.insert(.measures) }
        if unsafe table.arrange != nil { traits.insert(.arrangesSublayers) }
        return traits
    }

    /// SCRIM_LAYER_DRAWS_FIGURE.
    var drawsFigure: Bool { if case .layer(let table) = table { table.flags & 32 != 0 } else { false } }

    /// Size of `scrim_layer` in contract 1.0.
    private static let firstLayerSize = 40
    /// Size of `scrim_behavior` up to the functions that all behaviors have.
    private static let firstBehaviorSize = 56

    /// The property that stores the motion of behaviors that can resume, after their own properties.
    private static let motion = Property(
        "motion", .numbers, .none, effect: .look, traits: [.isContinuation, .goesOn],
        help: "how it goes on, in numbers of its own; where it is set it goes on so")

    init(_ pointer: UnsafePointer<scrim_kind>) throws(SceneError) {
        let kind = try unsafe readSized(pointer, scrim_kind(), least: MemoryLayout<scrim_kind>.size)
        name = try unsafe readName(kind.name, "scrim_kind.name")
        help = try unsafe readText(kind.help, "help of \"\(name)\"")
        unsafe context = kind.context
        let interface = try unsafe readText(kind.interface, "interface of \"\(name)\"")
        if interface == "scrim.object/1" {
            self.table = .object
            properties = []
            properties = try unsafe readSchema(kind, name, .other)
            return
        }
        guard let table = unsafe kind.table else { throw SceneError(.value, "\"\(name)\" has no table") }
        switch interface {
        case "scrim.layer/1":
            let layer = try unsafe readSized(
                table.assumingMemoryBound(to: scrim_layer.self), scrim_layer(), least: Self.firstLayerSize)
            guard unsafe layer.draw != nil else { throw SceneError(.value, "\"\(name)\" has no draw") }
            guard unsafe (layer.arrange == nil) == (layer.fit == nil) else {
                throw SceneError(.value, "\"\(name)\" has one of arrange and fit without the other")
            }
            self.table = .layer(layer)
        case "scrim.output/1":
            let output = try unsafe readSized(
                table.assumingMemoryBound(to: scrim_output.self), scrim_output(),
                least: 48)
            guard unsafe output.create != nil, unsafe output.destroy != nil, unsafe output.configure != nil,
                unsafe output.acquire != nil, unsafe output.present != nil
            else { throw SceneError(.value, "\"\(name)\" lacks a function: an output has the first five") }
            self.table = .output(output)
        case "scrim.filter/1":
            let filter = try unsafe readSized(
                table.assumingMemoryBound(to: scrim_filter.self), scrim_filter(),
                least: MemoryLayout<scrim_filter>.size)
            guard unsafe filter.apply != nil else { throw SceneError(.value, "\"\(name)\" has no apply") }
            self.table = .filter(filter)
        case "scrim.behavior/1":
            let behavior = try unsafe readSized(
                table.assumingMemoryBound(to: scrim_behavior.self), scrim_behavior(),
                least: Self.firstBehaviorSize)
            guard unsafe behavior.create != nil, unsafe behavior.destroy != nil, unsafe behavior.change != nil,
                unsafe behavior.remove != nil, unsafe behavior.place != nil, unsafe behavior.step != nil
            else { throw SceneError(.value, "\"\(name)\" lacks a function: a behavior has the first six") }
            self.table = .behavior(behavior)
        default:
            throw SceneError(
                .unsupported,
                "\"\(name)\" is a \"\(interface)\"; known are scrim.layer/1, scrim.output/1, scrim.filter/1, scrim.decoder/1, scrim.object/1, scrim.behavior/1"
            )
        }
        properties = []
        let family = self.family
        properties = try unsafe readSchema(kind, name, family)
        if family == .filter { try checkFilterSchema(properties, name) }
        if case .behavior(let behavior) = self.table, unsafe behavior.save != nil { properties.append(Self.motion) }
        for computed in properties where computed.isDerived {
            guard case .layer(let table) = self.table,
                unsafe computed.type.isComputedList ? table.compute_list != nil : table.compute != nil
            else { throw SceneError(.value, "nobody computes \"\(name).\(computed.name)\"") }
        }
        if let checked = properties.first(where: \.isChecked) {
            guard unsafe self.table.check != nil else {
                throw SceneError(.value, "nobody checks \"\(name).\(checked.name)\"")
            }
        }
    }
}

/// The version of the contract that this host was built with: SCRIM_ABI, which Swift does not import.
let scrimABI = UInt32(SCRIM_ABI_MAJOR << 16 | SCRIM_ABI_MINOR)

/// Copies the known part of a sized struct; the rest is zero.
///
/// Throws `value` when the struct is smaller than `least`, the minimum for a plugin of this version.
func readSized<T>(_ pointer: UnsafePointer<T>, _ zero: T, least: Int) throws(SceneError) -> T {
    let size = unsafe Int(UnsafeRawPointer(pointer).loadUnaligned(as: UInt32.self))
    guard size >= least, size <= 65_536 else {
        throw SceneError(.value, "\(T.self) has the size \(size); contract 1.0 has \(least)")
    }
    var known = zero
    unsafe withUnsafeMutableBytes(of: &known) { target in
        unsafe target.copyMemory(
            from: UnsafeRawBufferPointer(start: pointer, count: min(size, MemoryLayout<T>.size)))
    }
    return known
}

/// Copies a plugin's text. Throws `value` when it is longer than 4096 bytes or not UTF-8.
func readText(_ text: scrim_string, _ what: String, most: Int = 4096) throws(SceneError) -> String {
    guard unsafe text.length > 0 else { return "" }
    guard unsafe text.length <= UInt64(most), let bytes = unsafe text.bytes else {
        throw SceneError(.value, "\(what) is no text")
    }
    let buffer = unsafe UnsafeRawBufferPointer(start: bytes, count: Int(text.length))
    guard let string = unsafe String(validating: buffer, as: UTF8.self) else {
        throw SceneError(.value, "\(what) is no UTF-8")
    }
    return string
}

func readName(_ text: scrim_string, _ what: String) throws(SceneError) -> String {
    let name = try unsafe readText(text, what)
    guard isName(name) else { throw SceneError(.value, "\(what) \"\(name)\" is no name: [A-Za-z][A-Za-z0-9._-]*") }
    return name
}
