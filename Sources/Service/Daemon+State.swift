import LineProtocol
import Reactor
import Scene

/// Keeping the scene for the next start: behind changes, off the way of frames, and at the end.
extension Daemon {
    /// Behind a change the file is written when this time has passed, with what came meanwhile.
    private static let calm: Nanoseconds = 500_000_000
    /// Between two versions lies at least so many times what making one took: at most a hundredth of the loop's time.
    private static let restFactor: Nanoseconds = 100

    /// Asks for the file to be written when the scene is not what it holds.
    func armState() {
        guard let keeper, stateTimer == nil, !keeper.isBusy, scene.revision != keptRevision else { return }
        stateTimer = reactor.setTimer(at: max(reactor.turnTime + Self.calm, nextState), self)
    }

    /// Hands the scene's lines to the file's thread.
    func keepState() {
        stateTimer = nil
        guard let keeper, !keeper.isBusy, scene.revision != keptRevision else { return }
        let begin = Clock.now
        let bytes = stateText()
        nextState = Clock.now + (Clock.now - begin) * Self.restFactor
        let revision = scene.revision
        keeper.write(bytes, reactor) { [weak self] error in
            guard let self else { return }
            // What cannot be written is told once, and tried again behind the next change.
            if let error, error.message != self.stateTrouble {
                Log.write(.warning, "the state is not kept: \(error.message)")
            }
            self.stateTrouble = error?.message
            self.keptRevision = revision
        }
    }

    /// At the end, when nothing else waits: writes what is not in the file yet.
    func keepStateAtEnd() {
        guard let keeper else { return }
        keeper.finish()
        guard scene.revision != keptRevision || stateTrouble != nil else { return }
        do throws(SceneError) { try files.write(keeper.path, stateText(), lasting: true) } catch {
            Log.write(.warning, "the state is not kept: \(error.message)")
        }
    }

    private func stateText() -> [UInt8] {
        // What goes with its client would come back without one.
        StateFile.text(
            scene, time: clock.time(reactor.turnTime), without: clients.all.flatMap(\.session.author.owned))
    }

    /// Takes up a file, or another one, as the setting `state` says.
    func applyState() {
        let path = scene.value(Scene.daemon, SettingsProperty.state.id).string
        guard path != keeper?.path ?? "" else { return }
        keeper?.finish()
        keeper = nil
        guard !path.isEmpty else { return }
        keeper = StateFile(path)
        // Not what it holds, whatever it holds.
        keptRevision = nil
    }
}
