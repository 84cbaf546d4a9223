import LineProtocol
import Reactor
import Scene

/// Keeping the scene for the next start: behind changes, off the way of frames, and at the end.
final class StateStore {
    private let timeline: Timeline
    private let clients: ClientRegistry
    private let files: Files
    /// The file; nil when none is named.
    private var file: StateFile?
    /// The timer of its next version.
    private var timer: TimerID?
    /// The machine's time before which it is not written again.
    private var earliest: Nanoseconds = 0
    /// `EventLog.revision` of the version that it holds; nil when that is not known.
    private var keptRevision: UInt64?
    /// Why the last version could not be written.
    private var trouble: String?

    private var scene: Scene { timeline.scene }

    init(_ timeline: Timeline, _ clients: ClientRegistry, _ files: Files) {
        self.timeline = timeline
        self.clients = clients
        self.files = files
    }

    /// Behind a change the file is written when this time has passed, with what came meanwhile.
    private static let calm: Nanoseconds = 500_000_000
    /// Between two versions lies at least so many times what making one took: at most a hundredth of the loop's time.
    private static let restFactor: Nanoseconds = 100

    /// Asks for the file to be written when the scene is not what it holds.
    func arm() {
        guard let file, timer == nil, !file.isBusy, scene.changes.events.revision != keptRevision else { return }
        timer = timeline.reactor.setTimer(at: max(timeline.reactor.turnTime + Self.calm, earliest), self)
    }

    /// Hands the scene's lines to the file's thread.
    private func write() {
        timer = nil
        guard let file, !file.isBusy, scene.changes.events.revision != keptRevision else { return }
        let begin = Clock.now
        let bytes = stateText()
        earliest = Clock.now + (Clock.now - begin) * Self.restFactor
        let revision = scene.changes.events.revision
        file.write(bytes, timeline.reactor) { [weak self] error in
            guard let self else { return }
            // What cannot be written is told once, and tried again behind the next change.
            if let error, error.message != self.trouble {
                Log.write(.warning, "the state is not kept: \(error.message)")
            }
            self.trouble = error?.message
            self.keptRevision = revision
        }
    }

    /// At the end, when nothing else waits: writes what is not in the file yet.
    func writeAtEnd() {
        guard let file else { return }
        file.finish()
        guard scene.changes.events.revision != keptRevision || trouble != nil else { return }
        do throws(SceneError) { try files.write(file.path, stateText(), lasting: true) } catch {
            Log.write(.warning, "the state is not kept: \(error.message)")
        }
    }

    private func stateText() -> [UInt8] {
        // What goes with its client would come back without one.
        StateFile.text(
            scene, time: timeline.now, without: clients.all.flatMap(\.session.author.owned))
    }

    /// Takes up a file, or another one, as the setting `state` says.
    func applySettings() {
        let path = scene.value(Scene.daemon, SettingsProperty.state.id).string
        guard path != file?.path ?? "" else { return }
        file?.finish()
        file = nil
        guard !path.isEmpty else { return }
        file = StateFile(path)
        // Not what it holds, whatever it holds.
        keptRevision = nil
    }
}

extension StateStore: TimerHandler {
    func timerFired(_ timer: TimerID, now: Nanoseconds) { write() }
}
