import LineProtocol
import Scene

/// What is wrong now and would go unseen: `hello`, `get daemon problems`, an event and the log tell it, and its end.
final class Problems {
    private let scene: Scene
    private let events: EventRouter
    private var list: [(cause: Cause, message: String)] = []

    /// What a problem is about.
    enum Cause: Equatable { case configuration, state, version, restored, dormant }

    init(_ scene: Scene, _ events: EventRouter) {
        self.scene = scene
        self.events = events
    }

    var messages: [String] { list.map(\.message) }

    /// The first of a cause; nil when there is none.
    func message(of cause: Cause) -> String? { list.first { $0.cause == cause }?.message }

    /// One has come.
    func begin(_ cause: Cause, _ message: String) {
        Log.write(.warning, message)
        list.append((cause, message))
        publish()
        tell("began", message)
    }

    /// Those of a cause are over.
    func end(_ cause: Cause) {
        let over = list.filter { $0.cause == cause }
        guard !over.isEmpty else { return }
        list.removeAll { $0.cause == cause }
        publish()
        for problem in over { tell("ended", problem.message) }
    }

    /// Puts messages in the place of those of a cause that has news of its own, without an event and without a line in the log.
    func set(_ cause: Cause, _ messages: [String]) {
        list.removeAll { $0.cause == cause }
        list += messages.map { (cause, $0) }
        publish()
    }

    /// Writes all of them into the property of `daemon`, as after its scene was made anew.
    func publish() { scene.times.stampProblems(messages.joined(separator: "\n")) }

    private func tell(_ state: String, _ message: String) {
        events.sendToAll(.problem) { json in
            json.beginObject()
            json.key("state")
            json.string(text: state)
            json.key("message")
            json.string(text: message)
            json.endObject()
        }
    }
}
