import Reactor

/// How long a start would take to run a journal again. When that is long, all of a small scene goes into the journal, and a start begins
/// there.
struct ReplayBound {
    /// The journal's length up to its last scene, and at the end of the last turn.
    private var (start, end) = (0, 0)
    /// Nanoseconds of the turns since that have added to it.
    private var time: Nanoseconds = 0
    /// Bytes of the last scene, and nanoseconds that writing it took.
    private var scene = (bytes: 0, time: Nanoseconds(0))
    private var isForced = false

    /// Objects of a small scene: writing these takes a millisecond.
    static let mostObjects = 1000
    /// Bytes of lines, and nanoseconds of turns, between two scenes at least.
    private static let (bytes, time) = (256 << 10, Nanoseconds(10_000_000))
    /// The same in bytes and times of the last scene: writing scenes costs a share of this.
    private static let share = 64
    /// Nanoseconds of running journals again behind which the scene is due at once.
    private static let longReplay: Nanoseconds = 500_000

    /// A turn has ended that took `turn` nanoseconds.
    mutating func note(_ length: Int, turn: Nanoseconds) {
        guard length > end else { return }
        end = length
        time += turn
    }

    var isDue: Bool {
        isForced || end - start >= max(Self.bytes, Self.share * scene.bytes)
            || time >= max(Self.time, Nanoseconds(Self.share) * scene.time)
    }

    /// The scene was written, in `time` nanoseconds; `length` is that of the journal now.
    mutating func begin(at length: Int, time: Nanoseconds) {
        scene = (length - end, time)
        (start, end) = (length, length)
        (self.time, isForced) = (0, false)
    }

    mutating func noteReplay(_ time: Nanoseconds) { isForced = time >= Self.longReplay }
}
