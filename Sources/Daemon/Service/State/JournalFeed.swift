import Contents
import Geometry
import Glibc
import LineProtocol
import PluginHost
import Reactor
import Scene
import SceneTables
import Schema
import Server
import Storage
import World

/// The records of the journal for clients that asked for them: `subscribe journal`.
///
/// Each reader hears the whole scene of one moment first, and then every record behind it, in order. Records are written as events once,
/// and kept for those that are behind, up to `limit.journalBytes`; of what all have heard, a mebibyte is kept for those that come back.
final class JournalFeed {
    private let timeline: Timeline
    private let clients: ClientRegistry
    private let lines: JournalWriter
    private var readers: [Reader] = []
    /// Events of the last records, by their numbers, without a gap.
    private var events: [[UInt8]] = []
    /// Number of the first one.
    private var first = 1
    private var bytes = 0
    /// Number of the last record that was told; nil before the first one.
    private var last: Int?
    /// Wall-clock time minus scene time, in seconds.
    private var lead = 0.0
    /// Records go to nobody yet, since the scene was changed in a way that no record tells.
    private var isBroken = false
    /// Nil: this daemon has begun no journal that others follow.
    private(set) var epoch: Int? { didSet { lines.link = epoch.map { .primary(epoch: $0) } } }

    /// The pictures and films that objects name.
    weak var controller: ContentsController? { didSet { buffers.controller = controller } }
    /// Pictures of the pixels that clients share.
    let buffers: BufferPictures
    /// Files that readers know, by the paths that objects name.
    private var files: [String: FileVersion] = [:]
    /// Font files that objects name, or have named since the daemon began.
    private var fonts: Set<String> = []
    /// The size of the root layer that readers know.
    private var whole = Size.zero
    /// Called when nobody reads any more.
    var onEnd: (() -> Void)?

    /// Bytes of records that are kept when everybody has heard them.
    private static let kept = 1 << 20
    /// Bytes that a connection is given at a time.
    private static let portion = 256 << 10
    /// Seconds by which the clock on the wall may differ from what readers know.
    private static let tolerance = 0.005

    private final class Reader {
        let client: ClientSession
        /// Number of the next record; nil: the scene comes first.
        var next: Int?
        /// The scene, while not all of it was sent.
        var telling: SceneTelling?
        /// Number of its events that were.
        var sent = 0

        init(_ client: ClientSession) { self.client = client }
    }

    init(_ timeline: Timeline, _ clients: ClientRegistry, _ lines: JournalWriter) {
        (self.timeline, self.clients, self.lines) = (timeline, clients, lines)
        buffers = BufferPictures(timeline)
        buffers.onPicture = { [weak self] name, path in
            guard let self, isOn, last != nil else { return }
            lines.noteAlone(JournalReplay.lines(ofFile: name, at: path))
            lines.flushFeed()
            timeline.reactor.requestTurn()
        }
        lines.onRecords = { [weak self] in self?.take($0) }
        lines.onBreak = { [weak self] in self?.isBroken = true }
    }

    /// True while somebody reads.
    var isOn: Bool { !readers.isEmpty }

    /// The journal's name among those of other daemons: a later one is higher.
    func begin() -> Int {
        if let epoch { return epoch }
        return begin(atLeast: 0)
    }

    /// Begins a journal with another, higher, name.
    @discardableResult
    func begin(atLeast least: Int) -> Int {
        let new = max(least, (epoch ?? 0) + 1, Int(Clock.wall / 1_000_000))
        restore(new)
        lines.noteEpoch()
        for reader in readers { reader.next = nil }
        return new
    }

    /// Goes on with the name that a state file has.
    func restore(_ epoch: Int) {
        self.epoch = epoch
        forget()
    }

    private func forget() {
        (events, bytes, last) = ([], 0, nil)
    }

    // MARK: Readers

    /// Has a client read from now on, behind a record of an epoch when that is kept still. `rate`: pictures of buffers a second.
    func add(_ client: ClientSession, from: (epoch: Int, number: Int)?, rate: Double?) {
        let reader = readers.first { $0.client === client } ?? Reader(client)
        reader.next = nil
        if readers.isEmpty {
            timeline.isExact = true
            lead = timeline.world.wall.clock() - timeline.now
            timeline.world.wall.clock = { [unowned self] in timeline.world.time + lead }
            lines.beginFeed()
        }
        buffers.begin(rate: rate)
        let epoch = begin()
        if !readers.contains(where: { $0 === reader }) { readers.append(reader) }
        if let from, from.epoch == epoch, let last, from.number <= last, from.number + 1 >= first, !isBroken {
            reader.next = from.number + 1
        }
    }

    /// The client asks for records no more, or has gone.
    func remove(_ client: ClientSession) {
        guard isOn else { return }
        readers.removeAll { $0.client === client }
        guard readers.isEmpty else { return }
        timeline.isExact = false
        timeline.world.wall.clock = { Clock.wall.inSeconds }
        forget()
        buffers.end()
        onEnd?()
    }

    // MARK: Records

    /// Takes records as they stand in a journal's file.
    private func take(_ records: ByteView) {
        guard isOn else { return }
        var reader = unsafe JournalReader(records: Array(records.buffer))
        while let span = reader.nextSpan() {
            if let last, span.number != last + 1 { isBroken = true }
            append(span.number, time: span.time, client: span.client, reader.bytes[span.lines])
        }
    }

    private func append(_ number: Int, time: Double, client: Int, _ text: ArraySlice<UInt8>) {
        // What comes before the scene that readers wait for is in it.
        guard !isBroken, last != nil else { return }
        last = number
        // The whole scene as it is anyway is for starts.
        let isScene = text.starts(with: JournalMark.scene)
        let line = EventName.journal.line { json in
            json.beginObject()
            begin(number, time: time, client: client, &json)
            json.key("lines")
            Self.write(isScene ? [] : text, to: &json)
            json.endObject()
        }
        events.append(line)
        bytes += line.count
    }

    private func begin(_ number: Int, time: Double, client: Int, _ json: inout JSONWriter) {
        json.key("epoch")
        json.number(epoch ?? 0)
        json.key("seq")
        json.number(number)
        json.key("time")
        json.number(time)
        json.key("wall")
        json.number(time + lead)
        json.key("client")
        json.number(client)
        if timeline.clock.isManual {
            json.key("clock")
            json.string("manual")
        }
    }

    static func write(_ text: ArraySlice<UInt8>, to json: inout JSONWriter) {
        json.beginArray()
        var text = text
        if text.last == UInt8(ascii: "\n") { text.removeLast() }
        if !text.isEmpty {
            for line in text.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
                unsafe line.withUnsafeBufferPointer { json.string(unsafe ByteView($0)) }
            }
        }
        json.endArray()
    }

    /// An object names a file, or it was read again: readers hear of each version once.
    func note(file path: String, of slot: Slot) {
        if !timeline.scene.shared.isLocal(slot) { note(file: path) }
    }

    /// True when some text has named a font file.
    var namesFonts: Bool { !fonts.isEmpty }

    /// A text names a font file.
    func note(font path: String) {
        fonts.insert(path)
        note(file: path)
    }

    private func note(file path: String) {
        guard isOn, last != nil else { return }
        let version = FileVersion(opened(path))
        guard files.updateValue(version, forKey: path) != version else { return }
        lines.noteAlone(lines(ofFile: path))
    }

    /// The file of this machine that stands for a path: in a scene that was another primary's, a copy.
    private func opened(_ path: String) -> String { timeline.world.sharedFiles[path] ?? path }

    private func lines(ofFile path: String) -> [UInt8] {
        JournalReplay.lines(ofFile: path, at: timeline.world.sharedFiles[path])
    }

    // MARK: Turns

    /// Sends new records to the readers. Returns the kinds of changes that concern it from now on.
    func turnEnded() -> ChangeKinds {
        guard isOn else { return [] }
        noteWall()
        buffers.turnEnded()
        if last != nil, wholeSize != whole {
            whole = wholeSize
            lines.noteAlone(JournalReplay.lines(ofWhole: whole))
            lines.flushFeed()
        }
        if isBroken {
            forget()
            for reader in readers { reader.next = nil }
            isBroken = false
        }
        if readers.contains(where: { $0.next == nil && $0.telling == nil }) { tellScene() }
        let limit = Int(timeline.scene.value(Scene.daemon, SettingsProperty.limitJournalBytes.id).number)
        for reader in readers { send(to: reader) }
        trim(limit)
        return .everyTurn
    }

    private var wholeSize: Size { timeline.scene.rows[Int(Scene.root)].bounds.size }

    /// The clock on the wall was set, or goes otherwise than the machine's: readers know from the next record on.
    private func noteWall() {
        let lead = Clock.wall.inSeconds - timeline.clock.time(Clock.now)
        guard abs(lead - self.lead) > Self.tolerance, !timeline.clock.isManual else { return }
        self.lead = lead
        lines.noteClock()
    }

    /// Sends what a connection takes.
    func send(to client: ClientSession) {
        if let reader = readers.first(where: { $0.client === client }) { send(to: reader) }
    }

    private func send(to reader: Reader) {
        let connection = reader.client.connection
        while connection.unsent < Self.portion {
            if let telling = reader.telling {
                if reader.sent < telling.events.count {
                    connection.sendReply(telling.events[reader.sent])
                    reader.sent += 1
                } else if telling.isWhole {
                    (reader.telling, reader.sent) = (nil, 0)
                } else {
                    return
                }
            } else if let next = reader.next, let last, next <= last {
                connection.sendReply(events[next - first])
                reader.next = next + 1
            } else {
                return
            }
        }
        connection.wantsDrained = true
    }

    /// Lets go of what everybody has heard; of readers that are too far behind, too.
    private func trim(_ limit: Int) {
        var heard = last.map { $0 + 1 } ?? first
        for reader in readers { heard = min(heard, reader.next ?? heard) }
        var count = 0
        var lost = first
        while count < events.count, bytes > limit || (bytes > Self.kept && first + count < heard) {
            bytes -= events[count].count
            count += 1
        }
        guard count > 0 else { return }
        events.removeFirst(count)
        first += count
        lost = first
        for reader in readers where reader.next.map({ $0 < lost }) ?? false {
            reader.next = nil
            reader.client.connection.sendReply(
                EventName.journal.line { json in
                    json.beginObject()
                    json.key("state")
                    json.string("dropped")
                    json.endObject()
                })
        }
        if readers.contains(where: { $0.next == nil }) { timeline.reactor.requestTurn() }
    }

    /// Tells the scene of this moment to those that wait for it.
    private func tellScene() {
        let scene = moment()
        let number = scene.number
        if last == nil { (events, bytes, first) = ([], 0, number + 1) }
        last = number
        let waiting = readers.filter { $0.next == nil && $0.telling == nil }
        let telling = SceneTelling(scene, timeline.reactor) { [weak self] in
            guard let self else { return }
            for reader in waiting where reader.telling != nil { send(to: reader) }
        }
        for reader in waiting {
            reader.next = number + 1
            reader.telling = telling
            send(to: reader)
        }
    }

    /// The scene of this moment, behind a record.
    private func moment() -> SceneTelling.Moment {
        timeline.catchUp()
        // All begin with what is written: what engines know beside that is forgotten here, too.
        timeline.behaviors.beginAnew()
        lines.noteMoment()
        let copy = timeline.world.copyScene()
        for client in clients.all { client.journaled.scope = nil }
        lines.flushFeed()
        whole = wholeSize
        controller?.reconcile(at: timeline.now)
        let pictures = controller?.paths { !timeline.scene.shared.isLocal($0) } ?? []
        let paths = fonts.union(pictures).sorted()
        files = Dictionary(uniqueKeysWithValues: paths.map { ($0, FileVersion(opened($0))) })
        var head = JournalReplay.lines(ofWhole: whole) + paths.flatMap { lines(ofFile: $0) }
        head += buffers.files.flatMap { JournalReplay.lines(ofFile: $0.name, at: $0.path) }
        head += JournalReplay.lines(ofRandom: timeline.world.randomState)
        return SceneTelling.Moment(
            head: head, scene: copy, epoch: epoch ?? 0, number: lines.records, time: timeline.world.time,
            wall: timeline.world.time + lead, isManual: timeline.clock.isManual)
    }
}

/// The identity of a file's contents.
private struct FileVersion: Equatable {
    private let inode: UInt
    private let size, seconds, nanoseconds: Int

    /// All zero for a file that is not there.
    init(_ path: String) {
        var about = stat()
        let isThere = unsafe stat(path, &about) == 0
        inode = isThere ? about.st_ino : 0
        size = isThere ? about.st_size : 0
        seconds = isThere ? about.st_mtim.tv_sec : 0
        nanoseconds = isThere ? about.st_mtim.tv_nsec : 0
    }
}

/// The digest of what machines share of a scene.
enum SceneDigest {
    /// The SHA-256 of its lines, each with its LF, in hexadecimal. It does not depend on the scene time: times that are left are told as
    /// scene times.
    static func of(_ scene: Scene) -> String {
        var hash = SHA256()
        var text: [UInt8] = []
        var dump = SceneDump(shared: scene, at: 0)
        dump.write(nil) { line in
            unsafe text.append(contentsOf: line.buffer)
            text.append(UInt8(ascii: "\n"))
            guard text.count > 65_536 else { return }
            hash.update(text)
            text.removeAll(keepingCapacity: true)
        }
        hash.update(text)
        return hash.hexadecimal()
    }
}

/// A disk that keeps nothing: journals go to their readers alone.
final class NoDisk: Disk {
    let isImmediate = true

    private final class File: DiskFile {
        func append(_ bytes: ByteView) -> Int { bytes.count }
        func write(_ bytes: [UInt8], at offset: Int) {}
        func truncate(to count: Int) {}
        func reserve(_ count: Int, at offset: Int) -> Bool { true }
        func sync() {}
    }

    func read(_ path: String) -> [UInt8] { [] }
    func readBack(_ path: String) -> [UInt8] { [] }
    func has(_ path: String) -> Bool { false }
    func identity(_ path: String) -> UInt64? { nil }
    func names(in folder: String) -> [String] { [] }
    func create(_ path: String) -> any DiskFile { File() }
    func rename(_ path: String, to other: String) {}
    func link(_ path: String, to other: String) {}
    func remove(_ path: String) {}
    func sync(_ path: String) {}
    func syncFolder(of path: String) {}
}
