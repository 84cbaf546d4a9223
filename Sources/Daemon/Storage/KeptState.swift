/// The contents of a state file and its journals: a version to start with, and the journals that follow it.
///
/// The version is in `FILE`; if that is damaged or missing, the last good one in `FILE.1` with its journals is used; or
/// a complete scene in a journal, if that is newer. Reading changes nothing.
package struct KeptState {
    /// The lines of the version; nil when there is none.
    package private(set) var text: [UInt8]?
    /// Scene time of the version, in seconds.
    package private(set) var time = 0.0
    /// Size of the version's file, in bytes.
    package private(set) var bytes = 0
    /// Number of the journal that follows the version's file.
    package private(set) var first = 0
    /// The position in the journals after the version.
    package private(set) var start = JournalPosition(journal: 0)
    /// Number of the last record before that; nil when unknown.
    package private(set) var records: Int?
    /// True when the version was written at an orderly end.
    package private(set) var isEnded = false
    /// Numbers of the journals from there on.
    package private(set) var journals: [Int] = []
    /// True when the version is in a journal.
    package var isJournaled: Bool { start.offset > 0 }
    /// True when the file contains a complete version.
    package private(set) var isWhole = false
    /// Descriptions of damaged or missing data, for users.
    package private(set) var problems: [String] = []
    /// Damaged files, which have to be kept.
    package private(set) var damaged: [String] = []
    /// Data missing in the damaged version; nil when a complete one was found.
    package private(set) var damage: KeptVersion.Damage?

    /// Size of a version, in bytes, from which journals contain no scene, so none is searched.
    private static let largeVersion = 16 << 20

    /// Nil when there is neither a version nor a journal. `alone`: ignores scenes in journals.
    package init?(_ path: String, _ disk: any Disk, alone: Bool = false) throws(NewerFormat) {
        let all = StatePaths.journals(path, disk)
        let main = try Self.version(path, disk)
        let spare = try Self.version(StatePaths.spare(path), disk)
        guard main.isThere || spare.isThere || !all.isEmpty else { return nil }
        for number in all { try Self.checkFormat(of: StatePaths.journal(path, number), disk) }
        isWhole = main.version != nil && main.version?.damage == nil
        let version = choose(path, main, spare, all)
        if let version {
            text = version.text
            time = version.time ?? 0
            bytes = version.text.count
            damage = version.damage
            (records, isEnded) = (version.records, version.isEnded)
        }
        first = version?.journal ?? all.first ?? 0
        if version == nil, first > 0 { problems.append("\(path): the version is gone, its journals are used") }
        start = JournalPosition(journal: first)
        journals = Array(all.drop { [first] in $0 < first })
        if records != nil, damage == nil, !isEnded, journals.isEmpty {
            problems.append("\(StatePaths.journal(path, first)) is gone, and with it what was said behind the version")
        }
        if version?.time == nil, version != nil { time = Self.time(of: path, first, disk) }
        if alone || bytes >= Self.largeVersion { return }
        useSceneInJournals(path, disk)
    }

    private struct Candidate {
        var isThere = false
        var error: DiskError?
        var version: KeptVersion?
    }

    private static func version(_ path: String, _ disk: any Disk) throws(NewerFormat) -> Candidate {
        guard disk.has(path) else { return Candidate() }
        let bytes: [UInt8]
        do throws(DiskError) { bytes = try disk.read(path) } catch { return Candidate(isThere: true, error: error) }
        return Candidate(isThere: true, version: try KeptVersion(bytes, path))
    }

    private static func checkFormat(of journal: String, _ disk: any Disk) throws(NewerFormat) {
        guard let bytes = try? disk.read(journal), let line = TextScan.line(bytes, at: 0),
            let format = Head.newerFormat(line, JournalHead.mark)
        else { return }
        throw NewerFormat(path: journal, format: format)
    }

    private mutating func choose(
        _ path: String, _ main: Candidate, _ spare: Candidate, _ all: [Int]
    ) -> KeptVersion? {
        if let version = main.version, version.damage == nil { return version }
        if main.isThere { damaged.append(path) }
        let reason = main.error.map { "\($0)" } ?? "\(path): \(main.isThere ? "it is damaged" : "it is gone")"
        if let version = spare.version, version.damage == nil, Self.follows(version, all) {
            problems.append("\(reason); the version before it, \(StatePaths.spare(path)), and its journals are used")
            return version
        }
        if spare.isThere, main.version != nil || main.isThere { damaged.append(StatePaths.spare(path)) }
        if let version = main.version, !version.isLost {
            problems.append("\(reason): \(version.damage?.message ?? "")")
            return version
        }
        if let version = spare.version, !version.isLost {
            let lost = version.damage.map { ": \($0.message)" } ?? ": journals behind it are gone"
            problems.append("\(reason); the version before it, \(StatePaths.spare(path)), is used\(lost)")
            return version
        }
        if main.isThere { problems.append(main.error == nil ? "\(path) holds no state that can be read" : reason) }
        return nil
    }

    /// True when all journals after a version exist.
    private static func follows(_ version: KeptVersion, _ all: [Int]) -> Bool {
        guard let first = version.journal, let last = all.last, last >= first else { return false }
        return all.filter { $0 >= first }.count == last - first + 1
    }

    /// The scene time at the beginning of a journal.
    private static func time(of path: String, _ number: Int, _ disk: any Disk) -> Double {
        guard let bytes = try? disk.read(StatePaths.journal(path, number)) else { return 0 }
        return JournalReader(bytes).head?.time ?? 0
    }

    /// Starts with the newest complete scene in a journal, if there is one.
    private mutating func useSceneInJournals(_ path: String, _ disk: any Disk) {
        for (index, number) in journals.enumerated().reversed() {
            guard let bytes = try? disk.read(StatePaths.journal(path, number)) else { continue }
            var reader = JournalReader(bytes)
            var scene: JournalReader.Span?
            while let span = reader.nextSpan() {
                if bytes[span.lines].starts(with: JournalMark.scene) { scene = span }
            }
            guard let scene else { continue }
            text = Array(bytes[scene.lines].dropFirst(JournalMark.scene.count))
            time = scene.time
            start = JournalPosition(journal: number, offset: scene.lines.upperBound)
            (records, isEnded) = (scene.number > 0 ? scene.number : nil, false)
            journals.removeFirst(index)
            if damage != nil || !problems.isEmpty {
                problems.append("all of the scene stands in \(StatePaths.journal(path, number))")
            }
            damage = nil
            return
        }
    }
}
