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
        for _ in 0..<reader.count(upTo: 256) where !reader.isBroken {
            let level = reader.word32()
            let line = unsafe reader.lentText()
            let message = (try? unsafe readText(line, "log")) ?? "a log line that is no text"
            services.log(id, min(level, 4), message)
        }
        let forgotten = unsafe reader.list(UInt64.self)
        for index in forgotten.indices {
            if let number = unsafe glyphs.removeValue(forKey: forgotten[index]) { services.glyphs.forget(number) }
        }
        for _ in 0..<reader.count(upTo: .max) {
            let local = reader.word()
            guard var glyph = unsafe reader.glyph(), !reader.isBroken, glyphs[local] == nil else { return }
            var number: UInt64 = 0
            if unsafe services.glyphs.define(&glyph, &number, of: id) == .ok { glyphs[local] = number }
        }
        for _ in 0..<reader.count(upTo: 65_536) {
            let (object, property, number) = (reader.word(), reader.word32(), reader.number())
            if !reader.isBroken { _ = services.call.set(object, property, number) }
        }
    }

    /// Removes all glyphs, because the process ended.
    func forgetGlyphs() {
        for number in glyphs.values { services.glyphs.forget(number) }
        glyphs.removeAll()
    }
}
