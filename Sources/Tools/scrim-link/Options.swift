import Glibc

/// Which broker is spoken to, and how.
struct BrokerOptions {
    var host = "127.0.0.1"
    var port: Int32 = 1883
    var isSecure = false
    var caFile: String?
    var user: String?
    var passwordFile: String?

    /// The first line of the password file; nil: there is none, or it cannot be read, which is told.
    func password() -> String? {
        guard let passwordFile else { return nil }
        guard let bytes = FileBytes.read(passwordFile) else {
            Console.say("\(passwordFile) cannot be read")
            return nil
        }
        return String(decoding: bytes.prefix { $0 != UInt8(ascii: "\n") && $0 != UInt8(ascii: "\r") }, as: UTF8.self)
    }

    /// Tells of a password file that others can read.
    func checkPasswordFile() {
        guard let passwordFile else { return }
        var about = stat()
        if unsafe stat(passwordFile, &about) == 0, about.st_mode & 0o077 != 0 {
            Console.say("\(passwordFile) can be read by others: chmod 600 \(passwordFile)")
        }
    }

    /// Takes an address. The reason why it is none; nil when it is one.
    mutating func take(_ address: String) -> String? {
        let parts = address.split(separator: "://", maxSplits: 1, omittingEmptySubsequences: false)
        var rest = parts.count == 2 ? String(parts[1]) : address
        switch parts.count == 2 ? String(parts[0]) : "mqtt" {
        case "mqtt", "tcp": (isSecure, port) = (false, 1883)
        case "mqtts", "ssl": (isSecure, port) = (true, 8883)
        default: return "--broker takes mqtt://HOST or mqtts://HOST"
        }
        if rest.contains("@") { return "--broker takes no account: --user and --password-file say it" }
        while rest.hasSuffix("/") { rest.removeLast() }
        if rest.hasPrefix("["), let end = rest.firstIndex(of: "]") {
            host = String(rest[rest.index(after: rest.startIndex)..<end])
            rest = String(rest[rest.index(after: end)...])
        } else {
            host = String(rest.prefix { $0 != ":" })
            rest = String(rest.dropFirst(host.count))
        }
        guard !host.isEmpty else { return "--broker takes mqtt://HOST or mqtts://HOST" }
        guard !rest.isEmpty else { return nil }
        guard rest.hasPrefix(":"), let number = UInt16(rest.dropFirst()), number > 0 else {
            return "--broker: \(rest.dropFirst()) is no port"
        }
        port = Int32(number)
        return nil
    }
}

/// The command line, and the configuration file before it.
struct Options {
    enum Command: String {
        case publish, follow, status, control, data, promote
    }

    var command = Command.status
    /// Name of the scene; of `data`, the id of the object.
    var scene = ""
    var socket = ""
    var broker = BrokerOptions()
    /// The name of a follower.
    var name: String?
    var prefix = "scrim"
    var delay = "200ms"
    var access = "read"
    var takesOver = false
    var isJSON = false
    var watches = false
    /// The replica whose picture `status` asks for, and the file for it.
    var looked: String?
    var picture: String?
    /// Filters of topics, for `data`.
    var topics: [String] = []
    var chunk = 60_000
    var cache = 2 << 30
    /// Pictures of each buffer a second, as a word of the protocol.
    var bufferRate = "1"

    static let usage = """
        usage: scrim link publish|follow|status|control|data|promote NAME [options]

          --broker URL         mqtt://HOST[:PORT] or mqtts://HOST[:PORT] (mqtt://127.0.0.1:1883)
          --user NAME          the account at the broker
          --password-file FILE whose first line is its password
          --ca-file FILE       certificates that the broker's has to descend from
          --prefix TOPIC       begins all topics (scrim)
          --config FILE        options, one a line without dashes (~/.config/scrim/link.conf)
          --take-over          publish: take the place of another primary
          --chunk BYTES        publish: of one message with a part of a file, 65536 at most (60000)
          --buffer-rate N      publish: pictures of shared pixels a second, at most (1)
          --delay S            follow: how far the scene is behind its primary's (200ms)
          --name ID            follow: the replica's id (the machine's name)
          --cache SIZE         follow: bytes of files that are kept, as 2GiB
          --as ACCESS          control: read, full, or a layer (read)
          --json, --watch      status: one object; a table, again and again
          --look ID            status: a small picture of a replica (ID.png)
          --output, -o FILE    status: where the picture goes
          --topic FILTER       data: topics whose values become fields of NAME; may be said again

        """

    private static let valued: Set = [
        "socket", "broker", "user", "password-file", "ca-file", "prefix", "config", "chunk", "delay", "name", "cache",
        "as", "look", "output", "topic", "buffer-rate",
    ]
    private static let flags: Set = ["take-over", "json", "watch"]

    /// Reads the command line. Ends the program with 64 for one that is wrong.
    init(_ words: ArraySlice<String>) {
        var words = words
        var positional: [String] = []
        var given: [(name: String, value: String)] = []
        while var word = words.popFirst() {
            if word == "--help" || word == "-h" {
                Console.print(Self.usage)
                exit(0)
            }
            if word == "-o" { word = "--output" }
            guard word.hasPrefix("--") else {
                positional.append(word)
                continue
            }
            let parts = word.dropFirst(2).split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let name = String(parts[0])
            if name == "password" { Self.refuse("a password is never an argument: --password-file FILE") }
            if Self.flags.contains(name), parts.count == 1 {
                given.append((name, ""))
            } else if Self.valued.contains(name) {
                guard let value = parts.count == 2 ? String(parts[1]) : words.popFirst() else {
                    Self.refuse("--\(name) needs a value")
                }
                given.append((name, value))
            } else {
                Self.refuse("there is no option \(word)")
            }
        }
        guard positional.count == 2, let command = Command(rawValue: positional[0]) else { Self.refuse("") }
        (self.command, scene) = (command, positional[1])
        guard Self.isTopic(scene), !scene.contains("/") else { Self.refuse("\(scene) is no name of a scene") }
        readFile(given.last { $0.name == "config" }?.value)
        for (name, value) in given { take(name, value) }
        broker.checkPasswordFile()
        if command == .data, topics.isEmpty {
            Self.refuse("data needs --topic FILTER, as --topic 'home/+/temperature'")
        }
    }

    private static func isTopic(_ word: String) -> Bool {
        !word.isEmpty && !word.utf8.contains { $0 == UInt8(ascii: "+") || $0 == UInt8(ascii: "#") || $0 < 0x20 }
    }

    /// True for what MQTT takes: `+` and `#` stand for whole levels, `#` for the last.
    private static func isFilter(_ word: String) -> Bool {
        let levels = word.split(separator: "/", omittingEmptySubsequences: false)
        return !word.isEmpty && word.utf8.allSatisfy { $0 >= 0x20 }
            && levels.enumerated().allSatisfy { at, level in
                !level.contains("+") && !level.contains("#") || level == "+" || level == "#" && at == levels.count - 1
            }
    }

    static func refuse(_ reason: String) -> Never {
        Console.fail(reason.isEmpty ? Self.usage : reason, 64)
    }

    private mutating func readFile(_ named: String?) {
        let home = Folders.config
        guard let bytes = FileBytes.read(named ?? "\(home)/scrim/link.conf") else {
            if let named { Self.refuse("\(named) cannot be read") }
            return
        }
        for line in String(decoding: bytes, as: UTF8.self).split(separator: "\n") {
            let words = line.split(separator: " ", maxSplits: 1).map(String.init)
            guard let name = words.first, !name.hasPrefix("#") else { continue }
            guard Self.flags.contains(name) || Self.valued.contains(name) && words.count == 2, name != "config" else {
                Self.refuse("\(named ?? "link.conf"): \(line) is no option")
            }
            take(name, words.count == 2 ? words[1] : "")
        }
    }

    private mutating func take(_ option: String, _ value: String) {
        switch option {
        case "socket": socket = value
        case "broker": if let reason = broker.take(value) { Self.refuse(reason) }
        case "user": broker.user = value
        case "password-file": broker.passwordFile = value
        case "ca-file": broker.caFile = value
        case "prefix":
            guard Self.isTopic(value) else { Self.refuse("--prefix: \(value) is no topic") }
            prefix = value
        case "chunk":
            guard let count = Int(value), (1024...65_536).contains(count) else {
                Self.refuse("--chunk takes 1024 to 65536 bytes")
            }
            chunk = count
        case "buffer-rate":
            guard let rate = Double(value), (0.01...60).contains(rate) else {
                Self.refuse("--buffer-rate takes 0.01 to 60 a second")
            }
            bufferRate = value
        case "delay":
            guard value.utf8.allSatisfy({ $0 > 0x20 && $0 != UInt8(ascii: "\"") }) else {
                Self.refuse("--delay: \(value) is no time")
            }
            delay = value
        case "name":
            guard Self.isTopic(value), !value.contains("/") else { Self.refuse("--name: \(value) is no id") }
            name = value
        case "cache":
            guard let size = Self.size(value) else { Self.refuse("--cache: \(value) is no size, as 2GiB") }
            cache = size
        case "as": access = value
        case "look":
            guard Self.isTopic(value), !value.contains("/") else { Self.refuse("--look: \(value) is no id") }
            looked = value
        case "output": picture = value
        case "topic":
            guard Self.isFilter(value) else { Self.refuse("--topic: \(value) is no filter of topics") }
            topics.append(value)
        case "take-over": takesOver = true
        case "json": isJSON = true
        case "watch": watches = true
        default: break
        }
    }

    private static func size(_ text: String) -> Int? {
        let units = [("KiB", 1 << 10), ("MiB", 1 << 20), ("GiB", 1 << 30), ("", 1)]
        guard let unit = units.first(where: { text.hasSuffix($0.0) }),
            let number = Int(text.dropLast(unit.0.count)), number >= 0, number < 1 << 30
        else { return nil }
        return number * unit.1
    }

    /// The topic below the scene's.
    func topic(_ rest: String) -> String { "\(prefix)/\(scene)/\(rest)" }
}

/// Folders of the user's.
enum Folders {
    private static func folder(_ variable: String, _ rest: String) -> String {
        if let value = unsafe getenv(variable), unsafe value.pointee != 0 { return unsafe String(cString: value) }
        return (unsafe getenv("HOME").map { unsafe String(cString: $0) } ?? "/tmp") + rest
    }

    static var config: String { folder("XDG_CONFIG_HOME", "/.config") }
    static var cache: String { folder("XDG_CACHE_HOME", "/.cache") + "/scrim/link" }
    static var state: String { folder("XDG_STATE_HOME", "/.local/state") + "/scrim/link" }

    static func make(_ path: String) {
        var made = ""
        for part in path.split(separator: "/") {
            made += "/" + part
            _ = unsafe mkdir(made, 0o700)
        }
    }
}

/// Files as bytes.
enum FileBytes {
    /// Nil when it cannot be read, or is longer than `most`.
    static func read(_ path: String, most: Int = 1 << 30) -> [UInt8]? {
        let file = unsafe Glibc.open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return nil }
        defer { close(file) }
        var about = stat()
        guard unsafe fstat(file, &about) == 0, about.st_mode & S_IFMT == S_IFREG, about.st_size <= most else {
            return nil
        }
        var bytes = [UInt8](repeating: 0, count: Int(about.st_size))
        var done = 0
        while done < bytes.count {
            let count = unsafe bytes[done...].withUnsafeMutableBytes {
                unsafe Glibc.read(file, $0.baseAddress, $0.count)
            }
            guard count > 0 else { break }
            done += count
        }
        return Array(bytes.prefix(done))
    }

    /// Writes a file whole or not at all. False when it cannot be.
    @discardableResult
    static func write(_ bytes: [UInt8], to path: String) -> Bool {
        let new = "\(path).new"
        let file = unsafe Glibc.open(new, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        guard file >= 0 else { return false }
        var done = 0
        while done < bytes.count {
            let count = unsafe bytes[done...].withUnsafeBytes { unsafe Glibc.write(file, $0.baseAddress, $0.count) }
            guard count > 0 else { break }
            done += count
        }
        close(file)
        return unsafe done == bytes.count && rename(new, path) == 0
    }
}
