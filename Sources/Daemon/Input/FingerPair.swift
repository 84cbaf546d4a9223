import Geometry
import Scene

/// Two fingers, by number, on one layer, and their common gestures.
struct FingerPair {
    private let fingers: (a: Int, b: Int)
    private var recognizer: PairRecognizer

    /// Nil unless both are fingers.
    init?(_ a: Contact, _ b: Contact) {
        guard let first = a.touch, let second = b.touch else { return nil }
        fingers = (first, second)
        recognizer = PairRecognizer(a.at.point, b.at.point)
    }

    func has(_ finger: Int) -> Bool { fingers.a == finger || fingers.b == finger }

    private func contacts(_ touches: [Contact]) -> (a: Contact, b: Contact)? {
        guard let a = touches.first(where: { $0.touch == fingers.a }),
            let b = touches.first(where: { $0.touch == fingers.b })
        else { return nil }
        return (a, b)
    }

    /// The center of the two, and their layer; nil when one is gone.
    func middle(of touches: [Contact], _ time: Double) -> (at: Sample, target: Target)? {
        guard let (a, b) = contacts(touches), let target = a.target else { return nil }
        return (Sample((a.at.point + b.at.point) * 0.5, time), target)
    }

    /// Handles a move of one of them.
    mutating func move(_ touches: [Contact]) -> [InputAction.What] {
        guard let (a, b) = contacts(touches) else { return [] }
        return recognizer.move(a.at.point, b.at.point)
    }

    /// Handles the end of one of them.
    mutating func end(_ state: GestureState) -> [InputAction.What] { recognizer.end(state) }
}
