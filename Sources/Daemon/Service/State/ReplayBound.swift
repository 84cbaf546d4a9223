import Reactor

/// Estimates how long replaying a journal would take. When that is long, a small scene is written to the journal
/// completely, and a start begins there.
struct ReplayBound {
    /// The journal's length up to its last scene, and at the end of the last turn.
    private var (start, end) = (0, 0)
    /// Nanoseconds of the turns that have added to it since.
    private var time: Nanoseconds = 0
    /// Bytes of the last scene, and nanoseconds for writing it.
    private var scene = (bytes: 0, time: Nanoseconds(0))
    private var isForced = false

    /// Maximum objects of a small scene: writing these takes a millisecond.
    static let mostObjects = 1000
    /// Minimum bytes of lines and nanoseconds of turns between two scenes.
    private static let (bytes, time) = (256 << 10, Nanoseconds(10_000_000))
    /// Minimum ratio between lines or turns and the last scene: limits the cost of writing scenes.
    private static let share = 64
    /// Nanoseconds of replay after which the scene is due immediately.
    private static let longReplay: Nanoseconds = 500_000

    /// Call after a turn that took `turn` nanoseconds.
    mutating func note(_ length: Int, turn: Nanoseconds) {
        guard length > end else { return }
        end = length
        time += turn
    }

    var isDue: Bool {
        isForced || end - start >= max(Self.bytes, Self.share * scene.bytes)
            || time >= max(Self.time, Nanoseconds(Self.share) * scene.time)
    }

    /// Call when the scene was written in `time` nanoseconds; `length`: that of the journal now.
    mutating func begin(at length: Int, time: Nanoseconds) {
        scene = (length - end, time)
        (start, end) = (length, length)
        (self.time, isForced) = (0, false)
    }

    mutating func noteReplay(_ time: Nanoseconds) { isForced = time >= Self.longReplay }
}
