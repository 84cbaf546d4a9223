import Scene
import ScrimPluginABI

/// The log lines, glyphs and values of properties that come with the replies of a plugin's process.
@safe
final class PluginNews {
    private let services: Services
    /// The id of the plugin, for its log lines.
    var id = ""
    /// The host's numbers of the process's glyphs.
    private(set) var glyphs: [UInt64: UInt64] = [:]

    init(_ services: Services) { self.services = services }

    /// Takes log lines, glyphs that were forgotten or defined, and properties that were set.
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

    /// Forgets all glyphs, whose process is gone.
    func forgetGlyphs() {
        for number in glyphs.values { services.glyphs.forget(number) }
        glyphs.removeAll()
    }
}
