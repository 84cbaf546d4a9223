import Pixels

/// Outcome of loading an image.
package enum ImageEvent: Equatable, Sendable {
    /// It has pixels: for the first time, or again after its file changed.
    case ready
    /// The reason follows the path: "the file ends too soon". Earlier contents may stay.
    case failed(String)
    /// A frame, or a vector picture's size, that was asked for is there.
    case pixels
}

/// A picture's file, shared by all that show it. Owned by its library; used on the loop's thread only.
package final class Image {
    package enum State: Equatable, Sendable {
        case loading
        case ready
        /// Why; the pixels from before, if there were any, are still there.
        case failed(String)
    }

    /// Description of the file's picture; nil until it is known.
    package struct Info: Equatable, Sendable {
        /// In pixels; of a vector picture, the natural size in points, rounded up.
        package var width: Int
        package var height: Int
        package var isVector: Bool
        /// Seconds that each frame is shown; one for a still picture.
        package let durations: [Double]
        /// How often the frames are played; 0: for ever.
        package var loopCount: Int
        /// Seconds from the beginning to the end of each frame.
        package let ends: [Double]

        package init(width: Int, height: Int, isVector: Bool, durations: [Double], loopCount: Int) {
            (self.width, self.height, self.isVector) = (width, height, isVector)
            (self.durations, self.loopCount) = (durations, loopCount)
            var end = 0.0
            ends = durations.map { duration in
                end += duration
                // They are told in microseconds, which sums are not.
                return (end * 1e6).rounded() / 1e6
            }
        }

        /// How long the frames take once.
        package var duration: Double { ends.last ?? 0 }

        /// The frame that is shown so many seconds after the first began; at the end the last one.
        func frame(within time: Double) -> Int {
            var (low, high) = (0, max(0, ends.count - 1))
            while low < high {
                let middle = (low + high) / 2
                if time < ends[middle] { high = middle } else { low = middle + 1 }
            }
            return low
        }

        /// The frame that is shown `time` seconds after the first began; and when, after that beginning, the next one
        /// follows: nil when none does.
        package func frame(at time: Double) -> (frame: Int, until: Double?) {
            let total = duration
            guard durations.count > 1, total > 0, time.isFinite, time >= 0 else {
                return (0, durations.count > 1 && total > 0 ? durations[0] : nil)
            }
            if loopCount > 0, time >= total * Double(loopCount) { return (durations.count - 1, nil) }
            let round = (time / total).rounded(.down)
            var end = round * total
            for (frame, duration) in durations.enumerated() {
                end += duration
                if time < end {
                    let isLast = frame == durations.count - 1 && loopCount > 0 && round + 1 >= Double(loopCount)
                    return (frame, isLast ? nil : end)
                }
            }
            return (durations.count - 1, end)
        }
    }

    /// Which pixels of it.
    struct Key: Hashable {
        var frame: Int
        var width: Int
        var height: Int
    }

    struct Rendition {
        var picture: Picture
        /// When it was asked for last, by the library's count.
        var stamp: UInt64
    }

    /// Which file it was, to tell a change.
    struct Identity: Equatable {
        var device: UInt64
        var file: UInt64
        var size: Int64
        var seconds: Int64
        var nanoseconds: Int64
    }

    package let path: String
    /// Its name in the library.
    var key: String
    package internal(set) var state = State.loading
    package internal(set) var info: Info?
    /// Counts the times that its file has been read to the end.
    package internal(set) var revision = 0
    /// The names of those that show it, counted.
    var uses = 0
    var watches = 0
    var identity: Identity?
    var renditions: [Key: Rendition] = [:]
    /// Requested bitmaps that are not there yet, the newest last.
    var wanted: [Key] = []
    /// The process in which it is open, and its number there; it is open in one at most.
    weak var worker: DecodingWorker?
    var session: UInt32 = 0
    /// The file was read, or is to be read, again: pixels that are there are of the file before.
    var isStale = false

    init(_ path: String, key: String) { (self.path, self.key) = (path, key) }

    /// A film, which one object has for itself.
    var isFilm: Bool { key != path }

    var bytes: Int { renditions.values.reduce(0) { $0 + $1.picture.bitmap.byteCount } }
}
