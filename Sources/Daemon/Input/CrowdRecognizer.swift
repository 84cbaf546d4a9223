import Geometry

/// Several fingers on one layer: a tap of all of them, or a drag of their center.
///
///     idle ──second finger──▶ possible ──beyond 10 points──▶ active: began, changed … ──a finger up──▶ over
///                               │ all up: tapped                                                    │ all up
///                               ▼                                                                   ▼
///                             idle ◀────────────────────────────────────────────────────────────────┘
struct CrowdRecognizer: Equatable, Sendable {
    /// The layer touched by all fingers.
    let target: Target
    /// The fingers that are down, with their start and current points.
    private var fingers: [(touch: Int, start: Point, now: Point)] = []
    /// Maximum number of fingers down at once; for a drag, their number at its beginning.
    private(set) var count = 0
    private var pan = PanRecognizer()
    /// The first finger's touch, for counting taps.
    private(set) var down: Sample
    private var canTap = true
    private var isOver = false

    init(_ target: Target, _ first: Int, _ at: Sample) {
        self.target = target
        down = at
        fingers = [(first, at.point, at.point)]
    }

    static func == (a: CrowdRecognizer, b: CrowdRecognizer) -> Bool {
        a.target == b.target && a.count == b.count && a.pan == b.pan && a.down == b.down && a.canTap == b.canTap
            && a.isOver == b.isOver && a.fingers.elementsEqual(b.fingers, by: ==)
    }

    /// The center of the fingers, at a scene time.
    func middle(_ time: Double) -> Sample {
        let sum = fingers.reduce(Point.zero) { $0 + $1.now }
        return Sample(sum * (1 / Double(max(1, fingers.count))), time)
    }

    func has(_ touch: Int) -> Bool { fingers.contains { $0.touch == touch } }

    /// Adds a finger. A running drag continues.
    mutating func add(_ touch: Int, _ at: Sample) {
        fingers.append((touch, at.point, at.point))
        guard pan.state != .active, !isOver else { return }
        count = max(count, fingers.count)
        _ = pan.handle(.down, middle(at.time))
    }

    /// Handles a finger's move.
    mutating func move(_ touch: Int, _ at: Sample) -> InputAction.What? {
        guard let index = fingers.firstIndex(where: { $0.touch == touch }) else { return nil }
        fingers[index].now = at.point
        if Slop.isLeft(fingers[index].start, at.point) { canTap = false }
        guard !isOver, let state = pan.handle(.move, middle(at.time)) else { return nil }
        return .pan(state, from: pan.start, before: pan.before)
    }

    /// Handles the end of a finger before it is reported: a drag ends with it.
    mutating func end(_ touch: Int, _ phase: ContactPhase, _ time: Double) -> InputAction.What? {
        guard has(touch), !isOver else { return nil }
        if phase == .cancel { canTap = false }
        guard pan.state == .active, let state = pan.handle(phase, middle(time)) else { return nil }
        (canTap, isOver) = (false, true)
        return .pan(state, from: pan.start, before: pan.before)
    }

    /// Removes a finger. True when it was the last one of a tap.
    mutating func remove(_ touch: Int) -> Bool {
        fingers.removeAll { $0.touch == touch }
        // A single finger does not drag.
        if fingers.count < 2 { isOver = true }
        return fingers.isEmpty && canTap
    }

    var isEmpty: Bool { fingers.isEmpty }
}
