package import Geometry

/// A version of the scene on its way to the state file: its lines in blocks with checksums, a head and a footer.
///
/// ```text
/// # scrim state FORMAT, scene time T, journal N, records R, checksum C
/// # block INDEX N OBJECTS LENGTH C
/// lines, LENGTH bytes of them
/// # end BLOCKS, objects OBJECTS, scene time T, journal N, records R, checksum C
/// ```
///
/// R is the number of the last record whose lines are in it. Behind a version of an orderly end, whose last line says `ended`, no
/// journal follows.
///
/// Each of these lines is a comment of the protocol, so that the file is one of lines still. A block tells which version it is of
/// (the number of the journal that follows that), and how many objects come before it: beside a damaged one, whole blocks are known
/// for what they are. Blocks are small at a file's beginning and grow with it, to 64 KiB: damage costs about a thirtieth.
package struct VersionWriter: ~Copyable {
    /// The format that is written.
    package static let format = 2

    private let time: Double
    private let journal: Int
    private let records: Int
    private var bytes: [UInt8] = []
    private var block: [UInt8] = []
    private var blocks = 0
    /// Objects in the blocks that are written, and in the open one.
    private var objects = 0
    private var blockObjects = 0
    /// The open block begins within a definition or a line.
    private var goesOn = false
    private var isInDefinition = false

    /// Bytes of lines in a block.
    static let (leastBlock, mostBlock) = (256, (64 << 10) - 64)
    /// Bytes before a block, in bytes of the block.
    private static let share = 32

    /// `journal`: number of the journal that follows. `records`: number of the last record before it.
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

    /// The whole file. `ended`: no journal follows.
    package consuming func finish(ended: Bool) -> [UInt8] {
        seal()
        let tail = Head.tail(time, journal, records) + (ended ? ",\(Head.ended)" : "")
        bytes += TextScan.sealed("\(Head.end)\(blocks), objects \(objects), \(tail)").utf8
        return bytes
    }
}

/// The words of a version's own lines.
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

    /// Scene time, journal and records of such words; format 1 has no records.
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

    /// The number behind `mark` in a first line when it is one of a later version.
    static func newerFormat(_ line: String, _ mark: String) -> Int? {
        guard line.hasPrefix(mark) else { return nil }
        let word = line.dropFirst(mark.utf8.count + 1).prefix { $0 != "," && $0 != " " }
        guard let format = Int(word), format > VersionWriter.format else { return nil }
        guard let (text, sum) = TextScan.parts(ofSealed: line), TextScan.hexadecimal(TextScan.checksum(text)) != sum
        else {
            return format
        }
        // One bit of a number that is known has flipped?
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
