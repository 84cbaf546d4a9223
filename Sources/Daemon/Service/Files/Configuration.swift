import Glibc
import LineProtocol
import Reactor
package import Schema
package import World

/// Files of lines that are run at start: the configuration, then scenes.
package enum Configuration {
    /// Path of the configuration: the named file, otherwise the first existing one of
    /// `$XDG_CONFIG_HOME/scrim/NAME.scrim` and `scrimd.scrim` in the same folder; nil when there is none.
    package static func path(_ options: ServiceOptions) -> String? {
        if let path = options.config { return path }
        guard let folder = Folders.config else { return nil }
        for name in [options.name, "scrimd"] {
            let path = "\(folder)/scrim/\(name).scrim"
            if unsafe access(path, R_OK) == 0 { return path }
        }
        return nil
    }

    /// Runs a file line by line: a failing line changes nothing and is skipped. Returns the errors with file, line and
    /// column. Throws `io` for an unreadable file.
    package static func runSkipping(_ path: String, _ world: World) throws(SceneError) -> [String] {
        let text = try world.fileVerbs.readFile(path)
        let principal = Principal()
        principal.configures = true
        var problems: [String] = []
        var number = 0
        for line in text.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
            number += 1
            do throws(SceneError) {
                try world.atomically { () throws(SceneError) in
                    try world.fileVerbs.run(Array(line), from: path, by: principal)
                }
            } catch {
                let location = "\(path):1:"
                let message = error.message
                problems.append(
                    message.hasPrefix(location) ? "\(path):\(number):\(message.dropFirst(location.count))" : message)
            }
        }
        return problems
    }

    /// Runs a file completely or not at all. `again`: existing objects are set, like with `put`. `isScene`: the file is
    /// no configuration and has only a client's rights.
    package static func run(
        _ path: String, _ world: World, again: Bool = false, isScene: Bool = false
    ) throws(SceneError) {
        let text = try world.fileVerbs.readFile(path)
        let principal = Principal()
        principal.configures = !isScene
        principal.recreates = again
        try world.atomically { () throws(SceneError) in
            try world.fileVerbs.run(text, from: path, by: principal)
        }
    }
}

/// Folders according to the XDG base directory specification.
package enum Folders {
    static var config: String? { variable("XDG_CONFIG_HOME") ?? variable("HOME").map { "\($0)/.config" } }
    package static var runtime: String? { variable("XDG_RUNTIME_DIR") }

    /// Folders with the files that belong to this program: installed next to it, or in its source tree.
    static let shared: [String] = {
        var room = [UInt8](repeating: 0, count: 4096)
        let count = unsafe room.withUnsafeMutableBytes { bytes in
            guard let start = bytes.baseAddress else { return 0 }
            return unsafe readlink("/proc/self/exe", start.assumingMemoryBound(to: CChar.self), bytes.count)
        }
        let path = String(decoding: room.prefix(max(count, 0)), as: UTF8.self)
        var folders: [String] = []
        if let end = path.lastIndex(of: "/") { folders.append(path[..<end] + "/../share/scrim/") }
        let parts = path.split(separator: "/", omittingEmptySubsequences: false)
        if let build = parts.lastIndex(where: { $0.hasPrefix(".build") }) {
            folders.append(parts[..<build].joined(separator: "/") + "/config/")
        }
        return folders
    }()

    /// A nonempty environment variable.
    package static func variable(_ name: String) -> String? {
        guard let value = unsafe getenv(name) else { return nil }
        let text = unsafe String(cString: value)
        return text.isEmpty ? nil : text
    }

}
