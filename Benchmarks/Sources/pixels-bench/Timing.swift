import Glibc

/// Processor time of this thread, in nanoseconds: what others run on the machine does not count.
private func now() -> Double {
    var t = timespec()
    unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t)
    return Double(t.tv_sec) * 1e9 + Double(t.tv_nsec)
}

/// The fastest of several batches, in nanoseconds for each of the `count` operations that `batch` does.
func fastest(of rounds: Int = 25, _ count: Int, _ batch: () throws -> Void) rethrows -> Double {
    var best = Double.infinity
    for _ in 0..<rounds {
        let start = now()
        try batch()
        best = min(best, (now() - start) / Double(count))
    }
    return best
}

/// Whether the words of the command line, if any, ask for a line of the table by a part of its name.
func isWanted(_ name: String) -> Bool {
    let words = CommandLine.arguments.dropFirst()
    return words.isEmpty || words.contains { name.contains($0) }
}

/// A line of the table: nanoseconds an operation, and how many times pixman's.
func report(_ name: String, _ ours: Double, _ what: String? = nil, raw: Double? = nil) {
    func column(_ text: String, _ width: Int) -> String {
        text + String(repeating: " ", count: max(1, width - text.count))
    }
    var line = column(name, 44) + column("\((ours * 10).rounded() / 10) ns", 16)
    if let raw, let what { line += "\((ours / raw * 100).rounded() / 100) × \(what) (\((raw * 10).rounded() / 10) ns)" }
    print(line)
}
