import Glibc

/// Asks until it is so, at most `tries` times, `pause` microseconds apart. Whoever calls expects it then: nothing is thrown when it never is.
func waitUntil(tries: Int = 500, pause: UInt32 = 10_000, _ isSo: () throws -> Bool) rethrows {
    for _ in 0..<tries {
        if try isSo() { return }
        usleep(pause)
    }
}
