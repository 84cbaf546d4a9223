import Geometry

/// Lines of one client at one scene time; none: the clock went on.
package struct JournalRecord: Equatable {
    package var time: Double
    package var client: Int
    /// Lines, each with its LF.
    package var lines: [UInt8]

    package init(time: Double, client: Int, lines: [UInt8] = []) {
        (self.time, self.client, self.lines) = (time, client, lines)
    }
}

/// Lines of records that are none of a client's.
package enum JournalMark {
    /// Begins a record with the lines of the whole scene: what stands before it need not be run again.
    package static let scene = Array("# scene\n".utf8)
}

/// The first line of a journal.
///
/// `# scrim journal FORMAT, scene time T, wall W, behind B, checksum C`: the scene time and the time by the clock on the wall at its
/// beginning, and the bytes of the journal before it, which had its last line by then. Before formats had numbers: `# scrim journal,
/// scene time T, wall W`.
package struct JournalHead: Equatable {
    package static let mark = "# scrim journal"

    package var time: Double
    package var wall: Double
    /// 0: there was none, or it is not known.
    package var behind = 0

    package init(time: Double, wall: Double, behind: Int = 0) {
        // A turn may have begun a moment before the scene's time.
        (self.time, self.wall, self.behind) = (max(0, time), wall, behind)
    }

    /// With its LF.
    package var line: String {
        var text = ByteWriter()
        text.append("scene time ")
        text.append(time)
        text.append(", wall ")
        text.append(wall)
        return TextScan.sealed("\(Self.mark) \(VersionWriter.format), \(text.string), behind \(behind)")
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
        behind = number(3, " behind ").flatMap { Int(exactly: $0) } ?? 0
    }
}
