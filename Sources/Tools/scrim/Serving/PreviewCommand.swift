import Expressions
import Geometry
import Glibc

/// Shows a file of lines, and updates it whenever it is saved; errors are shown with their lines.
enum PreviewCommand {
    static func perform(_ words: [String], _ coloring: Coloring) throws(Failure) {
        var options = OptionReader(words)
        var files: [String] = []
        var output: String?
        var daemon = PrivateDaemon.Options()
        daemon.clock = "realtime"
        var isStrict = false
        while let item = options.next() {
            guard case .option(let name, let joined) = item else {
                if case .word(let file) = item { files.append(file) }
                continue
            }
            switch name {
            case "--strict": isStrict = true
            case "-o": output = try options.value(of: name, joined: joined)
            default:
                let isTaken = try daemon.take(name) { () throws(Failure) in
                    try options.value(of: name, joined: joined)
                }
                guard isTaken else { throw OptionReader.unknown(name) }
            }
        }
        guard files.count == 1, files[0] != "-" else { throw .usage("preview takes one file of lines") }
        if let output { _ = try PictureFormat.of(output) }
        if Pack.isPack(files[0]) { daemon.use(try Pack(files[0], isStrict: isStrict)) }
        let isTerminal = Console.isTerminal(STDOUT_FILENO) && Console.isTerminal(STDIN_FILENO)
        daemon.isOnScreen = output == nil && Environment.value("WAYLAND_DISPLAY") != nil
        guard isTerminal || daemon.isOnScreen || output != nil else {
            throw .usage("preview needs a terminal, a Wayland compositor, or -o OUT.png")
        }
        var preview = try Preview(file: files[0], daemon, output: output)
        preview.isColored = coloring.applies(to: STDOUT_FILENO)
        if isTerminal, output == nil, !daemon.isOnScreen {
            try preview.showOnTerminal()
        } else {
            Interruption.catchSignals()
            try preview.tell()
        }
    }
}

/// A file and the daemon that shows it.
struct Preview: ~Copyable {
    private let file: String
    private let absolute: String
    private let output: String?
    private var connection: Connection
    private let daemon: PrivateDaemon
    private var changes: FileChanges
    private let folder: FolderChanges
    /// Modification time, size and inode of the last loaded file.
    private var stamp: FileStamp?
    /// False when the file was written while it was read: its changes may not lead from what is shown.
    private var isCertain = true
    /// Nil for a file without errors.
    private(set) var problem: FileProblem?
    private(set) var isLoaded = false
    var isColored = false
    private static let interval: Int32 = 100

    init(file: String, _ options: PrivateDaemon.Options, output: String?) throws(Failure) {
        let path = if let pack = options.pack { pack.scene } else { try FileName.absolute(file) }
        var own = try PrivateDaemon(options)
        let live = try own.connect()
        let folder = try FolderChanges(of: path)
        let pure = try FileChanges(options)
        self.folder = folder
        changes = pure
        self.file = file
        self.output = output
        absolute = path
        connection = live
        daemon = own
    }

    /// Loads the file when it has changed. Returns true when there is news.
    private mutating func reload() throws(Failure) -> Bool {
        let now = FileStamp.settled(absolute, since: stamp)
        guard now != nil || problem == nil && FileStamp(of: absolute) == nil else { return false }
        stamp = now
        do throws(Failure) {
            if now == nil { throw .failed("\(file): \(SystemError.text(ENOENT))") }
            try load()
            problem = nil
            isLoaded = true
            isCertain = FileStamp(of: absolute) == stamp
            if let output { _ = try connection.snapshot(["format=\(PictureFormat.of(output) ?? "png")"], to: output) }
        } catch .failed(let message) {
            problem = FileProblem(message, file: file, absolute: absolute)
        }
        return true
    }

    /// Updates the scene to the file: first completely, then by its changes.
    private mutating func load() throws(Failure) {
        let lines = try changes.read(absolute)
        if isLoaded, isCertain {
            guard let lines else { return }
            if (try? connection.ask(WordQuoting.line(["load", "path=" + lines]))) != nil { return }
            // The scene's present state conflicts with the changes.
        }
        _ = try connection.ask(WordQuoting.line(["load", "path=" + absolute, "replace=true"]))
    }

    private var verdict: String {
        guard let problem else { return Style.string.paint("ok", isColored) + "  \(file)" }
        return problem.lines(isColored).joined(separator: "\r\n")
    }

    /// Prints the result of each save on standard output.
    mutating func tell() throws(Failure) {
        while true {
            if try reload() {
                try Console.write((verdict.split(separator: "\r\n").joined(separator: "\n") + "\n").utf8)
            }
            let ready = try connection.exchange(
                alsoFor: [Readiness(folder.descriptor, POLLIN)], milliseconds: Self.interval)
            if ready.first != 0 { folder.drain() }
            if connection.isClosed { throw .unavailable("the window has been closed") }
            try Interruption.check()
        }
    }

    /// Draws with characters of two pixels each, until `q`. Moving scenes are drawn ten times per second.
    mutating func showOnTerminal() throws(Failure) {
        let mode = RawMode(STDIN_FILENO)
        defer { _ = mode }
        try Console.write("\u{1B}[?1049h\u{1B}[?25l".utf8)
        defer { try? Console.write("\u{1B}[?25h\u{1B}[?1049l".utf8) }
        var seen = -1.0
        var size = Terminal.size()
        while true {
            let isNews = try reload()
            let frames = JSONValue(try connection.ask("stats"))?["frames"]?.number ?? 0
            if isNews || frames != seen || size != Terminal.size() {
                size = Terminal.size()
                seen = frames
                try draw(size)
            }
            let ready = try connection.exchange(
                alsoFor: [Readiness(STDIN_FILENO, POLLIN), Readiness(folder.descriptor, POLLIN)],
                milliseconds: Self.interval)
            if ready.last != 0 { folder.drain() }
            if let first = ready.first, first != 0 {
                var key: UInt8 = 0
                let count = unsafe read(STDIN_FILENO, &key, 1)
                if count <= 0 || [UInt8(ascii: "q"), 3, 4, 27].contains(key) { return }
            }
            if connection.isClosed { throw .unavailable("the daemon has gone") }
        }
    }

    private mutating func draw(_ size: Terminal.Size) throws(Failure) {
        let leave = Style.punctuation.paint("  q leaves", isColored)
        let words = problem?.lines(isColored, columns: size.columns) ?? [verdict + leave]
        let room = max(size.rows - words.count, 2)
        var lines: [String] = []
        if isLoaded { lines = try picture(columns: size.columns, rows: room) }
        lines += Array(repeating: "", count: max(room - lines.count, 0)) + words
        let text = lines.map { TopTable.cut($0, size.columns) + "\u{1B}[K" }.joined(separator: "\r\n")
        try Console.write(("\u{1B}[H" + text + "\u{1B}[J").utf8)
    }

    /// The output's picture as rows of characters.
    private mutating func picture(columns: Int, rows: Int) throws(Failure) -> [String] {
        let extent = JSONValue(try connection.ask("get main size"))?["size"]?.elements.compactMap(\.number) ?? []
        guard extent.count == 2, extent[0] > 0, extent[1] > 0 else { return [] }
        let scale = min(Double(columns) / extent[0], Double(rows * 2) / extent[1])
        let reply = JSONValue(try connection.ask("snapshot format=rgba scale=\(scale)"))
        guard let width = reply?["width"]?.number, let height = reply?["height"]?.number,
            let data = reply?["data"]?.string, let pixels = Base64.decode(data),
            pixels.count == Int(width) * Int(height) * 4
        else { return [] }
        return TerminalPicture(pixels: pixels, width: Int(width), height: Int(height)).rows
    }
}

/// Pixels as characters: the upper half of a cell has the foreground color, the lower half the background color.
struct TerminalPicture {
    /// Straight RGBA.
    let pixels: [UInt8]
    let width: Int
    let height: Int

    var rows: [String] {
        stride(from: 0, to: height, by: 2).map { y in
            var row = ""
            var last = ""
            for x in 0..<width {
                let lower = y + 1 < height ? "48;2;" + color(x, y + 1) : "49"
                let style = "38;2;\(color(x, y));\(lower)"
                if style != last { row += "\u{1B}[\(style)m" }
                last = style
                row += "▀"
            }
            return row + "\u{1B}[0m"
        }
    }

    /// On a checkerboard that shows transparency.
    private func color(_ x: Int, _ y: Int) -> String {
        let at = (y * width + x) * 4
        let ground = (x / 4 + y / 4) % 2 == 0 ? 96 : 144
        let alpha = Int(pixels[at + 3])
        return (0..<3).map { "\((Int(pixels[at + $0]) * alpha + ground * (255 - alpha)) / 255)" }.joined(separator: ";")
    }
}

/// The error in a file, with its line.
struct FileProblem: Equatable {
    let message: String
    /// Counted from 1.
    var line: Int?
    var text = ""
    /// Columns of the faulty word; empty when the message names none.
    var columns = 0..<0

    /// - Parameter message: the daemon's message, with `PATH:LINE:` in it.
    init(_ message: String, file: String, absolute: String) {
        let path = absolute + ":"
        guard let start = message.range(of: path) else {
            self.message = message
            return
        }
        let digits = message[start.upperBound...].prefix { $0.isASCII && $0.isNumber }
        self.message = message[..<start.lowerBound] + file + ":" + message[start.upperBound...]
        guard let number = Int(digits), number > 0 else { return }
        line = number
        guard var script = try? Script(path: absolute) else { return }
        while !script.isAtEnd { guard (try? script.fill()) != nil else { return } }
        while let next = script.next() {
            guard script.line == number else { continue }
            text = String(decoding: next, as: UTF8.self)
            break
        }
        // The first quoted word of the message.
        let quoted = message[start.upperBound...].split(separator: "\"", maxSplits: 2, omittingEmptySubsequences: false)
        guard quoted.count == 3, !quoted[1].isEmpty, let word = text.range(of: String(quoted[1])) else { return }
        columns = Terminal.width(text[..<word.lowerBound])..<Terminal.width(text[..<word.upperBound])
    }

    /// The message, wrapped to the width, the line, and marks below the word.
    func lines(_ isColored: Bool, columns width: Int = .max) -> [String] {
        var lines = HelpPage.wrapped("error " + message, width)
        lines[0] = Style.error.paint("error", isColored) + lines[0].dropFirst("error".count)
        guard let line, !text.isEmpty else { return lines }
        let head = "\(line) | "
        lines.append(Style.punctuation.paint(head, isColored) + text)
        if !columns.isEmpty {
            let indent = String(repeating: " ", count: head.count + columns.lowerBound)
            lines.append(indent + Style.error.paint(String(repeating: "^", count: columns.count), isColored))
        }
        return lines
    }
}

extension String {
    /// The first character range that equals a text.
    func range(of part: String) -> Range<String.Index>? {
        var start = startIndex
        while start <= endIndex {
            if self[start...].hasPrefix(part) { return start..<index(start, offsetBy: part.count) }
            if start == endIndex { return nil }
            start = index(after: start)
        }
        return nil
    }
}
