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

    /// A struct of which every byte is 1: numbers and pointers that are not null.
    private func read<T: WireStruct>(_ type: T.Type) throws -> T {
        let size = MemoryLayout<T>.size
        let memory = UnsafeMutableRawPointer.allocate(byteCount: size + 8, alignment: 16)
        defer { unsafe memory.deallocate() }
        unsafe memset(memory, 1, size)
        var reader = unsafe WireReader(UnsafeMutableRawBufferPointer(start: memory, count: size))
        _ = unsafe reader.value(type)
        return unsafe memory.load(as: type)
    }

    /// The names of members that are pointers, also in members of members; `onlySet`: that are not null.
    private func pointers(_ value: Any, _ name: String, onlySet: Bool) -> [String] {
        let type = String(describing: Swift.type(of: value))
        let mirror = Mirror(reflecting: value)
        if type.hasPrefix("Optional<") { return onlySet && mirror.children.isEmpty ? [] : [name] }
        if type.hasPrefix("Unsafe") { return [name] }
        if type.contains("->") { return onlySet && isZero(value) ? [] : [name] }
        return mirror.children.flatMap { pointers($0.value, "\(name).\($0.label ?? "?")", onlySet: onlySet) }
    }

    private func isZero(_ value: Any) -> Bool {
        func of<T>(_ value: T) -> Bool { unsafe withUnsafeBytes(of: value) { unsafe $0.allSatisfy { $0 == 0 } } }
        return _openExistential(value, do: of)
    }

    private func size(_ value: Any) -> Int {
        func of<T>(_ value: T) -> Int { MemoryLayout<T>.size }
        return _openExistential(value, do: of)
    }

    /// A pointer of which the wire knows nothing would be an address of the other process.
    @Test(arguments: indices) func everyPointerIsDescribed(_ index: Int) throws {
        func check<T: WireStruct>(_ type: T.Type) throws {
            let value = try read(type)
            #expect(pointers(value, "\(type)", onlySet: true) == [])
            // Gaps between members have random bytes.
            let members = Mirror(reflecting: value).children.map { size($0.value) }
            #expect(members.reduce(0, +) == MemoryLayout<T>.size, "\(type) has gaps")
        }
        unsafe try check(Self.structs[index])
    }

    @Test func allStructsAreChecked() {
        let folder = "Sources/Daemon/PluginHost/Isolation"
        var names: Set<String> = []
        for file in ["CanvasCalls", "PluginNews", "PluginQuestions", "WireContract", "WireObjects", "WireStruct"] {
            let text = String(decoding: Places.bytes("\(folder)/\(file).swift"), as: UTF8.self)
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
        #expect(
            unsafe pointers(scrim_glyph(), "glyph", onlySet: false)
                == ["glyph.outline.commands", "glyph.outline.points", "glyph.argb"])
        #expect(
            unsafe pointers(scrim_kind(), "kind", onlySet: false)
                == ["name.bytes", "interface.bytes", "help.bytes", "properties", "table", "context"].map {
                    "kind.\($0)"
                })
    }

    /// A function appended to a table of the contract is one that `IsolatedTables` has.
    @Test func theWireHasAllFunctions() {
        func missing<T>(_ all: (T) -> T) -> [String] {
            let memory = UnsafeMutablePointer<T>.allocate(capacity: 1)
            defer { unsafe memory.deallocate() }
            unsafe memset(memory, 1, MemoryLayout<T>.size)
            let children = unsafe Mirror(reflecting: all(memory.pointee)).children
            return children.filter { pointers($0.value, "", onlySet: false) != pointers($0.value, "", onlySet: true) }
                .compactMap(\.label)
        }
        // The process calls it before `draw`.
        #expect(missing(IsolatedTables.layer) == ["update"])
        #expect(missing(IsolatedTables.filter) == [] && missing(IsolatedTables.behavior) == [])
        // And no function that the plugin does not have.
        let layer = IsolatedTables.layer(scrim_layer())
        #expect(unsafe layer.measure == nil && layer.compute == nil && layer.arrange == nil && layer.check == nil)
    }

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
