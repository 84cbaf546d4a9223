/// Names of the files that belong to a state file.
package enum StatePaths {
    /// A journal.
    package static func journal(_ path: String, _ number: Int) -> String { "\(path).journal.\(number)" }

    /// The last good version, kept until its successor has been read back.
    package static func spare(_ path: String) -> String { "\(path).1" }

    /// A version being written.
    static func new(_ path: String) -> String { "\(path).new~" }

    /// Numbers of the journals of a state file.
    package static func journals(_ path: String, _ disk: any Disk) -> [Int] {
        let prefix = "\(PathParts.name(of: path)).journal."
        return disk.names(in: PathParts.folder(of: path)).compactMap {
            $0.hasPrefix(prefix) ? Int($0.dropFirst(prefix.count)) : nil
        }.sorted()
    }

    // MARK: Damaged files

    /// Maximum number of damaged files kept next to a state file, each with its journals.
    package static let mostKept = 5

    /// Gives a damaged file of a state a second name, `FILE.bad-TIME`, to keep it; for a journal,
    /// `FILE.bad-TIME.journal.N`. The oldest above `mostKept` are removed. Nil when it has such a name already.
    ///
    /// - Parameter seconds: seconds since 1970.
    package static func keepDamaged(
        _ file: String, of path: String, _ disk: any Disk, seconds: Int
    ) throws(DiskError) -> String? {
        guard let identity = disk.identity(file) else { return nil }
        let folder = PathParts.folder(of: path)
        guard !kept(path, disk).contains(where: { disk.identity("\(folder)/\($0)") == identity }) else { return nil }
        let ending = String(file.dropFirst(path.count))
        let name = freeName(path, ending, disk, seconds)
        do throws(DiskError) { try disk.link(file, to: name) } catch {
            guard error.isUnsupported else { throw error }
            // For file systems without hard links.
            let copy = try disk.create(name)
            do throws(DiskError) {
                try copy.appendAll(try disk.read(file))
                try copy.sync()
            } catch {
                try? disk.remove(name)
                throw error
            }
        }
        try disk.syncFolder(of: path)
        removeOldest(path, disk, but: name)
        return name
    }

    /// Renames a state file with its journals, so that they are not overwritten. Returns the new name.
    package static func putAside(_ path: String, _ disk: any Disk, seconds: Int) -> String {
        let name = freeName(path, "", disk, seconds)
        for number in journals(path, disk) { try? disk.rename(journal(path, number), to: journal(name, number)) }
        try? disk.rename(spare(path), to: spare(name))
        try? disk.rename(path, to: name)
        removeOldest(path, disk, but: name)
        return name
    }

    private static func prefix(_ path: String) -> String { "\(PathParts.name(of: path)).bad-" }

    /// The names of kept damaged files.
    private static func kept(_ path: String, _ disk: any Disk) -> [String] {
        let prefix = prefix(path)
        return disk.names(in: PathParts.folder(of: path)).filter { $0.hasPrefix(prefix) }
    }

    private static func freeName(_ path: String, _ ending: String, _ disk: any Disk, _ seconds: Int) -> String {
        var (name, later) = ("", 0)
        repeat {
            name = "\(path).bad-\(stamp(seconds + later))\(ending)"
            later += 1
        } while disk.has(name)
        return name
    }

    private static func removeOldest(_ path: String, _ disk: any Disk, but newest: String) {
        let (kept, prefix) = (kept(path, disk), prefix(path))
        func time(_ name: String) -> Substring { name.dropFirst(prefix.count).prefix { $0 != "." } }
        // The newest file stays, even if the clock is wrong.
        let own = time(PathParts.name(of: newest))
        let times = Set(kept.map(time)).subtracting([own]).sorted()
        for old in times.prefix(max(0, times.count + 1 - mostKept)) {
            for name in kept where time(name) == old { try? disk.remove("\(PathParts.folder(of: path))/\(name)") }
        }
    }

    /// Formats a time as `20260131T235959Z`.
    private static func stamp(_ seconds: Int) -> String {
        func digits(_ number: Int, _ count: Int = 2) -> String {
            let text = String(number)
            return String(repeating: "0", count: max(0, count - text.utf8.count)) + text
        }
        let second = seconds % 86_400
        // With years that begin in March, leap days are at the end: 400 years have 146,097 days.
        let day = seconds / 86_400 + 719_468
        let ofEra = day % 146_097
        let year = (ofEra - ofEra / 1460 + ofEra / 36_524 - ofEra / 146_096) / 365
        let ofYear = ofEra - (365 * year + year / 4 - year / 100)
        let month = (5 * ofYear + 2) / 153
        let date = (
            year: day / 146_097 * 400 + year + (month < 10 ? 0 : 1), month: month < 10 ? month + 3 : month - 9,
            day: ofYear - (153 * month + 2) / 5 + 1
        )
        return digits(date.year, 4) + digits(date.month) + digits(date.day) + "T" + digits(second / 3600)
            + digits(second / 60 % 60) + digits(second % 60) + "Z"
    }
}
