import Glibc

/// Streams lines without waiting for each reply, and assigns replies to lines.
///
/// Lines sent before an error is received are carried out; wrap a file in `begin` … `commit` for all or nothing.
struct Pipeline: ~Copyable {
    /// Maximum number of lines without a reply: keeps the daemon busy, but stops soon after an error.
    static let window = 4096
    /// Maximum number of unsent bytes before more is read.
    static let unsentBytes = 1 << 20

    var connection: Connection
    /// True to print the payloads of replies.
    let prints: Bool
    /// True to report failing lines and continue.
    let keepsGoing: Bool
    /// Number of failed lines.
    private(set) var refused = 0
    private var awaited: [Int] = []
    private var transactions = TransactionLines()
    private var answered = 0
    private var printed: [UInt8] = []

    init(_ connection: consuming Connection, prints: Bool, keepsGoing: Bool = false) {
        self.connection = connection
        self.prints = prints
        self.keepsGoing = keepsGoing
    }

    /// Sends a script's lines up to its end, or up to a line that `stop` holds back; all replies are in afterwards.
    ///
    /// - Returns: the line held back.
    /// - Throws: `failed` with `FILE:LINE: MESSAGE` at the first error, unless it keeps going.
    mutating func stream(
        _ script: inout Script, until stop: (ArraySlice<UInt8>) -> Bool = { _ in false }
    ) throws(Failure) -> [UInt8]? {
        var held: [UInt8]?
        while held == nil {
            while hasRoom, let line = script.next() {
                if stop(line) {
                    held = Array(line)
                    break
                }
                if Self.isSilence(line) {
                    // Earlier errors are reported first.
                    try settle(script.name)
                    try refuse(
                        "\(script.location): `session replies=` cannot be streamed: the replies show which line fails")
                    continue
                }
                connection.queue(line)
                awaited.append(script.line)
                transactions.note(line, at: script.line)
            }
            if held != nil || (script.isAtEnd && hasRoom) { break }
            // A daemon that is already gone does not wake the wait.
            if connection.isClosed { try takeReplies(script.name) }
            let wantsInput = hasRoom && !script.isAtEnd
            let ready = try connection.exchange(alsoFor: wantsInput ? [Readiness(script.descriptor, POLLIN)] : [])
            if let first = ready.first, first != 0 { try script.fill() }
            try takeReplies(script.name)
        }
        try settle(script.name)
        return held
    }

    /// Waits for the replies to all sent lines.
    private mutating func settle(_ name: String) throws(Failure) {
        if connection.isClosed { try takeReplies(name) }
        while answered < awaited.count {
            _ = try connection.exchange()
            try takeReplies(name)
        }
    }

    private var hasRoom: Bool {
        awaited.count - answered < Self.window && connection.unsent < Self.unsentBytes
    }

    private mutating func takeReplies(_ name: String) throws(Failure) {
        defer {
            if answered == awaited.count || answered > Self.window {
                awaited.removeFirst(answered)
                answered = 0
            }
        }
        while answered < awaited.count, let line = connection.nextLine() {
            if line.count == 2 {  // `ok`, the most frequent by far
                answered += 1
                continue
            }
            switch Reply(line: line) {
            case .event: continue
            case .ok(let payload): if prints, !payload.isEmpty { printed += Array(payload.utf8) + [UInt8(ascii: "\n")] }
            case .error(let message):
                try flush()
                let (line, reason) = transactions.location(of: message, at: awaited[answered])
                try refuse("\(name):\(line): \(reason)")
            }
            answered += 1
        }
        try flush()
        if connection.isClosed, answered < awaited.count {
            throw .unavailable("\(name):\(awaited[answered]): the daemon closed the connection without a reply")
        }
    }

    private mutating func flush() throws(Failure) {
        if !printed.isEmpty { try Console.write(printed) }
        printed.removeAll(keepingCapacity: true)
    }

    /// Throws or reports the error of a line.
    private mutating func refuse(_ message: String) throws(Failure) {
        guard keepsGoing else { throw .failed(message) }
        refused += 1
        Console.complain(message)
    }

    /// True for `session replies=`, which would suppress the replies that report errors.
    private static func isSilence(_ line: ArraySlice<UInt8>) -> Bool {
        line.starts(with: "session".utf8) && String(decoding: line, as: UTF8.self).contains("replies=")
    }
}

/// Line numbers of transactions' lines in their file: `commit` counts from its `begin`.
struct TransactionLines {
    private var open: [Int]?
    /// By the line of their `commit`.
    private var closed: [Int: [Int]] = [:]

    /// Records a sent line.
    mutating func note(_ line: ArraySlice<UInt8>, at number: Int) {
        // Tags are rare: without one, the first letter excludes most lines.
        guard let first = line.first(where: { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "\t") }) else { return }
        guard "@abc".utf8.contains(first) else {
            open?.append(number)
            return
        }
        let words = String(decoding: line.prefix(200), as: UTF8.self).split { $0 == " " || $0 == "\t" }
        let verb = words.first { !$0.hasPrefix("@") } ?? ""
        switch verb {
        case "begin": if open == nil { open = [] }
        case "abort": open = nil
        case "commit":
            // Few unanswered ones exist at a time.
            if closed.count > Pipeline.window { closed.removeAll() }
            closed[number] = open
            open = nil
        default: open?.append(number)
        }
    }

    /// The line that an error is about, and the error without its own line number.
    func location(of message: String, at number: Int) -> (line: Int, message: String) {
        let head = "aborted: line "
        guard message.hasPrefix(head), let lines = closed[number] else { return (number, message) }
        let digits = message.dropFirst(head.count).prefix { $0.isASCII && $0.isNumber }
        guard let count = Int(digits), lines.indices.contains(count - 1) else { return (number, message) }
        let rest = message.dropFirst(head.count + digits.count).drop { $0 == ":" || $0 == " " }
        return (lines[count - 1], "aborted: \(rest)")
    }
}

/// Runs files of lines in sequence over one connection.
enum RunCommand {
    static func perform(_ words: [String], _ target: Target) throws(Failure) {
        var options = OptionReader(words)
        var files: [String] = []
        var keepsGoing = false
        while let item = options.next() {
            switch item {
            case .option("--keep-going", nil): keepsGoing = true
            case .option(let name, _): throw OptionReader.unknown(name)
            case .word(let file): files.append(file)
            }
        }
        var pipeline = Pipeline(try target.connect(), prints: true, keepsGoing: keepsGoing)
        for file in files.isEmpty ? ["-"] : files {
            var script = try Script(path: KeptPack.lines(of: file), name: file == "-" ? nil : file)
            _ = try pipeline.stream(&script)
        }
        if pipeline.refused > 0 { throw .saidAlready(status: 1) }
    }
}
