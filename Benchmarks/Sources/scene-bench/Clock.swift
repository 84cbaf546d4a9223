import Glibc

/// Which time is measured.
enum Clock {
    /// Of the processor, spent by this thread: what others run on the machine does not count.
    case thread
    /// Of the processor, spent by all threads of the program.
    case program
    /// Of the wall.
    case wall

    /// In milliseconds.
    var now: Double {
        var t = timespec()
        let id: clockid_t
        switch self {
        case .thread: id = CLOCK_THREAD_CPUTIME_ID
        case .program: id = CLOCK_PROCESS_CPUTIME_ID
        case .wall: id = CLOCK_MONOTONIC
        }
        unsafe clock_gettime(id, &t)
        return Double(t.tv_sec) * 1e3 + Double(t.tv_nsec) / 1e6
    }
}

/// Times of frames, in milliseconds.
struct Times {
    private var all: [Double] = []

    mutating func note(_ ms: Double) { all.append(ms) }

    var least: Double { all.min() ?? 0 }
    var median: Double { all.isEmpty ? 0 : all.sorted()[all.count / 2] }
}
