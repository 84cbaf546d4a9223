import Geometry

/// Lines of one client at one scene time; none: the clock went on.
package struct JournalRecord: Equatable {
    /// Place among all records of a state, from 1 on; 0 in journals from before records had numbers.
    package var number: Int
    package var time: Double
    package var client: Int
    /// Lines, each with its LF.
    package var lines: [UInt8]

    package init(number: Int = 0, time: Double, client: Int, lines: [UInt8] = []) {
        (self.number, self.time, self.client, self.lines) = (number, time, client, lines)
    }
}

/// Lines of records that are none of a client's.
package enum JournalMark {
    /// Begins a record with the lines of the whole scene: what stands before it need not be run again.
    package static let scene = Array("# scene\n".utf8)
}

/// The first line of a journal.
///
/// `# scrim journal FORMAT, scene time T, wall W, records R, checksum C`: the scene time and the time by the clock on the wall at its
/// beginning, and the number of the last record before it. Format 1 has `behind B`, the bytes of the journal before it, in the place of
/// `records R`; before formats had numbers: `# scrim journal, scene time T, wall W`.
package struct JournalHead: Equatable {
    package static let mark = "# scrim journal"

    package var time: Double
    package var wall: Double
    /// Nil in an earlier format.
    package private(set) var records: Int?
    /// Nil but in format 1.
    package private(set) var behind: Int?

    package init(time: Double, wall: Double, records: Int) {
        // A turn may have begun a moment before the scene's time.
        (self.time, self.wall, self.records) = (max(0, time), wall, records)
    }

    /// With its LF.
    package var line: String {
        var text = ByteWriter()
        text.append("scene time ")
        text.append(time)
        text.append(", wall ")
        text.append(wall)
        return TextScan.sealed("\(Self.mark) \(VersionWriter.format), \(text.string), records \(records ?? 0)")
    }

    /// Nil for a damaged one.
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
