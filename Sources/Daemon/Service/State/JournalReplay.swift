import Geometry
import LineProtocol
import PluginHost
import Reactor
import Scene
import SceneTables
import Schema
import Storage
import World

/// Replays the lines of journals at their scene times and with their clients' access.
final class JournalReplay {
    private let timeline: Timeline
    private var sessions: [Int: Session] = [:]
    /// The client and session of the last record.
    private var newest: (client: Int, session: Session)?
    /// True while lines are recorded for `undo`.
    private var keepsHistory = false
    /// Number of replayed lines.
    private(set) var lines = 0
    private var refused = 0
    /// True while no record was found.
    private(set) var isEmpty = true
    /// Messages about damage and losses; and the damaged files.
    private(set) var (problems, damaged): ([String], [String]) = ([], [])
    /// True when something before the next line is lost, from the version or from a journal.
    var hasLosses = false
    /// Number of the last record; nil: unknown.
    private(set) var known: Int?
    /// True when lines after a cut were skipped.
    private(set) var isCut = false
    private var out = ByteWriter()
    /// The layer that had the key focus last; nil: not recorded.
    private var focus: String?
    private var hasRing = true
    /// The layers under pointers and fingers.
    private var pointed = PointedLayers()
    /// Lines of open transactions and definitions, by client.
    private var open: [Int: [UInt8]] = [:]

    /// Maximum number of timed events between two records that are replayed at their own times, when the clock ran by
    /// itself: limits the start time.
    private static let mostEvents = 4096
    /// Marks the end of a client: no verb.
    static let leave = Array("# left\n".utf8)
    /// Marks a change of the scene that is not in the journal: no verb.
    static let cut = Array("# cut\n".utf8)
    /// Marks the start of the daemon, before its first client: no verb. Earlier clients are gone.
    static let start = Array("# start\n".utf8)
    /// Begins a record with a file that the next line has read: the byte length of its path, then path and text, each
    /// with an LF.
    private static let read = Array("# read ".utf8)
    /// Begins a record that changes the order of objects: each line has the names of an object and the one behind it.
    private static let order = Array("# order\n".utf8)
    /// Begins a record with the layer that has the key focus; empty for none.
    private static let focus = "# focus "
    private static let withoutRing = " ring=false"
    /// Begins a record with the lines of the whole scene.
    static let scene = JournalMark.scene

    /// The line behind which a primary told the whole scene, for which engines of behaviors began anew: no verb.
    static let moment = Array("# moment\n".utf8)
    /// Begins a line with the size of the root layer.
    private static let whole = "# root "
    /// Begins a line with the path of a file; with a tab and another path where a file there has the same: in a replica, and in a scene that
    /// was another primary's.
    static let file = Array("# file ".utf8)

    /// The lines of a record with the size of the root layer.
    static func lines(ofWhole size: Size) -> [UInt8] {
        var line = ByteWriter()
        line.append(text: whole)
        line.append(size.width)
        line.append(" ")
        line.append(size.height)
        line.append("\n")
        return line.array
    }

    /// The lines of a record with a file; `real`: the path on this machine of a file that has the same.
    static func lines(ofFile path: String, at real: String? = nil) -> [UInt8] {
        file + Array("\(path)\(real.map { "\t\($0)" } ?? "")\n".utf8)
    }

    /// Takes a line that tells what a primary has beside its scene; false for others.
    static func take(_ line: String, in world: World) -> Bool {
        if line.hasPrefix(whole) {
            let words = line.dropFirst(whole.count).split(separator: " ").compactMap { Double($0) }
            if words.count == 2, words.allSatisfy({ (1...16_384).contains($0) }) {
                world.scene.wholeSize = Size(words[0], words[1])
            }
        } else if line.utf8.starts(with: file) {
            let parts = line.dropFirst(file.count).split(separator: "\t", maxSplits: 1)
            if parts.count == 2 { world.sharedFiles[String(parts[0])] = String(parts[1]) }
        } else if line.hasPrefix(random) {
            if let state = UInt64(line.dropFirst(random.count), radix: 16) { world.randomState = state }
        } else {
            return false
        }
        return true
    }

    /// Takes the lines that tell it before a scene.
    static func takeHead(of lines: [UInt8], in world: World) {
        var rest = lines[...]
        while rest.first == UInt8(ascii: "#") {
            let line = rest.prefix { $0 != UInt8(ascii: "\n") }
            _ = take(String(decoding: line, as: UTF8.self), in: world)
            rest = rest.dropFirst(line.count + 1)
        }
    }

    /// Begins a line with the state of random numbers, in hexadecimal.
    private static let random = "# random "

    /// The lines of a record with the state of random numbers.
    static func lines(ofRandom state: UInt64) -> [UInt8] { Array("\(random)\(String(state, radix: 16))\n".utf8) }

    /// The journal's name in the last record that told one.
    private(set) var link: JournalLink?
    /// True when the records are a primary's, and this daemon is a replica: what stays on each machine is left out, and lines that cannot be
    /// carried out are counted.
    private let isFeed: Bool

    /// The lines of a record with a file.
    static func lines(of read: LoadRecord.Read) -> [UInt8] {
        Self.read + Array("\(read.path.utf8.count)\n\(read.path)\n".utf8) + read.text + [UInt8(ascii: "\n")]
    }

    /// The file in such lines; nil for others.
    static func file(of lines: [UInt8]) -> LoadRecord.Read? {
        guard lines.starts(with: read), let end = lines.firstIndex(of: UInt8(ascii: "\n")),
            let length = Int(String(decoding: lines[read.count..<end], as: UTF8.self)), length >= 0,
            length <= lines.count - end - 3
        else { return nil }
        let path = String(decoding: lines[(end + 1)..<(end + 1 + length)], as: UTF8.self)
        return LoadRecord.Read(path: path, text: Array(lines[(end + 2 + length)..<(lines.count - 1)]))
    }

    /// The lines with the effect of `undo` or `redo`, and those with the order of objects outside of the tree; nil when
    /// lines cannot express it.
    static func lines(of extent: UndoExtent, in world: World) -> (lines: [UInt8], order: [UInt8]?)? {
        world.updateBindings()
        var lines: [UInt8] = []
        var dump = SceneDump(world.scene, at: world.time, secrets: true)
        let isWhole = dump.write(effectOf: extent) { line in
            unsafe lines.append(contentsOf: line.buffer)
            lines.append(UInt8(ascii: "\n"))
        }
        guard isWhole else { return nil }
        let pairs = dump.order(of: extent).map { "\($0.name) \($0.next)\n" }.joined()
        return (lines, pairs.isEmpty ? nil : order + Array(pairs.utf8))
    }

    /// The lines of a record about the focus.
    static func lines(ofFocus name: String, hasRing: Bool) -> [UInt8] {
        Array("\(focus)\(name)\(hasRing ? "" : withoutRing)\n".utf8)
    }

    /// The lines of a record with a whole scene.
    static func lines(ofScene text: [UInt8]) -> [UInt8] { Self.scene + text }

    /// `known`: number of the last record before the first replayed one; nil: unknown.
    init(_ timeline: Timeline, behind known: Int?) {
        self.timeline = timeline
        self.known = known
        isFeed = false
    }

    /// For a replica's feed.
    init(feed timeline: Timeline) {
        self.timeline = timeline
        (isFeed, keepsHistory) = (true, true)
    }

    /// Number of lines of a feed that could not be carried out.
    var skipped: Int { refused }

    /// Runs a record of a primary: a late one at its own time, for what begins then.
    func run(_ record: [UInt8], of client: Int, at time: Double) {
        let world = timeline.world
        let shown = world.time
        if time < shown { world.start(at: time) }
        record.withView(0..<record.count) { run($0, of: client, at: time) }
        world.reach(shown)
    }

    /// Forgets the clients of the records before.
    func forgetClients() {
        // What they own is the scene's.
        (sessions, newest, open) = ([:], nil, [:])
    }

    /// Continues from the layers that were under pointers and fingers when a scene was written: their styles are as
    /// they were, without another transition.
    func take(_ pointed: PointedLayers) {
        self.pointed = pointed
        if !pointed.hasRing { (focus, hasRing) = ("", false) }
        showInput(animates: false)
    }

    /// Replays the journals of a state file from a position. Returns the number of the next journal.
    func run(_ path: String, from start: JournalPosition, _ numbers: [Int], _ disk: any Disk) -> Int {
        timeline.isReplaying = true
        defer { timeline.isReplaying = false }
        // Moving layers continue from the version's state before lines change them.
        timeline.world.settle()
        var time = timeline.now
        let wallClock = timeline.world.wall.clock
        var offset = 0.0
        // Of the journal that contains the scene.
        isEmpty = start.offset == 0
        var before: (number: Int, size: Int)?
        for number in numbers where !isCut {
            let journal = StatePaths.journal(path, number)
            let bytes: [UInt8]
            do throws(DiskError) { bytes = try disk.read(journal) } catch {
                problems.append("\(error)")
                continue
            }
            var reader = JournalReader(bytes)
            if let head = reader.head {
                offset = head.wall - head.time
                time = max(time, head.time)
                if let gone = gone(before: head, number, behind: before ?? (start.journal - 1, .max)) {
                    report(journal, "\(gone) before it are gone")
                }
            }
            before = (number, bytes.count)
            if number == start.journal { reader.skip(to: start.offset) }
            var missing = 0
            timeline.world.wall.clock = { [unowned timeline] in timeline.world.time + offset }
            keepsHistory = Self.takesBack(reader)
            timeline.scene.objects.withoutLimits {
                while !isCut, let record = reader.nextSpan() {
                    missing += skip(to: record.number - 1)
                    if reader.isDamaged || missing > 0 { hasLosses = true }
                    known = max(known ?? 0, record.number)
                    time = max(time, record.time)
                    bytes.withView(record.lines) { run($0, of: record.client, at: time) }
                }
            }
            if isCut { report(journal, "lines behind a change that is in no file are not used") }
            missing += skip(to: reader.last ?? 0)
            if !isCut { report(journal, reader, missing) }
        }
        timeline.world.wall.clock = wallClock
        // Files of a line that the last write has truncated.
        timeline.world.fileVerbs.record.forgetGiven()
        endSessions()
        timeline.world.settle()
        // Restores what depends on visible layers: for example the visible rows of a scrolled list.
        timeline.advance(to: timeline.world.time)
        guard let last = numbers.last else {
            restoreFocus()
            return start.journal
        }
        timeline.clock.restart(at: time, timeline.reactor.turnTime)
        if !pointed.isEmpty {
            // The screens report the pointers again.
            pointed = PointedLayers()
            showInput()
        }
        restoreFocus()
        let message = "restored \(lines) lines of the journal" + (refused > 0 ? ", \(refused) of them refused" : "")
        Log.write(.notice, message)
        return last + 1
    }

    /// The last focus that a record told; without one it is where the scene's lines said.
    private func restoreFocus() {
        guard let focus else { return }
        let layer = timeline.scene.find(focus).map { timeline.scene.id(of: $0) }
        timeline.world.restoreFocus(layer, hasRing: hasRing)
    }

    private func report(_ journal: String, _ what: String) {
        problems.append("\(journal): \(what)")
        hasLosses = true
    }

    /// Reports damage and missing records of a journal.
    private func report(_ journal: String, _ reader: JournalReader, _ missing: Int) {
        guard reader.isDamaged || missing > 0 else { return }
        let lost = missing > 0 ? "\(Self.count(missing)) of it are gone" : nil
        // A truncated write contains nothing that anybody would miss.
        guard reader.isDamaged, !reader.isTorn || missing > 0 else {
            return report(journal, lost ?? "its last \(reader.lostBytes) bytes are no whole record, and not used")
        }
        damaged.append(journal)
        let what = "damaged: \(reader.lostBytes) bytes belong to no whole record, and are not used"
        report(journal, lost.map { "\(what); \($0)" } ?? what)
    }

    private static func count(_ records: Int) -> String { records == 1 ? "1 record" : "\(records) records" }

    /// Number of missing records before a record with this predecessor.
    private func skip(to number: Int) -> Int {
        guard let known, number > known else { return 0 }
        self.known = number
        return number - known
    }

    /// What is missing before a journal: records, or, for an earlier format, what the head says about the previous
    /// file. `before`: that file's number and size.
    private func gone(before head: JournalHead, _ number: Int, behind before: (number: Int, size: Int)) -> String? {
        if let records = head.records {
            defer { known = max(known ?? 0, records) }
            let count = skip(to: records)
            return count > 0 ? Self.count(count) : nil
        }
        if number > before.number + 1 { return "journals" }
        let missing = (head.behind ?? 0) - before.size
        return missing > 0 ? "\(missing) bytes" : nil
    }

    /// True when some line of a journal undoes others: then steps have to be recorded.
    private static func takesBack(_ reader: JournalReader) -> Bool {
        var reader = reader
        var found = false
        while !found, let record = reader.nextSpan() {
            reader.bytes.withView(record.lines) { lines in
                lines.forEachLine { if DependentLine.matches($0), DependentLine.cause($0) == .history { found = true } }
            }
        }
        return found
    }

    private func run(_ record: ByteView, of client: Int, at time: Double) {
        isEmpty = false
        if !record.isEmpty, record[0] == UInt8(ascii: "#") {
            isCut = unsafe record.buffer.elementsEqual(Self.cut)
            if isCut { return }
        }
        if time > timeline.world.time, isFeed {
            timeline.catchUp(to: time)
        } else if time > timeline.world.time {
            var events = 0
            let isManual = timeline.clock.isManual
            _ = timeline.passEvents(until: time, looksForContacts: isManual) {
                events += 1
                return !isManual && events > Self.mostEvents
            }
            timeline.advance(to: time)
        }
        guard !record.isEmpty else { return timeline.world.updateBindings() }
        if record[0] == UInt8(ascii: "#"), runMark(unsafe Array(record.buffer), of: client) { return }
        let session = session(of: client)
        let (world, files) = (timeline.world, timeline.world.fileVerbs.record)
        record.forEachLine { line in
            guard !line.isEmpty, !isFeed || !timeline.world.isLocal(line) else { return }
            world.reach(time)
            out.removeAll()
            let given = files.givenFiles
            _ = session.handle(line, world, &out)
            files.forgetGiven()
            lines += 1
            if session.hasFailed {
                keep(line, of: client, given)
            } else if !session.isInTransaction, open[client] != nil {
                open[client] = nil
            }
            if session.isInTransaction {
                open[client, default: []] += unsafe Array(line.buffer) + [UInt8(ascii: "\n")]
            }
        }
    }

    /// Keeps an accepted line that cannot be carried out now, as what it needs may come back.
    private func keep(_ line: ByteView, of client: Int, _ given: [LoadRecord.Read]) {
        let session = session(of: client)
        if isFeed {
            refused += 1
            // What this version knows of it.
            let text = unsafe (open.removeValue(forKey: client) ?? []) + Array(line.buffer)
            guard !session.isInTransaction, !text.starts(with: "define".utf8) else { return }
            try? timeline.world.fileVerbs.runKnown(text, by: session.principal)
            return
        }
        let message = String(out.string.split(separator: "\n").first?.split(separator: " ", maxSplits: 2).last ?? "")
        guard session.principal.hasFullAccess, !session.isInTransaction else {
            refused += 1
            return
        }
        // Lines of a transaction are tried one by one; those of a definition stay together.
        var texts = [line.string]
        if let begun = open.removeValue(forKey: client) {
            let text = String(decoding: begun, as: UTF8.self)
            if text.hasPrefix("define") {
                texts = [text + line.string]
            } else {
                texts = text.split(separator: "\n").dropFirst().map(String.init)
            }
        }
        for text in texts {
            if hasLosses, replace(text, session, given) { continue }
            let verb = ByteView.with(text) { LineVerb(of: $0)?.verb }
            var reason = message
            if texts.count > 1 || verb == .load {
                given.forEach(timeline.world.fileVerbs.record.give)
                out.removeAll()
                let again = verb == .load ? text + " lenient=true" : text
                ByteView.with(again) { _ = session.handle($0, timeline.world, &out) }
                timeline.world.fileVerbs.record.forgetGiven()
                guard session.hasFailed else { continue }
                reason = String(out.string.split(separator: "\n").first?.split(separator: " ", maxSplits: 2).last ?? "")
            }
            guard let verb, verb.traits.contains(.mayBecomeDormant), !isAboutLost(text, verb),
                (try? timeline.world.dormancy.keep(text, because: reason)) != nil
            else {
                refused += 1
                continue
            }
        }
    }

    /// Carries out an accepted `create` for a name that exists: the lines that removed the existing object are lost.
    /// False for other lines.
    private func replace(_ text: String, _ session: Session, _ given: [LoadRecord.Read]) -> Bool {
        let words = text.split(separator: " ").drop { $0.hasPrefix("@") }
        guard words.first == "create", let name = words.dropFirst().first.map(String.init),
            ByteView.with(name, NameTable.isValid), timeline.scene.find(name) != nil
        else { return false }
        for line in ["remove \(name)", text] {
            out.removeAll()
            if line == text { given.forEach(timeline.world.fileVerbs.record.give) }
            ByteView.with(line) { _ = session.handle($0, timeline.world, &out) }
            timeline.world.fileVerbs.record.forgetGiven()
            if session.hasFailed { return false }
        }
        return true
    }

    /// True for a line about a lost object: it neither exists nor is dormant. If kept, the line would change a later
    /// object with the same name.
    private func isAboutLost(_ text: String, _ verb: Verb) -> Bool {
        guard hasLosses, verb.traits.contains(.changesOne) else { return false }
        let words = text.split(separator: " ").drop { $0.hasPrefix("@") }
        guard let word = words.dropFirst().first else { return false }
        return ByteView.with(String(word)) { name in
            NameTable.isValid(name) && timeline.scene.find(name) == nil && timeline.scene.dormancy.find(name) == nil
        }
    }

    /// Returns true for a record that is not a client's line.
    private func runMark(_ record: [UInt8], of client: Int) -> Bool {
        let text = String(decoding: record.dropLast(), as: UTF8.self)
        if record == Self.moment {
            timeline.behaviors.beginAnew()
            return true
        }
        if let link = JournalLink(text) {
            self.link = link
            return true
        }
        var isTold = false
        for line in text.split(separator: "\n") where Self.take(String(line), in: timeline.world) { isTold = true }
        if isTold { return true }
        var reaction: JournaledReaction?
        record.withView(0..<record.count) { reaction = JournaledReaction($0) }
        if let reaction {
            if let slot = timeline.scene.find(reaction.layer) {
                timeline.world.reactions.begin(in: timeline.world)
                timeline.fire(reaction.trigger, on: timeline.scene.id(of: slot), reaction.values)
            }
        } else if record.starts(with: Self.focus.utf8) {
            let words = String(decoding: record.dropFirst(Self.focus.utf8.count), as: UTF8.self).filter { $0 != "\n" }
            hasRing = !words.hasSuffix(Self.withoutRing)
            focus = hasRing ? words : String(words.dropLast(Self.withoutRing.count))
            showInput()
        } else if let pointed = PointedLayers(text) {
            self.pointed = pointed
            showInput()
        } else if record == Self.leave {
            if let session = sessions.removeValue(forKey: client) { leave(session) }
            newest = nil
        } else if record == Self.start {
            endSessions()
        } else if let file = Self.file(of: record) {
            timeline.world.fileVerbs.record.give(file)
        } else if record.starts(with: Self.order) {
            putInOrder(record)
        } else if record.starts(with: Self.scene) {
            become(Array(record.dropFirst(Self.scene.count)))
        } else {
            return false
        }
        return true
    }

    /// Updates the style states of input at that time; devices are notified at the end.
    private func showInput(animates: Bool = true) {
        guard timeline.scene.styles.hasInputStyles else { return }
        func ids(_ names: [String]) -> [ObjectID] {
            names.compactMap(timeline.scene.find).map { timeline.scene.id(of: $0) }
        }
        let awaited = timeline.world.awaitedFocus
        let focused = focus.map { ids([$0]) } ?? [awaited?.layer ?? timeline.scene.focus].compactMap { $0 }
        timeline.world.setInput(
            hovered: ids(pointed.hovered), pressed: ids(pointed.pressed), focused: focused,
            isFocusVisible: focus == nil ? awaited?.hasRing ?? timeline.scene.hasFocusRing : hasRing, animates: animates
        )
    }

    private func session(of client: Int) -> Session {
        if let newest, newest.client == client { return newest.session }
        let session = sessions[client] ?? Session(keepsHistory: keepsHistory)
        sessions[client] = session
        newest = (client, session)
        return session
    }

    private func endSessions() {
        sessions.values.forEach(leave)
        sessions = [:]
        newest = nil
    }

    private func putInOrder(_ lines: [UInt8]) {
        for line in lines.split(separator: UInt8(ascii: "\n")).dropFirst() {
            let slots = line.split(separator: UInt8(ascii: " ")).compactMap {
                timeline.scene.find(String(decoding: $0, as: UTF8.self))
            }
            if slots.count == 2 { timeline.scene.tree.moveObject(slots[0], before: slots[1]) }
        }
    }

    /// Replaces the scene by the recorded one.
    private func become(_ text: [UInt8]) {
        lines += 1
        do throws(SceneError) { try timeline.world.fileVerbs.restore(.text(text), of: text, from: "the journal") } catch
        {
            refused += 1
            Log.write(.warning, error.message)
        }
        timeline.world.settle()
        take(PointedLayers(headOf: text))
    }

    /// Removes the objects owned by the client.
    private func leave(_ session: Session) {
        session.close()
        for id in session.principal.owned {
            if let slot = timeline.scene.slot(of: id) { try? timeline.scene.objects.remove(slot) }
        }
        timeline.world.restyle()
    }
}
