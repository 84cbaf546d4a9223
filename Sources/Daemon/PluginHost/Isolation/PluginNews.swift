import Scene
import ScrimPluginABI

/// Log lines, glyphs and property values that arrive with the replies of a plugin's process.
@safe
final class PluginNews {
    private let services: Services
    /// The plugin's id, for its log lines.
    var id = ""
    /// Maps the process's glyph numbers to the host's.
    private(set) var glyphs: [UInt64: UInt64] = [:]

    init(_ services: Services) { self.services = services }

    /// Reads log lines, removed and defined glyphs, and properties that were set.
    func take(_ reader: inout WireReader) {
        unsafe reader.forEach(LogLine.self, upTo: WorkerNews.lineLimit) {
            let message = (try? unsafe readText($0.pointee.text, "log")) ?? "a log line that is no text"
            services.log(id, UInt32(unsafe min($0.pointee.level, 4)), message)
        }
        unsafe reader.forEach(ForgottenGlyph.self, upTo: .max) {
            if let number = unsafe glyphs.removeValue(forKey: $0.pointee.number) { services.glyphs.forget(number) }
        }
        unsafe reader.forEach(DefinedGlyph.self, upTo: .max) {
            let local = unsafe $0.pointee.number
            var number: UInt64 = 0
            guard glyphs[local] == nil,
                unsafe services.glyphs.define(&$0.pointee.glyph, &number, of: id) == .ok
            else { return }
            glyphs[local] = number
        }
        unsafe reader.forEach(NumberSet.self, upTo: WorkerNews.setLimit) {
            guard let property = unsafe UInt32(exactly: $0.pointee.property) else { return }
            _ = unsafe services.call.set($0.pointee.object, property, $0.pointee.number)
        }
    }

    /// Removes all glyphs, because the process ended.
    func forgetGlyphs() {
        for number in glyphs.values { services.glyphs.forget(number) }
        glyphs.removeAll()
    }
}

/// The same, in the process, until the next reply.
@safe
final class WorkerNews {
    /// Maximum number of log lines in a reply.
    static let lineLimit = 256
    /// Maximum number of values set in a reply.
    static let setLimit = 65_536

    private let lines = WireList()
    private let forgotten = WireList()
    private let defined = WireList()
    private let set = WireList()

    func log(_ level: UInt32, _ text: String) {
        guard lines.count < Self.lineLimit else { return }
        unsafe text.withWireString { unsafe lines.append(LogLine(level: UInt64(level), text: $0)) }
    }

    func define(_ glyph: scrim_glyph, _ number: UInt64) {
        unsafe defined.append(DefinedGlyph(number: number, glyph: glyph))
    }

    func forget(_ number: UInt64) { forgotten.append(ForgottenGlyph(number: number)) }

    /// False when there are too many.
    func set(_ object: UInt64, _ property: UInt32, _ number: Double) -> Bool {
        guard set.count < Self.setLimit else { return false }
        set.append(NumberSet(object: object, property: UInt64(property), number: number))
        return true
    }

    /// Appends the notices to a reply, and clears them.
    func move(to wire: WireWriter) {
        for list in [lines, forgotten, defined, set] {
            wire.append(list)
            list.removeAll()
        }
    }
}
