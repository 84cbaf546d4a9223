import Animation
import Geometry
package import Scene

/// What happens by time: animations go on and end, transactions that waited take effect.
extension Interpreter {
    /// Takes up what lines have made or changed about animations; called behind each.
    func settle() {
        if scene.isTouched { animator.sync(at: time) }
    }

    /// Brings what is shown up to `time`.
    func advance() { animator.advance(to: time) }

    /// Goes on to scene time `now`: whatever waited until then happens, in its order, and what moves is shown where it is.
    package func advance(to now: Double) {
        settle()
        for (place, at) in animator.dueTransactions(at: now) {
            // An earlier one may have taken it away.
            guard scene.slots[Int(place)].kind == .transaction, scene.place(of: scene.id(of: place)) != nil else {
                continue
            }
            time = max(time, at)
            run(place)
            settle()
        }
        time = now
        advance()
    }

    private func run(_ place: Int32) {
        let transaction = Transaction(place, scene)
        let author = authors.removeValue(forKey: scene.id(of: place)) ?? Author()
        let name = scene.name(of: place)
        // Never refused: it is no fixed object.
        try? scene.remove(place)
        do throws(SceneError) {
            try transaction.run(self, author)
            outcomes.append(Outcome(name: name, error: nil))
        } catch {
            outcomes.append(Outcome(name: name, error: error))
        }
    }

    /// What became of a transaction that waited.
    package struct Outcome {
        package let name: String
        /// Nil when it took effect; else it was dropped whole.
        package let error: SceneError?
    }

    /// The outcomes since the last call.
    package func takeOutcomes() -> [Outcome] {
        defer { outcomes = [] }
        return outcomes
    }

    /// The scene time that a word says, in seconds, or as a time by the clock on the wall.
    func sceneTime(_ word: ByteView) throws(ValueSyntax) -> Double {
        guard let wall = WallTime.seconds(word) else {
            do throws(ValueSyntax) { return try Quantity.time(word) } catch {
                throw ValueSyntax(
                    "\(ValueSyntax.quote(word)) is neither a scene time in seconds nor a time like 2030-01-31T12:00:00Z",
                    at: 0)
            }
        }
        return time + (wall - wallClock())
    }
}
