import Geometry
import LineProtocol
import Reactor
import Schema
import Server
import World

/// `load` of long files: each is read on its own thread, which also parses its lines as far as possible without a
/// scene; then the line is carried out. Later lines of its client wait; other clients do not.
final class SceneLoads {
    private let timeline: Timeline
    private let files: Files
    private var waiting: [Load] = []
    private var running = 0
    /// Carries out a line whose file has been read.
    var onLine: ((Connection, [UInt8]) -> Void)?

    /// Maximum number of threads: each holds a file and its lines.
    private static let most = 2

    init(_ timeline: Timeline, _ files: Files) {
        self.timeline = timeline
        self.files = files
    }

    /// A line that waits for its file.
    private final class Load: HeldWork {
        let client: ClientSession
        let line: [UInt8]
        let path: String
        private(set) var isAbandoned = false
        /// Retained until its end is reported.
        var job: BackgroundJob<Result<ReadFile, SceneError>>?

        init(_ client: ClientSession, _ line: [UInt8], _ path: String) {
            (self.client, self.line, self.path) = (client, line, path)
        }

        func abandon() { isAbandoned = true }
    }

    /// Takes a line that a session has returned; `bytes`: the complete line.
    func take(_ command: Command, _ bytes: ByteView, _ client: ClientSession) throws(SceneError) {
        let load = Load(client, unsafe Array(bytes.buffer), try LoadCommand(command).path.string)
        client.hold(.work(load), HeldReply(command.line.tag, client.session))
        waiting.append(load)
        begin()
    }

    private func begin() {
        waiting.removeAll(where: \.isAbandoned)
        while running < Self.most, !waiting.isEmpty {
            let load = waiting.removeFirst()
            running += 1
            do throws(SystemError) {
                load.job = try BackgroundJob(
                    timeline.reactor,
                    { [files, path = load.path] in
                        do throws(SceneError) { return .success(ReadFile(path, try files.read(path))) } catch {
                            return .failure(error)
                        }
                    }, then: { [self] in end(load, $0) })
            } catch {
                end(load, .failure(SceneError(.io, "\(error)")))
            }
        }
    }

    private func end(_ load: Load, _ result: Result<ReadFile, SceneError>) {
        running -= 1
        load.job = nil
        defer { begin() }
        guard !load.isAbandoned else { return }
        switch result {
        case .success(let file):
            load.client.release {
                timeline.world.fileVerbs.with(file) {
                    onLine?(load.client.connection, load.line)
                }
            }
        case .failure(let error): load.client.fail(error)
        }
    }
}
