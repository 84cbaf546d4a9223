/// A line editor with the usual Emacs keys. Independent of terminals: gets keys, returns text to draw.
struct LineEditor {
    /// The effect of a key, other than changing the line.
    enum Outcome: Equatable {
        case edited
        /// Enter.
        case line(String)
        /// Tab.
        case complete
        /// Control-D on an empty line, or Control-C there.
        case end
        /// Control-C on a nonempty line, which is discarded.
        case discarded
        /// Control-L.
        case redraw
    }

    private(set) var text: [Character] = []
    private(set) var cursor = 0
    private var killed: [Character] = []
    private(set) var history: History
    /// Index of the shown history line; the number of lines for the edited line.
    private var shown: Int
    /// The edited line before the history was shown.
    private var draft: [Character] = []
    /// The text searched for in the history, after Control-R.
    private(set) var search: String?

    init(history: History) {
        self.history = history
        shown = history.lines.count
    }

    var line: String { String(text) }
    var isAtEnd: Bool { cursor == text.count }

    mutating func press(_ key: EditorKey) -> Outcome {
        if search != nil, let outcome = pressInSearch(key) { return outcome }
        switch key {
        case .character(let character): insert([character])
        case .enter: return finish()
        case .tab: return .complete
        case .backspace, .control("h"): remove(max(cursor - 1, 0)..<cursor)
        case .delete: remove(cursor..<min(cursor + 1, text.count))
        case .control("d"):
            if text.isEmpty { return .end }
            remove(cursor..<min(cursor + 1, text.count))
        case .control("c"):
            if text.isEmpty { return .end }
            replace(with: [])
            return .discarded
        case .control("l"): return .redraw
        case .control("r"): search = ""
        default: move(key)
        }
        return .edited
    }

    private mutating func move(_ key: EditorKey) {
        switch key {
        case .left, .control("b"): cursor = max(cursor - 1, 0)
        case .right, .control("f"): cursor = min(cursor + 1, text.count)
        case .home, .control("a"): cursor = 0
        case .end, .control("e"): cursor = text.count
        case .wordLeft, .alt("b"): cursor = wordStart()
        case .wordRight, .alt("f"): cursor = wordEnd()
        case .up, .control("p"): visit(shown - 1)
        case .down, .control("n"): visit(shown + 1)
        case .control("k"): kill(cursor..<text.count)
        case .control("u"): kill(0..<cursor)
        case .control("w"): kill(wordStart()..<cursor)
        case .alt("d"): kill(cursor..<wordEnd())
        case .control("y"): insert(killed)
        case .control("t"):
            guard cursor > 0, text.count > 1 else { break }
            let at = min(cursor, text.count - 1)
            text.swapAt(at - 1, at)
            cursor = at + 1
        default: break
        }
    }

    /// Replaces the text from an offset to the cursor.
    mutating func replace(from start: Int, with new: String) {
        text.replaceSubrange(start..<cursor, with: new)
        cursor = start + new.count
    }

    private mutating func insert(_ new: [Character]) {
        text.insert(contentsOf: new, at: cursor)
        cursor += new.count
    }

    private mutating func remove(_ range: Range<Int>) {
        text.removeSubrange(range)
        cursor = range.lowerBound
    }

    private mutating func kill(_ range: Range<Int>) {
        if !range.isEmpty { killed = Array(text[range]) }
        remove(range)
    }

    private mutating func replace(with new: [Character]) {
        text = new
        cursor = new.count
    }

    private func wordStart() -> Int {
        var at = cursor
        while at > 0, text[at - 1] == " " { at -= 1 }
        while at > 0, text[at - 1] != " " { at -= 1 }
        return at
    }

    private func wordEnd() -> Int {
        var at = cursor
        while at < text.count, text[at] == " " { at += 1 }
        while at < text.count, text[at] != " " { at += 1 }
        return at
    }

    private mutating func finish() -> Outcome {
        let line = line
        history.add(line)
        replace(with: [])
        shown = history.lines.count
        return .line(line)
    }

    private mutating func visit(_ index: Int) {
        guard (0...history.lines.count).contains(index), index != shown else { return }
        if shown == history.lines.count { draft = text }
        shown = index
        replace(with: index == history.lines.count ? draft : Array(history.lines[index]))
    }

    // MARK: Searching

    /// Nil: the search has ended, and the key is handled normally.
    private mutating func pressInSearch(_ key: EditorKey) -> Outcome? {
        let word = search ?? ""
        switch key {
        case .character(let character): find(word + String(character), before: history.lines.count)
        case .backspace: find(String(word.dropLast()), before: history.lines.count)
        case .control("r"): find(word, before: shown)
        case .control("c"), .control("g"):
            search = nil
            replace(with: [])
        default:
            search = nil
            return nil
        }
        return .edited
    }

    /// Shows the newest line before an index that contains the word; otherwise the line remains.
    private mutating func find(_ word: String, before end: Int) {
        search = word
        guard !word.isEmpty, let index = history.lines[..<end].lastIndex(where: { $0.contains(word) }) else { return }
        shown = index
        replace(with: Array(history.lines[index]))
    }
}

extension LineEditor {
    /// The sequences that show the line in the terminal's current row, scrolled so that the cursor is seen.
    ///
    /// - Parameter hint: shown faintly behind the line.
    func drawing(prompt: String, hint: String, columns: Int, isColored: Bool) -> String {
        let head = search.map { "(search) \($0): " } ?? prompt
        let room = max(columns - Terminal.width(head) - 1, 8)
        var start = 0
        while Terminal.width(String(text[start..<cursor])) > room { start += 1 }
        var seen = ""
        var used = 0
        for character in text[start...] {
            let width = Terminal.width(String(character))
            if used + width > room { break }
            used += width
            seen.append(character)
        }
        var result = "\r\u{1B}[J" + Style.title.paint(head, isColored) + seen
        if isAtEnd, !hint.isEmpty, used + 1 < room {
            result += Style.punctuation.paint(String(hint.prefix(room - used)), isColored)
        }
        return result + "\r\u{1B}[\(Terminal.width(head) + Terminal.width(String(text[start..<cursor])))C"
    }
}
