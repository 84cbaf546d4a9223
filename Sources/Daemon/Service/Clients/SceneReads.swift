import Geometry
import LineProtocol
import Reactor
import Scene
import Schema
import Server
import World

/// Lines that read much of the scene: `dump`, `tree`, `list`, `checkpoint`, `diff`, `save` and `subscribe`. Each is
/// answered on its own thread from a copy of the scene taken when the thread starts. Later lines of its client wait;
/// other clients do not.
final class SceneReads {
    private let timeline: Timeline
    private let files: Files
    private var waiting: [Read] = []
    private var running = 0

    /// Maximum number of threads: each may hold a copy of the scene and its text.
    private static let most = 2

    init(_ timeline: Timeline, _ files: Files) {
        self.timeline = timeline
        self.files = files
    }

    /// A line that waits or is being answered.
    private final class Read: HeldWork {
        /// It retains this object until it is answered or closed.
        let client: ClientSession
        let task: Task
        let reply: HeldReply
        private(set) var isAbandoned = false
        /// Retained until its end is reported.
        var job: BackgroundJob<Outcome>?

        init(_ client: ClientSession, _ task: Task, _ reply: HeldReply) {
            self.client = client
            self.task = task
            self.reply = reply
        }

        func abandon() { isAbandoned = true }
    }

    private enum Task {
        /// The line of a reading verb.
        case read([UInt8])
        case save(path: String, secrets: Bool, isNew: Bool)
        case checkpoint(String)
        case diff(from: [UInt8])
        /// Computes the state for a subscribing client when the thread starts.
        case subscribe((ClientSession) -> SubscribedState?)
        /// The digest of the shared scene after a record.
        case digest(() -> (epoch: Int, number: Int))
    }

    /// The result of a thread.
    private enum Outcome {
        case reply(ReplyBytes)
        case dump([UInt8])
        case done
        case failed(SceneError)
    }

    // MARK: Lines

    /// Takes a command that a session has returned; `bytes`: its line.
    func take(_ command: Command, _ bytes: ByteView, _ asker: ServiceVerbs.Asker) throws(SceneError) {
        switch command.verb {
        case .checkpoint: add(.checkpoint(try CheckpointCommand(command).name.string), asker)
        case .diff:
            let name = try CheckpointCommand(command).name
            add(.diff(from: try asker.client.session.checkpoint(name)), asker)
        default: add(.read(unsafe Array(bytes.buffer)), asker)
        }
    }

    /// Writes the scene to a file; with secrets, the file is readable only by its owner. `isNew`: the file must not
    /// exist.
    func save(to path: String, secrets: Bool, isNew: Bool, _ asker: ServiceVerbs.Asker) {
        add(.save(path: path, secrets: secrets, isNew: isNew), asker)
    }

    /// Subscribes a client and sends it the state of that moment, before its events.
    func tell(_ asker: ServiceVerbs.Asker, _ subscribe: @escaping (ClientSession) -> SubscribedState?) {
        add(.subscribe(subscribe), asker)
    }

    /// Answers with the digest of what machines share, and with the record that it stands behind: asked when the thread begins.
    func digest(_ asker: ServiceVerbs.Asker, _ moment: @escaping () -> (epoch: Int, number: Int)) {
        add(.digest(moment), asker)
    }

    private func add(_ task: Task, _ asker: ServiceVerbs.Asker) {
        let (client, reply) = (asker.client, asker.reply)
        let read = Read(client, task, reply)
        client.hold(.work(read), reply)
        waiting.append(read)
        begin()
    }

    // MARK: Threads

    private func begin() {
        waiting.removeAll(where: \.isAbandoned)
        while running < Self.most, !waiting.isEmpty {
            let read = waiting.removeFirst()
            let client = read.client
            var state: SubscribedState?
            if case .subscribe(let subscribe) = read.task {
                state = subscribe(client)
                client.connection.holdEvents(true)
            }
            var moment = (epoch: 0, number: 0)
            if case .digest(let told) = read.task {
                timeline.world.updateBindings()
                moment = told()
            }
            let (scene, time, files) = (timeline.world.copyScene(), timeline.world.time, files)
            running += 1
            do throws(SystemError) {
                read.job = try BackgroundJob(
                    timeline.reactor,
                    { [moment] in Self.run(read.task, state, moment, read.reply, scene, time, files) },
                    then: { [self] in end(read, $0) })
            } catch {
                end(read, .failed(SceneError(.io, "\(error)")))
            }
        }
    }

    /// Runs on any thread with its own copy of the scene.
    private static func run(
        _ task: Task, _ state: SubscribedState?, _ moment: (epoch: Int, number: Int), _ reply: HeldReply,
        _ scene: Scene, _ time: Double, _ files: Files
    ) -> Outcome {
        do throws(SceneError) {
            switch task {
            case .read(let bytes):
                var json = JSONWriter()
                try bytes.withView(0..<bytes.count) { (bytes) throws(SceneError) in
                    var splitter = WordSplitter()
                    guard let line = try Line(bytes, &splitter) else { return }
                    try SceneReader(scene, at: time).read(try Command(line), to: &json)
                }
                return text(reply, json)
            case .save(let path, let secrets, let isNew):
                let dump = Session.dump(scene, at: time, secrets: secrets)
                try files.write(path, dump, lasting: true, mode: secrets ? 0o600 : 0o666, isNew: isNew)
                return .done
            case .subscribe:
                var out = ByteWriter()
                reply.withReply { $0.succeed(&out) }
                let events = state?.events(scene) ?? []
                unsafe events.withUnsafeBufferPointer { out.append(unsafe ByteView($0)) }
                return Self.reply(out)
            case .digest:
                var json = JSONWriter()
                json.beginObject()
                json.key("epoch")
                json.number(moment.epoch)
                json.key("seq")
                json.number(moment.number)
                json.key("time")
                json.number(time)
                json.key("sha256")
                json.string(text: SceneDigest.of(scene))
                json.endObject()
                return text(reply, json)
            case .checkpoint: return .dump(Session.dump(scene, at: time))
            case .diff(let old):
                var json = JSONWriter()
                json.beginArray()
                for line in SceneDiff(from: old, to: Session.dump(scene, at: time)).lines() { json.string(text: line) }
                json.endArray()
                return text(reply, json)
            }
        } catch {
            return .failed(error)
        }
    }

    private static func text(_ reply: HeldReply, _ payload: borrowing JSONWriter) -> Outcome {
        var out = ByteWriter()
        reply.withReply { $0.succeed(&out, payload: payload) }
        return Self.reply(out)
    }

    private static func reply(_ out: consuming ByteWriter) -> Outcome {
        let (memory, count) = unsafe out.take()
        return unsafe .reply(ReplyBytes(adopting: memory, count: count))
    }

    private func end(_ read: Read, _ outcome: Outcome) {
        running -= 1
        read.job = nil
        defer { begin() }
        guard !read.isAbandoned else { return }
        let client = read.client
        defer {
            if case .subscribe = read.task {
                if let more = client.takeAfterReply() { client.connection.sendReply(more) }
                client.connection.holdEvents(false)
            }
        }
        switch outcome {
        case .reply(let bytes): client.release(bytes)
        case .done: client.release()
        case .failed(let error): client.fail(error)
        case .dump(let dump):
            guard case .checkpoint(let name) = read.task else { return client.release() }
            do throws(SceneError) {
                try client.session.keep(dump, asCheckpoint: name, limit: timeline.world.transactionLimit)
                client.release()
            } catch {
                client.fail(error)
            }
        }
    }
}
