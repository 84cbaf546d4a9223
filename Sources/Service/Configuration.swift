import Glibc
import LineProtocol
import Reactor
package import Scene
package import World

/// Files of lines that are run at start: the configuration, then scenes.
package enum Configuration {
    /// The file to read: the one that was named, else the first that is there of `$XDG_CONFIG_HOME/scrim/NAME.scrim` and
    /// `scrimd.scrim` beside it; nil when there is none.
    package static func path(_ options: ServiceOptions) -> String? {
        if let path = options.config { return path }
        guard let folder = Folders.config else { return nil }
        for name in [options.name, "scrimd"] {
            let path = "\(folder)/scrim/\(name).scrim"
            if unsafe access(path, R_OK) == 0 { return path }
        }
        return nil
    }

    /// Runs a file line by line: one that fails changes nothing and is skipped. Their reasons, with file, line and column. Throws
    /// `io` for a file that cannot be read.
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

    /// Runs a file, whole or not at all. `again`: objects that exist are set, as by `put`. `isScene`: it is no configuration, and
    /// may say no more than a client.
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

/// Where things are by the XDG base directory specification.
package enum Folders {
    static var config: String? { variable("XDG_CONFIG_HOME") ?? variable("HOME").map { "\($0)/.config" } }
    package static var runtime: String? { variable("XDG_RUNTIME_DIR") }

    /// Folders with files that came with this program: installed beside it, or in the tree that it was built in.
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

    /// An environment variable that is set and not empty.
    package static func variable(_ name: String) -> String? {
        guard let value = unsafe getenv(name) else { return nil }
        let text = unsafe String(cString: value)
        return text.isEmpty ? nil : text
    }

}
