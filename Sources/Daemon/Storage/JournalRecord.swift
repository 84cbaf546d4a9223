import Geometry

/// The lines of one client at one scene time; without lines, only the time advanced.
package struct JournalRecord: Equatable {
    /// Number of the record in the history of the state, from 1; 0 in journals of the first format.
    package var number: Int
    package var time: Double
    package var client: Int
    /// The lines, each with its LF.
    package var lines: [UInt8]

    package init(number: Int = 0, time: Double, client: Int, lines: [UInt8] = []) {
        (self.number, self.time, self.client, self.lines) = (number, time, client, lines)
    }
}

/// Lines of records that do not come from a client.
package enum JournalMark {
    /// Begins a record with the lines of the whole scene, which replaces everything before it.
    package static let scene = Array("# scene\n".utf8)
}

/// The first line of a journal.
///
/// `# scrim journal FORMAT, scene time T, wall W, records R, checksum C`: the scene time and the wall-clock time at its
/// beginning, and the number of the last record before it. Format 1 has `behind B`, the size of the previous journal in
/// bytes, instead of `records R`. The first format, without a number: `# scrim journal, scene time T, wall W`.
package struct JournalHead: Equatable {
    package static let mark = "# scrim journal"

    package var time: Double
    package var wall: Double
    /// Nil in earlier formats.
    package private(set) var records: Int?
    /// Nil except in format 1.
    package private(set) var behind: Int?

    package init(time: Double, wall: Double, records: Int) {
        // A turn may have begun slightly before the scene time.
        (self.time, self.wall, self.records) = (max(0, time), wall, records)
    }

    /// Ends with LF.
    package var line: String {
        var text = ByteWriter()
        text.append("scene time ")
        text.append(time)
        text.append(", wall ")
        text.append(wall)
        return TextScan.sealed("\(Self.mark) \(VersionWriter.format), \(text.string), records \(records ?? 0)")
    }

    /// Nil for a damaged line.
    init?(_ line: String) {
        guard line.hasPrefix(Self.mark) else { return nil }
        let isOld = line.hasPrefix("\(Self.mark), ")
        guard let text = isOld ? line : TextScan.unsealed(line) else { return nil }
        let words = text.split(separator: ",")
        func number(_ at: Int, _ mark: String) -> Double? {
            guard at < words.count, words[at].hasPrefix(mark) else { return nil }
            return Double(words[at].dropFirst(mark.utf8.count))
        }
        guard let time = number(1, " scene time "), time.magnitude <= 1e9, let wall = number(2, " wall ") else {
            return nil
        }
        (self.time, self.wall) = (max(0, time), wall)
        records = number(3, " records ").flatMap { Int(exactly: $0) }
        behind = number(3, " behind ").flatMap { Int(exactly: $0) }
    }
}
