/// The version in a state file, as far as it is readable.
package struct KeptVersion {
    /// 0 for the format without a number.
    package internal(set) var format = VersionWriter.format
    /// Nil when lost.
    package internal(set) var time: Double?
    /// Number of the journal that follows; nil when lost.
    package internal(set) var journal: Int?
    /// Number of the last record included in it; nil in earlier formats, and when lost.
    package internal(set) var records: Int?
    /// True for the version of an orderly end: no journal follows.
    package internal(set) var isEnded = false
    /// The lines of all valid parts.
    package internal(set) var text: [UInt8] = []
    /// Nil when the version is complete.
    package internal(set) var damage: Damage?

    /// True when no part of it is usable.
    package var isLost: Bool { text.isEmpty && damage != nil }

    /// The data missing in a damaged file.
    package struct Damage: Equatable {
        /// Number of missing objects; nil when unknown.
        package var objects: Int?
        /// Their names, as far as readable.
        package var names: [String] = []
        /// Number of bytes outside of valid blocks.
        package var bytes = 0

        /// Maximum number of names in a message.
        private static let most = 20

        /// A description for users.
        package var message: String {
            var text = "what stood at its end is lost"
            if let objects { text = objects == 1 ? "1 object is lost" : "\(objects) objects are lost" }
            if objects == 0 { text = "no object is lost" }
            guard !names.isEmpty else { return text }
            let more = names.count > Self.most ? ", …" : ""
            return "\(text), these among them: \(names.prefix(Self.most).joined(separator: ", "))\(more)"
        }
    }
}

/// The error for a file in a later format, which is not touched.
package struct NewerFormat: Error {
    package let path: String
    package let format: Int

    package var message: String {
        "\(path) has format \(format), and this version reads formats up to \(VersionWriter.format): nothing was changed"
    }
}

extension KeptVersion {
    /// Parses a state file. Nil for a file that is not one.
    package init?(_ bytes: [UInt8], _ path: String) throws(NewerFormat) {
        guard let first = TextScan.line(bytes, at: 0), first.hasPrefix(Head.mark) else {
            self.init(blocksOf: bytes)
            return
        }
        if first.hasPrefix(Self.oldHead) {
            self.init(old: bytes, first)
            return
        }
        if let format = Head.newerFormat(first, Head.mark) { throw NewerFormat(path: path, format: format) }
        self.init(blocksOf: bytes)
    }

    // MARK: Before formats had numbers

    private static let oldHead = "# scrim state, scene time "

    private init?(old bytes: [UInt8], _ first: String) {
        guard let time = Double(first.dropFirst(Self.oldHead.count)), (0...1e9).contains(time) else { return nil }
        format = 0
        self.time = time
        let second = TextScan.line(bytes, at: first.utf8.count + 1) ?? ""
        journal = second.hasPrefix("# journal ") ? Int(second.dropFirst("# journal ".count)) ?? 0 : 0
        text = bytes
    }

    // MARK: Heads

    /// The words, separated by commas, of a valid head or footer.
    fileprivate static func words(_ line: String) -> [Substring]? {
        TextScan.unsealed(line)?.split(separator: ",")
    }
}

// MARK: - Blocks

extension KeptVersion {
    private struct Block {
        var index: Int
        var journal: Int
        var objects: Int
        var goesOn: Bool
        var lines: Range<Int>

        /// The block whose head begins at `start`; nil unless it is valid.
        init?(_ bytes: [UInt8], at start: Int) {
            guard let line = TextScan.line(bytes, at: start, most: 128), line.hasPrefix(Head.block) else { return nil }
            let words = line.dropFirst(Head.block.utf8.count).split(separator: " ")
            guard words.count == 5,
                let index = Int(words[0]), let journal = Int(words[1]), let objects = Int(words[2]),
                let length = Int(words[3].hasSuffix("+") ? words[3].dropLast() : words[3]),
                index >= 0, journal >= 0, objects >= 0
            else { return nil }
            let begin = start + line.utf8.count + 1
            guard length > 0, length <= VersionWriter.mostBlock, length <= bytes.count - begin else { return nil }
            lines = begin..<(begin + length)
            let fields = words[..<4].joined(separator: " ")
            let sum = TextScan.checksum(fields) ^ Array(bytes[lines]).withBytes(TextScan.checksum)
            guard TextScan.hexadecimal(sum) == words[4] else { return nil }
            (self.index, self.journal, self.objects) = (index, journal, objects)
            goesOn = words[3].hasSuffix("+")
        }
    }

    /// Reads all valid blocks. Nil when there is no block, head or footer.
    fileprivate init?(blocksOf bytes: [UInt8]) {
        var collector = Collector()
        var at = 0
        if let line = TextScan.line(bytes, at: 0), let words = Self.words(line), line.hasPrefix(Head.mark),
            let times = Head.times(words[1...])
        {
            (time, journal, records) = times
            at = line.utf8.count + 1
        }
        var footer: (blocks: Int, objects: Int)?
        let (blockMark, endMark) = (Array(Head.block.utf8), Array(Head.end.utf8))
        // Bytes up to here are handled; the next block is searched after them.
        var search = at
        while let start = TextScan.next(Array("# ".utf8), in: bytes, from: search) {
            search = start + 1
            let rest = bytes[start...]
            if rest.starts(with: blockMark), let block = Block(bytes, at: start),
                journal ?? block.journal == block.journal
            {
                collector.skip(bytes[at..<start])
                journal = block.journal
                collector.take(
                    bytes[block.lines], index: block.index, objects: block.objects, goesOn: block.goesOn)
                (at, search) = (block.lines.upperBound, block.lines.upperBound)
            } else if rest.starts(with: endMark), let line = TextScan.line(bytes, at: start),
                let words = Self.words(line),
                words.count >= 4, let blocks = Int(words[0].dropFirst(Head.end.utf8.count)),
                let objects = Int(words[1].dropFirst(" objects ".count)), let times = Head.times(words[2...]),
                journal ?? times.journal == times.journal
            {
                collector.skip(bytes[at..<start])
                (time, journal, records) = times
                isEnded = words.contains { $0 == Head.ended }
                footer = (blocks, objects)
                (at, search) = (start + line.utf8.count + 1, start + line.utf8.count + 1)
            }
        }
        collector.skip(bytes[at...])
        guard time != nil || journal != nil else { return nil }
        collector.end(footer)
        text = collector.text
        damage = collector.damage
        // The head is redundant with a valid footer, but its damage is reported.
        if damage == nil, Self.words(TextScan.line(bytes, at: 0) ?? "") == nil { damage = Damage(objects: 0) }
    }

    /// Joins valid blocks, and counts what is missing between them.
    private struct Collector {
        var text: [UInt8] = []
        private(set) var damage: Damage?
        /// Index of the next block, and number of objects before it.
        private var next = 0
        private var objects = 0
        /// Names in bytes skipped since the last block.
        private var skipped: [String] = []

        mutating func skip(_ bytes: ArraySlice<UInt8>) {
            guard !bytes.isEmpty else { return }
            skipped += TextScan.names(in: bytes)
            note { $0.bytes += bytes.count }
        }

        mutating func take(_ lines: ArraySlice<UInt8>, index: Int, objects before: Int, goesOn: Bool) {
            // A duplicate, or a block out of order.
            guard index >= next else { return note { $0.bytes += lines.count } }
            let count = TextScan.objects(in: lines)
            defer { (next, objects, skipped) = (index + 1, before + count, []) }
            if index > next { lose(max(0, before - objects)) }
            // The beginning of its definition or line is lost.
            if goesOn, index > next || isCut {
                isCut = true
                note {
                    $0.objects = ($0.objects ?? 0) + count
                    $0.names += TextScan.names(in: lines)
                }
                return
            }
            isCut = false
            text += lines
        }

        /// Ends with the footer's numbers; nil when the footer is lost, and with it the number of objects.
        mutating func end(_ footer: (blocks: Int, objects: Int)?) {
            guard let footer else {
                lose(0)
                return note { $0.objects = nil }
            }
            if footer.blocks > next { lose(max(0, footer.objects - objects)) }
        }

        /// True while blocks continue lost data and cannot be used.
        private var isCut = false

        private mutating func lose(_ count: Int) {
            let names = skipped
            let dropped = dropOpenEnd()
            note {
                $0.objects = ($0.objects ?? 0) + count + dropped.objects
                $0.names += dropped.names + names
            }
        }

        /// Removes a line or a definition at the end of the text that would continue in a lost block. Returns the
        /// objects in it.
        private mutating func dropOpenEnd() -> (objects: Int, names: [String]) {
            let newline = UInt8(ascii: "\n")
            var end = text.count
            if text.last != newline { end = (text.lastIndex(of: newline) ?? -1) + 1 }
            var (start, open): (Int, Int?) = (0, nil)
            while start < end, let stop = text[start..<end].firstIndex(of: newline) {
                if text[start..<stop].starts(with: "define ".utf8) { open = start }
                if text[start..<stop].elementsEqual("end".utf8) { open = nil }
                start = stop + 1
            }
            let cut = open ?? end
            defer { text.removeSubrange(cut...) }
            return (TextScan.objects(in: text[cut...]), TextScan.names(in: text[cut...]))
        }

        private mutating func note(_ change: (inout Damage) -> Void) {
            var damage = damage ?? Damage(objects: 0)
            change(&damage)
            self.damage = damage
        }
    }
}
