package import Geometry

/// Writes a version of the scene for the state file: its lines in blocks with checksums, a head and a footer.
///
/// ```text
/// # scrim state FORMAT, scene time T, journal N, records R, checksum C
/// # block INDEX N OBJECTS LENGTH C
/// lines, LENGTH bytes of them
/// # end BLOCKS, objects OBJECTS, scene time T, journal N, records R, checksum C
/// ```
///
/// R is the number of the last record whose lines are included. After the version of an orderly end, whose last line says
/// `ended`, no journal follows.
///
/// These lines are comments of the protocol, so the file consists of valid lines. A block identifies its version (by the
/// number of the journal that follows it) and the number of objects before it, so that valid blocks can be used next to a
/// damaged one. Blocks are small at the beginning of a file and grow with it, to 64 KiB, so damage costs about a thirtieth.
package struct VersionWriter: ~Copyable {
    /// The current format.
    package static let format = 2

    private let time: Double
    private let journal: Int
    private let records: Int
    private var bytes: [UInt8] = []
    private var block: [UInt8] = []
    private var blocks = 0
    /// Number of objects in written blocks, and in the open one.
    private var objects = 0
    private var blockObjects = 0
    /// True when the open block begins inside a definition or a line.
    private var goesOn = false
    private var isInDefinition = false

    /// Limits for the size of a block's lines, in bytes.
    static let (leastBlock, mostBlock) = (256, (64 << 10) - 64)
    /// Ratio of the bytes before a block to the bytes of the block.
    private static let share = 32

    /// `journal` is the number of the journal that follows, `records` the number of the last record before it.
    package init(time: Double, journal: Int, records: Int) {
        (self.time, self.journal, self.records) = (time, journal, records)
        bytes += TextScan.sealed("\(Head.mark) \(Self.format), \(Head.tail(time, journal, records))").utf8
    }

    /// Adds a line without its LF.
    package mutating func append(_ line: ByteView) {
        if block.count + line.count + 1 > Self.mostBlock { seal() }
        if TextScan.makesObject(line) { blockObjects += 1 }
        if line.count > 7, line[0] == UInt8(ascii: "d"), line[0..<7] == "define " { isInDefinition = true }
        if line == "end" { isInDefinition = false }
        var rest = line
        while rest.count + 1 > Self.mostBlock {
            unsafe block.append(contentsOf: rest[0..<Self.mostBlock].buffer)
            rest = rest[Self.mostBlock..<rest.count]
            seal()
            goesOn = true
        }
        unsafe block.append(contentsOf: rest.buffer)
        block.append(UInt8(ascii: "\n"))
        if !isInDefinition, block.count >= max(Self.leastBlock, min(Self.mostBlock, bytes.count / Self.share)) {
            seal()
        }
    }

    private mutating func seal() {
        guard !block.isEmpty else { return }
        let mark = goesOn ? "+" : ""
        let fields = "\(blocks) \(journal) \(objects) \(block.count)\(mark)"
        let sum = TextScan.checksum(fields) ^ block.withBytes(TextScan.checksum)
        bytes += "\(Head.block)\(fields) \(TextScan.hexadecimal(sum))\n".utf8
        bytes += block
        block.removeAll(keepingCapacity: true)
        blocks += 1
        objects += blockObjects
        blockObjects = 0
        goesOn = isInDefinition
    }

    /// The complete file. `ended`: no journal follows.
    package consuming func finish(ended: Bool) -> [UInt8] {
        seal()
        let tail = Head.tail(time, journal, records) + (ended ? ",\(Head.ended)" : "")
        bytes += TextScan.sealed("\(Head.end)\(blocks), objects \(objects), \(tail)").utf8
        return bytes
    }
}

/// The words in a version's own lines.
enum Head {
    static let mark = "# scrim state"
    static let block = "# block "
    static let end = "# end "

    static let ended = " ended"

    static func tail(_ time: Double, _ journal: Int, _ records: Int) -> String {
        var text = ByteWriter()
        text.append("scene time ")
        text.append(time)
        text.append(", journal ")
        text.append(journal)
        text.append(", records ")
        text.append(records)
        return text.string
    }

    /// The scene time, journal and records in these words; format 1 has no records.
    static func times(_ words: ArraySlice<Substring>) -> (time: Double, journal: Int, records: Int?)? {
        var (time, journal, records): (Double?, Int?, Int?) = (nil, nil, nil)
        for word in words {
            let parts = word.split(separator: " ")
            if parts.count == 3, parts[0] == "scene", parts[1] == "time" { time = Double(parts[2]) }
            if parts.count == 2, parts[0] == "journal" { journal = Int(parts[1]) }
            if parts.count == 2, parts[0] == "records" { records = Int(parts[1]) }
        }
        guard let time, (0...1e9).contains(time), let journal, journal >= 0 else { return nil }
        return (time, journal, records)
    }

    /// The format number after `mark` in a first line, if it is a later one.
    static func newerFormat(_ line: String, _ mark: String) -> Int? {
        guard line.hasPrefix(mark) else { return nil }
        let word = line.dropFirst(mark.utf8.count + 1).prefix { $0 != "," && $0 != " " }
        guard let format = Int(word), format > VersionWriter.format else { return nil }
        guard let (text, sum) = TextScan.parts(ofSealed: line), TextScan.hexadecimal(TextScan.checksum(text)) != sum
        else {
            return format
        }
        // Checks whether a known number has a flipped bit instead.
        for known in 1...VersionWriter.format {
            let own = "\(mark) \(known)\(line.dropFirst(mark.utf8.count + 1 + word.utf8.count))"
            let (a, b) = (Array(word.utf8), Array("\(known)".utf8))
            guard a.count == b.count, zip(a, b).reduce(0, { $0 + ($1.0 ^ $1.1).nonzeroBitCount }) == 1,
                TextScan.unsealed(own) != nil
            else { continue }
            return nil
        }
        return format
    }
}
