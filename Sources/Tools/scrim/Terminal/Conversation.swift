import Expressions
import Glibc

/// Interactive terminal session: an edited line at the bottom, with replies and events above it.
struct Conversation: ~Copyable {
    private static let prompt = "scrim> "

    private var connection: Connection
    private let target: Target
    private let format: OutputFormat
    private let isColored: Bool
    private var editor = LineEditor(history: History())
    private var decoder = KeyDecoder()
    private var completer: Completer
    private var awaited = 0
    private var isOver = false

    init(_ target: Target, _ format: OutputFormat) throws(Failure) {
        self.target = target
        self.format = format
        let live = try target.connect()
        let catalog = try Catalog(target)
        connection = live
        completer = Completer(catalog)
        isColored = format.coloring.applies(to: STDOUT_FILENO)
    }

    mutating func hold() throws(Failure) {
        try say(
            "Connected to \(connection.path). `help` helps, Tab completes, Ctrl-D leaves; `quit` ends the daemon.\n")
        let mode = RawMode(STDIN_FILENO)
        defer { _ = mode }
        try draw()
        while !isOver || awaited > 0 {
            let ready = try connection.exchange(alsoFor: isOver ? [] : [Readiness(STDIN_FILENO, POLLIN)])
            if let first = ready.first, first != 0 { try readKeys() }
            try showReplies()
            if connection.isClosed {
                try say("\r\u{1B}[J")
                if awaited > 0 { throw .unavailable("the daemon at \(connection.path) closed the connection") }
                return try say("The daemon has gone.\n")
            }
        }
        try say("\r\u{1B}[J")
    }

    private func say(_ text: String) throws(Failure) { try Console.write(text.utf8) }

    private mutating func draw() throws(Failure) {
        if isOver { return }
        let hint = editor.search == nil && editor.isAtEnd ? (try? completer.hint(for: editor.line)) ?? "" : ""
        try say(
            editor.drawing(prompt: Self.prompt, hint: hint, columns: Terminal.size().columns, isColored: isColored))
    }

    private mutating func readKeys() throws(Failure) {
        var room = [UInt8](repeating: 0, count: 4096)
        let count = unsafe read(STDIN_FILENO, &room, room.count)
        guard count > 0 else {
            isOver = true
            return
        }
        for key in decoder.keys(room[..<count]) {
            switch editor.press(key) {
            case .edited: break
            case .line(let line): try take(line)
            case .complete: try complete()
            case .end: isOver = true
            case .discarded: try say("^C\r\n")
            case .redraw: try say("\u{1B}[H\u{1B}[2J")
            }
            if isOver { break }
        }
        try draw()
    }

    /// Runs an entered line.
    private mutating func take(_ line: String) throws(Failure) {
        try say("\r\u{1B}[J" + Style.title.paint(Self.prompt, isColored) + line + "\r\n")
        let words = line.split { $0 == " " || $0 == "\t" }.map(String.init)
        guard let verb = words.first, !verb.hasPrefix("#") else { return }
        switch verb {
        case "help", "?":
            do throws(Failure) {
                try HelpCommand.perform(Array(words.dropFirst()), target, format.coloring)
            } catch {
                try say(Style.error.paint(error.message ?? "", isColored) + "\n")
            }
        case "exit": isOver = true
        default:
            connection.queue(line.utf8)
            awaited += 1
            if let hint = RadianHint.hint(for: words) { try say(Style.warning.paint(hint, isColored) + "\n") }
        }
    }

    /// Prints received lines above the edited line.
    private mutating func showReplies() throws(Failure) {
        var text = ""
        while let line = connection.nextLine() {
            let reply = Reply(line: line)
            if case .event = reply {} else { awaited -= 1 }
            text += shown(reply) + "\n"
        }
        guard !text.isEmpty else { return }
        try say("\r\u{1B}[J" + text)
        try draw()
    }

    private func shown(_ reply: Reply) -> String {
        switch reply {
        case .ok(""): return Style.string.paint("ok", isColored)
        case .ok(let payload): return pretty(payload)
        case .error(let message): return Style.error.paint("error", isColored) + " " + message
        case .event(let text):
            let name = text.prefix { $0 != " " }
            return Style.word.paint("event \(name)", isColored) + " "
                + pretty(String(text.dropFirst(name.count + 1)), used: name.count + 7)
        }
    }

    /// - Parameter used: columns already used on the line; a value after other text is printed on one line if it fits.
    private func pretty(_ payload: String, used: Int = 0) -> String {
        guard let value = JSONValue(payload) else { return payload }
        let width = Terminal.size().columns - used
        return JSONPrinter(width: width, isColored: isColored, isOpen: used == 0).print(value)
    }

    /// Inserts the common prefix of all candidates; lists them when there is nothing to insert.
    private mutating func complete() throws(Failure) {
        let typed = String(editor.text[..<editor.cursor])
        let words = Completer.words(of: typed)
        guard let word = words.last, let candidates = try? completer.candidates(words), !candidates.isEmpty else {
            return
        }
        var common = candidates[0].text
        for candidate in candidates { while !candidate.text.hasPrefix(common) { common.removeLast() } }
        if candidates.count == 1, !candidates[0].isOpen { common += " " }
        let isProgress = common.count > word.count || (candidates.count == 1 && common != word)
        if isProgress { editor.replace(from: editor.cursor - word.count, with: common) }
        if candidates.count > 1, !isProgress { try say("\r\u{1B}[J" + Self.list(candidates, Terminal.size())) }
    }

    /// Few candidates with their help, many in columns.
    private static func list(_ candidates: [Candidate], _ size: Terminal.Size) -> String {
        let width = (candidates.map { Terminal.width($0.text) }.max() ?? 0) + 2
        if candidates.count <= size.rows / 2, candidates.contains(where: { !$0.help.isEmpty }) {
            return candidates.map {
                String((Help.padded($0.text, width) + $0.help).prefix(size.columns - 1)) + "\n"
            }.joined()
        }
        let columns = max((size.columns - 1) / width, 1)
        let rows = (candidates.count + columns - 1) / columns
        let shown = min(rows, max(size.rows - 3, 4))
        var text = ""
        for row in 0..<shown {
            let line = stride(from: row, to: candidates.count, by: rows).map { Help.padded(candidates[$0].text, width) }
            text += line.joined() + "\n"
        }
        return shown < rows ? text + "… \(candidates.count) in all\n" : text
    }
}

extension Completer {
    /// The words of an edited line; the last one is incomplete and may be empty. Quoted spaces do not separate words.
    static func words(of line: String) -> [String] {
        var words = [""]
        var quote: Character?
        for character in line {
            if let open = quote {
                if character == open { quote = nil }
            } else if character == "\"" || character == "'" {
                quote = character
            } else if character == " " || character == "\t" {
                if words[words.count - 1].isEmpty, words.count > 1 || words[0].isEmpty { continue }
                words.append("")
                continue
            }
            words[words.count - 1].append(character)
        }
        return words
    }

    /// Hint shown after the entered text: the words that the verb still takes, or a value's type.
    mutating func hint(for line: String) throws(Failure) -> String {
        let words = Self.words(of: line)
        guard let last = words.last, !words[0].isEmpty else { return "" }
        if last.hasSuffix("="), words.count > 1 { return try valueHint(String(last.dropLast()), words) }
        guard let usage = try usage(words[0]), words.count == 1 || last.isEmpty else { return "" }
        var forms = Self.forms(of: usage).dropFirst()
        for word in words.dropFirst().dropLast() {
            if let equals = word.firstIndex(of: "=") {
                let key = word[...equals]
                forms.removeAll { $0.drop { $0 == "[" }.hasPrefix(key) }
            } else if let at = forms.firstIndex(where: { !$0.contains("=") && !$0.contains("…") }) {
                forms.remove(at: at)
            }
        }
        return (last.isEmpty ? "" : " ") + forms.joined(separator: " ")
    }

    /// The parts of a usage line between spaces outside of brackets.
    private static func forms(of usage: String) -> [String] {
        var forms = [""]
        var depth = 0
        for character in usage {
            if character == "[" { depth += 1 }
            if character == "]" { depth -= 1 }
            if character == " ", depth == 0 { forms.append("") } else { forms[forms.count - 1].append(character) }
        }
        return forms
    }
}
