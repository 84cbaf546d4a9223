import Geometry
import Glibc
import Pixels

/// Cache of stroke outlines, shared by all painters of a picture: each is computed by the first painter that needs it.
/// The mutex protects all state, and is not held during computation.
@safe package final class StrokeCache {
    private struct Key: Hashable {
        var version: UInt32
        var operation: Int32
        var exponent: Int32
    }

    private final class Outline: CachedValue {
        let path: Path
        var lastUse: UInt64 = 0

        init(_ path: Path) { self.path = path }

        var cost: Int { path.points.count * 16 + path.commands.count + 128 }
    }

    private var outlines = BudgetCache<Key, Outline>(budget: 16 << 20)
    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private let painters: Int

    /// `painters` is the number of painters that share it.
    package init(painters: Int = 1) {
        self.painters = painters
        unsafe pthread_mutex_init(mutex, nil)
    }

    deinit {
        unsafe pthread_mutex_destroy(mutex)
        unsafe mutex.deallocate()
    }

    private func locked<T>(_ body: () -> T) -> T {
        unsafe pthread_mutex_lock(mutex)
        defer { unsafe pthread_mutex_unlock(mutex) }
        return body()
    }

    /// Maximum size of the outlines per painter, in bytes.
    var budget: Int {
        get { locked { outlines.budget / painters } }
        set { locked { outlines.budget = newValue * painters } }
    }
    /// Each painter's share of the cache size, in bytes.
    var bytes: Int { locked { outlines.bytes / painters } }
    var hits: Int { locked { outlines.hits } }
    var misses: Int { locked { outlines.misses } }

    /// The outline of an operation of the drawing `version`, precise enough to be scaled by `scale`.
    ///
    /// The tolerance is that of the next power of two, so that the outline is the same in every frame of a slow zoom,
    /// cached or not.
    func outline(
        _ path: Path, _ style: StrokeStyle, _ version: UInt32, _ operation: Int, scale: Double
    ) -> Path {
        let exponent = Int32(max(-20, min(20, log2(max(scale, 1e-6)).rounded(.up))))
        let key = Key(version: version, operation: Int32(truncatingIfNeeded: operation), exponent: exponent)
        if let known = locked({ outlines.find(key) }) { return known.path }
        let made = Outline(path.stroked(style, tolerance: 0.05 / scalbn(1, Int(exponent))))
        locked { outlines.keep(made, for: key) }
        return made.path
    }

    func removeAll() { locked { outlines.removeAll() } }
}
