import Geometry
import Service

/// The command line of `scrimd`.
struct Options {
    var service = ServiceOptions()
    var socket: String?
    /// True when `--name` was given.
    var isNamed = false
    var scenes: [String] = []
    /// Kind of `main`; `auto`: the first one with a display.
    var output = "auto"
    var pluginPaths: [String] = []
    /// True for built-in plugins only.
    var isSafe = false
    var checks = false
    var showsVersion = false
    var showsHelp = false

    /// Options without a value.
    private static let flags: Set<String> = ["--safe", "--check", "--version", "--help", "-h"]

    /// A command line error, in one line.
    struct Usage: Error { var message: String }

    static let help = """
        usage: scrimd [option…]
          --name NAME            instance, and the socket's name (main)
          --socket PATH          where to listen (that of --name, or $SCRIM_SOCKET, or $XDG_RUNTIME_DIR/scrim/NAME.sock)
          --config FILE          lines that are run first ($XDG_CONFIG_HOME/scrim/NAME.scrim, or scrimd.scrim there)
          --scene FILE           lines that are run next; may be repeated
          --output KIND [KEY=VALUE…]
                                 auto, or an output that a plugin brings: offscreen, wayland, …; and its properties (auto)
          --size WxH             of the output, in points
          --scale S              output pixels per point
          --refresh HZ           frames per second at most
          --clock MODE           realtime or manual (realtime)
          --plugin-path DIR      where plugins are looked for first; may be repeated
          --state FILE           keeps the scene for the next start
          --safe                 no plugins but those that came with scrimd
          --check                says what is wrong with configuration and scene, and exits
          --version, --help

        """

    init(_ arguments: [String]) throws(Usage) {
        var rest = arguments[...]
        /// True while properties of the output may follow.
        var isOutput = false
        while let argument = rest.popFirst() {
            if isOutput, !argument.hasPrefix("-"), let word = try Self.property(argument) {
                service.outputWords.append(word)
                continue
            }
            isOutput = false
            // --option=value means --option value.
            let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let option = String(parts.first ?? "")
            func value() throws(Usage) -> String {
                if argument.hasPrefix("--"), parts.count == 2 { return String(parts[1]) }
                guard let next = rest.popFirst() else { throw Usage(message: "\(option) wants a value") }
                return next
            }
            if Self.flags.contains(option), parts.count == 2 { throw Usage(message: "\(option) takes no value") }
            switch option {
            case "--name":
                service.name = try Self.name(try value())
                isNamed = true
            case "--socket": socket = try Self.path(option, try value())
            case "--config": service.config = try Self.path(option, try value())
            case "--scene": scenes.append(try Self.path(option, try value()))
            case "--output":
                output = try value()
                service.outputWords = []
                isOutput = true
            case "--size": service.size = try Self.size(try value())
            case "--scale": service.scale = try Self.number(option, try value(), 0.1...16)
            case "--refresh": service.refresh = try Self.number(option, try value(), 1...1000)
            case "--clock":
                let mode = try value()
                guard mode == "realtime" || mode == "manual" else {
                    throw Usage(message: "--clock: \"\(mode)\" is neither realtime nor manual")
                }
                service.isManual = mode == "manual"
            case "--plugin-path": pluginPaths.append(try value())
            case "--state": service.state = try value()
            case "--safe": isSafe = true
            case "--check": checks = true
            case "--version": showsVersion = true
            case "--help", "-h": showsHelp = true
            default: throw Usage(message: "no option \"\(argument)\"; see scrimd --help")
            }
        }
    }

    /// The socket's path: `--socket`, then that of `--name`, then `$SCRIM_SOCKET`, then
    /// `$XDG_RUNTIME_DIR/scrim/main.sock`.
    var socketPath: String? {
        if let socket { return socket }
        if !isNamed, let path = Folders.variable("SCRIM_SOCKET") { return path }
        return Folders.runtime.map { "\($0)/scrim/\(service.name).sock" }
    }

    private static func name(_ text: String) throws(Usage) -> String {
        guard !text.isEmpty, text.utf8.count <= 64, !text.contains("/"), !text.hasPrefix(".") else {
            throw Usage(message: "--name: \"\(text)\" cannot be part of a file's name")
        }
        return text
    }

    private static func path(_ option: String, _ text: String) throws(Usage) -> String {
        if text.isEmpty { throw Usage(message: "\(option) wants a path") }
        return text
    }

    /// `KEY=VALUE` as a word of a line; nil for an argument without `=`.
    private static func property(_ argument: String) throws(Usage) -> String? {
        guard let equals = argument.firstIndex(of: "=") else { return nil }
        let key = argument[..<equals]
        let isName = key.utf8.allSatisfy {
            switch $0 {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
            case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "-"), UInt8(ascii: "_"): true
            default: false
            }
        }
        guard isName, !key.isEmpty else { throw Usage(message: "--output: \"\(key)\" is no property's name") }
        var word = "\(key)=\""
        for scalar in argument[argument.index(after: equals)...].unicodeScalars {
            switch scalar {
            case "\"", "\\": word += "\\\(scalar)"
            case _ where scalar.value < 32 || scalar.value == 127: word += "\\u{\(String(scalar.value, radix: 16))}"
            default: word.unicodeScalars.append(scalar)
            }
        }
        return word + "\""
    }

    private static func number(_ option: String, _ text: String, _ range: ClosedRange<Double>) throws(Usage) -> Double {
        let number = ByteView.with(text) { try? Quantity.number($0) }
        guard let number, range.contains(number) else {
            throw Usage(message: "\(option): \"\(text)\" is no number from \(range.lowerBound) to \(range.upperBound)")
        }
        return number
    }

    private static func size(_ text: String) throws(Usage) -> Size {
        let size = ByteView.with(text) { try? Quantity.size($0) }
        guard let size, size.width >= 1, size.height >= 1, size.width <= 16384, size.height <= 16384 else {
            throw Usage(message: "--size: \"\(text)\" is no size like 1280x720, from 1x1 to 16384x16384")
        }
        return size
    }
}
