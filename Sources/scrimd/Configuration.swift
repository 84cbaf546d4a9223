import Glibc
import LineProtocol
import Reactor
import Scene

/// Files of lines that are run at start: the configuration, then scenes.
enum Configuration {
    /// The file to read: the one that was named, else the first that is there of `$XDG_CONFIG_HOME/scrim/NAME.scrim` and
    /// `scrimd.scrim` beside it; nil when there is none.
    static func path(_ options: Options) -> String? {
        if let path = options.config { return path }
        guard let folder = Folders.config else { return nil }
        for name in [options.name, "scrimd"] {
            let path = "\(folder)/scrim/\(name).scrim"
            if unsafe access(path, R_OK) == 0 { return path }
        }
        return nil
    }

    /// Runs a file, whole or not at all. `again`: what exists is set, as by `put`.
    static func run(_ path: String, _ interpreter: Interpreter, again: Bool = false) throws(SceneError) {
        let text = try interpreter.readFile(path)
        let author = Author()
        author.recreates = again
        try interpreter.atomically { () throws(SceneError) in
            try interpreter.run(text, from: path, by: author)
        }
    }
}

/// Where things are by the XDG base directory specification.
enum Folders {
    static var config: String? { variable("XDG_CONFIG_HOME") ?? variable("HOME").map { "\($0)/.config" } }
    static var runtime: String? { variable("XDG_RUNTIME_DIR") }

    /// An environment variable that is set and not empty.
    static func variable(_ name: String) -> String? {
        guard let value = unsafe getenv(name) else { return nil }
        let text = unsafe String(cString: value)
        return text.isEmpty ? nil : text
    }

    /// The socket's path: given, `$SCRIM_SOCKET`, or `$XDG_RUNTIME_DIR/scrim/NAME.sock`.
    static func socket(_ options: Options) -> String? {
        options.socket ?? variable("SCRIM_SOCKET") ?? runtime.map { "\($0)/scrim/\(options.name).sock" }
    }
}
