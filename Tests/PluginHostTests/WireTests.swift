import Glibc
import Schema
import ScrimPluginABI
import TestSupport
import Testing

@testable import PluginHost

/// Messages between the daemon and a plugin's process.
@Suite struct WireTests {
    /// All structs of messages.
    nonisolated(unsafe) static let structs: [any WireStruct.Type] = unsafe [
        scrim_affine.self, scrim_contact.self, scrim_copy.self, scrim_default.self, scrim_draw.self,
        scrim_filter_use.self, scrim_glyph.self, scrim_glyph_run.self, scrim_gradient.self, scrim_kind.self,
        scrim_layout.self, scrim_operation.self, scrim_path.self, scrim_plugin.self, scrim_point.self,
        scrim_property.self, scrim_reach.self, scrim_rect.self, scrim_sprites.self, scrim_step.self,
        scrim_string.self, scrim_stroke.self, scrim_velocity.self,
        ApplyQuestion.self, ArrangeQuestion.self, ChangeQuestion.self, CheckQuestion.self, ComputeListQuestion.self,
        ComputeQuestion.self, DrawQuestion.self, EndEngineQuestion.self, FitQuestion.self, MakeEngineQuestion.self,
        MeasureQuestion.self, PlaceQuestion.self, ReachQuestion.self, RemoveQuestion.self, RestoreQuestion.self,
        SaveQuestion.self, StepQuestion.self, VelocityQuestion.self,
        DefinedGlyph.self, ForgottenGlyph.self, FrameList.self, LogLine.self, NoReply.self, NumberList.self,
        NumberSet.self, PictureSize.self, ReplyStatus.self,
        ClipPath.self, Concat.self, DrawGlyphs.self, DrawSprites.self, DrawSublayers.self, FillGradient.self,
        FillPath.self, Hold.self, PaintGradient.self, Restore.self, Save.self, SaveLayer.self, SetAlpha.self,
        SetBlend.self, SetShadow.self, StrokePath.self,
    ]

    static var indices: Range<Int> { unsafe structs.indices }

    /// A pointer of which the wire knows nothing would be an address of the other process, and one that is described
    /// twice would be read from somewhere else.
    @Test(arguments: indices) func everyPointerIsDescribedOnce(_ index: Int) {
        func check<T: WireStruct>(_ type: T.Type) {
            let members = Member.all(of: type)
            // Gaps between members have random bytes, and the offsets here are without.
            #expect(members.reduce(0) { $0 + $1.size } == MemoryLayout<T>.size, "\(type) has gaps")
            let pointers = members.filter(\.isPointer).map(\.name)
            // The table of a kind is described by its interface.
            let interfaces = unsafe type == scrim_kind.self ? ["layer", "filter", "behavior", "output"] : [""]
            for interface in interfaces {
                let probe = Probe(type, interface: "scrim.\(interface)/1")
                #expect(probe.pointers.map { members[$0].name }.sorted() == pointers.sorted(), "\(type)")
                #expect(probe.elements == [], "\(type) has a list of structs with pointers, described as numbers")
                for (pointer, count) in probe.counts {
                    let name = members[pointer].name
                    guard let expected = counter(of: name, members) else { continue }
                    #expect(members.indices.contains(count) && members[count].name == expected, "the count of \(name)")
                }
                for (pointer, size) in probe.sizes {
                    let name = members[pointer].name
                    guard let expected = member(of: name, "_size", members) else { continue }
                    #expect(members.indices.contains(size) && members[size].name == expected, "the size of \(name)")
                }
            }
        }
        unsafe check(Self.structs[index])
    }

    /// The member with the count of a list: `point_count` that of `points`, else `count` or `length`. Nil for a block
    /// whose count is no member.
    private func counter(of pointer: String, _ members: [Member]) -> String? {
        guard !pointer.hasSuffix("argb"), pointer != "FillGradient.path" else { return nil }
        let scope = pointer.prefix(through: pointer.lastIndex(of: ".") ?? pointer.startIndex)
        let plain = members.first { $0.name == "\(scope)count" || $0.name == "\(scope)length" }
        return member(of: pointer, "_count", members) ?? plain?.name ?? "a count"
    }

    /// The member that ends in `suffix`, and begins as a list's name does without the ending of the plural.
    private func member(of pointer: String, _ suffix: String, _ members: [Member]) -> String? {
        members.map(\.name).first { $0.hasSuffix(suffix) && pointer.hasPrefix($0.dropLast(suffix.count + 1)) }
    }

    /// With the same number, two questions would be one.
    @Test func everyQuestionHasANumber() {
        var numbers: [QuestionNumber] = [.forget]
        var functions: [CanvasFunction] = []
        for type in unsafe Self.structs {
            if let question = type as? any PluginQuestion.Type { numbers.append(question.number) }
            if let call = type as? any CanvasCall.Type { functions.append(call.function) }
        }
        #expect(numbers.map(\.rawValue).sorted() == QuestionNumber.allCases.map(\.rawValue))
        #expect(functions.map(\.rawValue).sorted() == CanvasFunction.allCases.map(\.rawValue))
    }

    @Test func allStructsAreChecked() {
        var names: Set<String> = []
        for file in Places.files("Sources/Daemon/PluginHost/*/*.swift") {
            let text = String(decoding: Places.bytes(file), as: UTF8.self)
            for line in text.split(separator: "\n") {
                let words = line.split(separator: " ").filter { $0 != "@safe" && $0 != "@unsafe" }
                guard words.count > 3, words[0] == "struct" || words[0] == "extension", words[1].hasSuffix(":"),
                    ["WireStruct", "CanvasCall", "PluginQuestion"].contains(String(words[2]))
                else { continue }
                names.insert(String(words[1].dropLast()))
            }
        }
        let checked = unsafe Set(Self.structs.map { "\($0)" })
        #expect(names == checked)
    }

    @Test func reflectionSeesPointers() {
        func pointers<T>(_ type: T.Type) -> [String] { Member.all(of: type).filter(\.isPointer).map(\.name) }
        #expect(
            unsafe pointers(scrim_glyph.self)
                == ["outline.commands", "outline.points", "argb"].map { "scrim_glyph.\($0)" })
        #expect(
            unsafe pointers(scrim_kind.self)
                == ["name.bytes", "interface.bytes", "help.bytes", "properties", "table", "context"].map {
                    "scrim_kind.\($0)"
                })
    }

    /// A function appended to a table of the contract is one that `IsolatedTables` has.
    @Test func theWireHasAllFunctions() {
        func missing<T>(_ all: (T) -> T) -> [String] {
            let memory = UnsafeMutablePointer<T>.allocate(capacity: 1)
            defer { unsafe memory.deallocate() }
            unsafe memset(memory, 1, MemoryLayout<T>.size)
            let table = unsafe all(memory.pointee)
            return unsafe withUnsafeBytes(of: table) { bytes in
                Member.all(of: T.self).filter {
                    unsafe $0.isPointer && bytes[$0.offset..<$0.offset + $0.size].allSatisfy { $0 == 0 }
                }.map(\.name)
            }
        }
        // The process calls it before `draw`.
        #expect(missing(IsolatedTables.layer) == ["scrim_layer.update"])
        #expect(missing(IsolatedTables.filter) == [])
        #expect(missing(IsolatedTables.behavior) == [])
        // And no function that the plugin does not have.
        let layer = IsolatedTables.layer(scrim_layer())
        #expect(unsafe layer.measure == nil && layer.compute == nil && layer.arrange == nil && layer.check == nil)
    }

    /// A list, one of structs and a pointer to a struct arrive with what they point to, or as null.
    @Test func valuesArrive() throws {
        func withArrived<T: WireStruct>(_ value: T, _ body: (T) -> Void) throws {
            let wire = WireWriter()
            wire.value(value)
            wire.word(7)
            var reader = unsafe WireReader(UnsafeMutableRawBufferPointer(mutating: wire.bytes))
            unsafe body(try #require(reader.value(T.self)).pointee)
            #expect(reader.word() == 7 && !reader.isBroken)
        }
        try unsafe [1.0, 2, 3].withUnsafeBufferPointer { numbers in
            let motion = unsafe NumberList(numbers: numbers.baseAddress, count: 3)
            try withArrived(RestoreQuestion(object: 5, motion: motion)) {
                unsafe #expect($0.object == 5 && $0.motion.count == 3 && $0.motion.numbers?[2] == 3)
            }
        }
        try withArrived(RestoreQuestion(object: 5, motion: unsafe NumberList(numbers: nil, count: 3))) {
            unsafe #expect($0.motion.count == 0 && $0.motion.numbers == nil)
        }
        let letters = Array("wall".utf8).map(CChar.init)
        try unsafe letters.withUnsafeBufferPointer { letters in
            var contacts = unsafe [scrim_contact(), scrim_contact(), scrim_contact()]
            unsafe contacts[1].boundary = unsafe scrim_string(bytes: letters.baseAddress, length: 4)
            unsafe contacts[2].first = 9
            try unsafe contacts.withUnsafeBufferPointer { list in
                var step = unsafe scrim_step()
                unsafe (step.contacts, step.contact_count) = (list.baseAddress, 3)
                try unsafe withArrived(step) { step in
                    unsafe #expect(step.contact_count == 3 && step.motions == nil && step.motion_count == 0)
                    let list = unsafe UnsafeBufferPointer(start: step.contacts, count: Int(step.contact_count))
                    unsafe #expect(list.map { unsafe text($0.boundary) } == ["", "wall", ""])
                    unsafe #expect(list.map(\.first) == [0, 0, 9])
                }
            }
        }
        try unsafe [UInt8(SCRIM_MOVE)].withUnsafeBufferPointer { commands in
            var path = unsafe scrim_path(commands: commands.baseAddress, command_count: 1, points: nil, point_count: 0)
            try unsafe withUnsafePointer(to: &path) { path in
                try withArrived(unsafe FillGradient(path: path, gradient: scrim_gradient(), rule: 1)) {
                    unsafe #expect($0.path?.pointee.commands?[0] == UInt8(SCRIM_MOVE) && $0.rule == 1)
                }
            }
        }
        try withArrived(unsafe FillGradient(path: nil, gradient: scrim_gradient(), rule: 1)) {
            unsafe #expect($0.path == nil && $0.rule == 1)
        }
    }

    private func text(_ text: scrim_string) -> String? { try? unsafe readText(text, "") }

    /// A list that names itself is nested without end; a message ends.
    @Test func nestingIsBounded() throws {
        let wire = WireWriter()
        // Each with one operation, which has one parameter, which is the next one.
        for _ in 0..<1000 {
            var property = unsafe scrim_property()
            unsafe (property.operations, property.operation_count) = unsafe (UnsafePointer(bitPattern: 1), 1)
            var operation = unsafe scrim_operation()
            unsafe (operation.parameters, operation.parameter_count) = unsafe (UnsafePointer(bitPattern: 1), 1)
            unsafe withUnsafeBytes(of: property) { unsafe wire.raw($0.baseAddress!, $0.count, isLast: true) }
            unsafe withUnsafeBytes(of: operation) { unsafe wire.raw($0.baseAddress!, $0.count, isLast: true) }
        }
        var reader = unsafe WireReader(UnsafeMutableRawBufferPointer(mutating: wire.bytes))
        let value = unsafe reader.value(scrim_property.self)
        #expect(unsafe value == nil && reader.isBroken)
    }
}

/// A number or pointer in a struct, or in a struct in it.
private struct Member {
    let name: String
    let offset: Int
    let size: Int
    let isPointer: Bool

    /// The members in order.
    static func all<T>(of type: T.Type) -> [Member] {
        let memory = UnsafeMutableRawPointer.allocate(byteCount: max(1, MemoryLayout<T>.size), alignment: 16)
        defer { unsafe memory.deallocate() }
        // Pointers that are not null, which only optional ones may be.
        unsafe memset(memory, 1, MemoryLayout<T>.size)
        var all: [Member] = []
        unsafe add(memory.load(as: type), "\(type)", to: &all)
        return all
    }

    private static func add(_ value: Any, _ name: String, to all: inout [Member]) {
        let type = String(describing: Swift.type(of: value))
        let isPointer = type.hasPrefix("Optional<") || type.hasPrefix("Unsafe") || type.contains("->")
        let members = Mirror(reflecting: value).children
        if isPointer || members.isEmpty {
            func size<T>(_ value: T) -> Int { MemoryLayout<T>.size }
            let offset = all.last.map { $0.offset + $0.size } ?? 0
            let bytes = _openExistential(value, do: size)
            if bytes > 0 { all.append(Member(name: name, offset: offset, size: bytes, isPointer: isPointer)) }
        } else {
            for member in members { add(member.value, "\(name).\(member.label ?? "?")", to: &all) }
        }
    }
}

/// What a struct says of its pointers. Each member has its index, and one, as its value, by which it is known.
private struct Probe: WireCoder {
    private(set) var pointers: [Int] = []
    private(set) var counts: [(pointer: Int, count: Int)] = []
    private(set) var sizes: [(pointer: Int, size: Int)] = []
    /// Pointers in elements of lists that are said to have none.
    private(set) var elements: [String] = []
    var propertySize: UInt32 = 0
    private let interface: String

    init<T: WireStruct>(_ type: T.Type, interface: String) {
        self.interface = interface
        let memory = UnsafeMutableRawPointer.allocate(byteCount: max(1, MemoryLayout<T>.size), alignment: 16)
        defer { unsafe memory.deallocate() }
        unsafe memset(memory, 0, MemoryLayout<T>.size)
        // The lowest byte.
        for (index, member) in Member.all(of: type).enumerated() {
            unsafe memory.storeBytes(of: UInt8(index + 1), toByteOffset: member.offset, as: UInt8.self)
        }
        unsafe memory.assumingMemoryBound(to: type).pointee.pointers(&self)
    }

    private mutating func note<T>(_ pointer: T) -> Int {
        let index = unsafe withUnsafeBytes(of: pointer) { unsafe Int($0[0]) - 1 }
        pointers.append(index)
        return index
    }

    mutating func block<T: BitwiseCopyable>(_ start: inout UnsafePointer<T>?, count: Int) {
        unsafe counts.append((note(start), count - 1))
        elements += Member.all(of: T.self).filter(\.isPointer).map(\.name)
    }

    mutating func structs<T: WireStruct>(_ start: inout UnsafePointer<T>?, count: Int, size: Int) {
        let index = unsafe note(start)
        counts.append((index, count - 1))
        sizes.append((index, size - 1))
    }

    mutating func references<T: WireStruct>(_ start: inout UnsafePointer<UnsafePointer<T>?>?, count: Int) {
        unsafe counts.append((note(start), count - 1))
    }

    mutating func text(_ text: inout scrim_string) -> String? {
        unsafe text.pointers(&self)
        return interface
    }

    mutating func table<T>(_ table: inout UnsafeRawPointer?, proxy: (T) -> T) { _ = unsafe note(table) }
    mutating func omit<T>(_ pointer: inout T) { _ = note(pointer) }
}

extension PluginTests {
    /// The tables of a plugin, damaged on the way, are an error or tables, and what the daemon reads is in the message.
    @Test(arguments: ["Canvas", "Text", "Emitter", "Dynamics"]) func damagedTables(_ name: String) throws {
        let entry = unsafe try Library.entry(of: "\(Workshop.products)/lib\(name).so", fresh: false)
        let pointer = unsafe try Contract.table(entry)
        let contract = unsafe try Contract(pointer)
        let wire = WireWriter()
        unsafe wire.contract(pointer.pointee, contract)
        let message = unsafe [UInt64](wire.bytes.bindMemory(to: UInt64.self))
        func read(_ words: [UInt64]) throws -> Contract {
            var words = words
            return try unsafe words.withUnsafeMutableBytes {
                var reader = unsafe WireReader($0)
                return unsafe try reader.contract { _ in unsafe UnsafeMutableRawPointer(mutating: pointer) }
            }
        }
        let same = try read(message)
        #expect(same.id == contract.id && same.version == contract.version && same.abi == contract.abi)
        #expect(same.kinds.map(\.name) == contract.kinds.map(\.name))
        #expect(same.kinds.map(\.traits) == contract.kinds.map(\.traits))
        for (one, other) in zip(same.kinds, contract.kinds) {
            #expect("\(one.properties)" == "\(other.properties)" && one.help == other.help)
        }
        var dice = Dice(5)
        for _ in 0..<3000 {
            var words = message
            for _ in 0...dice.upTo(4) {
                let at = dice.upTo(words.count)
                switch dice.upTo(5) {
                case 0: words[at] = dice.pick([0, 1, 2, .max, 1 << 32, 1 << 63, 0xFFFF, UInt64(UInt32.max)])
                case 1: words[at] ^= 1 << UInt64(dice.upTo(64))
                case 2: words[at] = words[dice.upTo(words.count)]
                case 3: words.removeSubrange(at..<min(words.count, at + dice.upTo(4)))
                default: words.removeLast(dice.upTo(words.count))
                }
                if words.isEmpty { words = [0] }
            }
            _ = try? read(words)
        }
    }
}
