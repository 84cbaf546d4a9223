import LineProtocol
import Scene

/// Current problems that would otherwise go unnoticed. `hello`, `get daemon problems`, an event and the log report them
/// and their end.
final class Problems {
    private let scene: Scene
    private let events: EventRouter
    private var list: [(cause: Cause, message: String)] = []

    /// Subject of a problem.
    enum Cause: Equatable { case configuration, state, version, restored, dormant }

    init(_ scene: Scene, _ events: EventRouter) {
        self.scene = scene
        self.events = events
    }

    var messages: [String] { list.map(\.message) }

    /// The first problem of a cause; nil when there is none.
    func message(of cause: Cause) -> String? { list.first { $0.cause == cause }?.message }

    /// Adds a problem.
    func begin(_ cause: Cause, _ message: String) {
        Log.write(.warning, message)
        list.append((cause, message))
        publish()
        tell("began", message)
    }

    /// Ends the problems of a cause.
    func end(_ cause: Cause) {
        let over = list.filter { $0.cause == cause }
        guard !over.isEmpty else { return }
        list.removeAll { $0.cause == cause }
        publish()
        for problem in over { tell("ended", problem.message) }
    }

    /// Replaces the messages of a cause that has its own events, without event and log line.
    func set(_ cause: Cause, _ messages: [String]) {
        list.removeAll { $0.cause == cause }
        list += messages.map { (cause, $0) }
        publish()
    }

    /// Writes all of them to the property of `daemon`, for example after its scene was replaced.
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
