import Pixels

/// Outcome of loading an image.
package enum ImageEvent: Equatable, Sendable {
    /// The image has pixels: for the first time, or again after its file changed.
    case ready
    /// The reason, worded to follow the path: "the file ends too soon". Earlier contents may stay.
    case failed(String)
    /// A requested frame, or size of a vector picture, is available.
    case pixels
}

/// A picture's file, shared by everything that shows it. Owned by its library; used on the loop's thread only.
package final class Image {
    package enum State: Equatable, Sendable {
        case loading
        case ready
        /// The reason; earlier pixels, if any, stay available.
        case failed(String)
    }

    /// The description of the file's picture.
    package struct Info: Equatable, Sendable {
        /// In pixels; for a vector picture, the natural size in points, rounded up.
        package var width: Int
        package var height: Int
        package var isVector: Bool
        /// Duration of each frame in seconds; one entry for a still picture.
        package let durations: [Double]
        /// Number of times the frames are played; 0 for ever.
        package var loopCount: Int
        /// Seconds from the beginning to the end of each frame.
        package let ends: [Double]

        package init(width: Int, height: Int, isVector: Bool, durations: [Double], loopCount: Int) {
            (self.width, self.height, self.isVector) = (width, height, isVector)
            (self.durations, self.loopCount) = (durations, loopCount)
            var end = 0.0
            ends = durations.map { duration in
                end += duration
                // Files give durations in microseconds; this removes rounding errors from the sum.
                return (end * 1e6).rounded() / 1e6
            }
        }

        /// Duration of all frames, in seconds.
        package var duration: Double { ends.last ?? 0 }

        /// The frame shown `time` seconds after the first began; after the end, the last one.
        func frame(within time: Double) -> Int {
            var (low, high) = (0, max(0, ends.count - 1))
            while low < high {
                let middle = (low + high) / 2
                if time < ends[middle] { high = middle } else { low = middle + 1 }
            }
            return low
        }

        /// The frame shown `time` seconds after the first began, and the time of the next one relative to the same
        /// beginning, or nil.
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

    /// Identifies a bitmap: frame and size.
    struct Key: Hashable {
        var frame: Int
        var width: Int
        var height: Int
    }

    struct Rendition {
        var picture: Picture
        /// The library's counter value at the last request.
        var stamp: UInt64
    }

    /// Identifies a version of a file, to detect changes.
    struct Identity: Equatable {
        var device: UInt64
        var file: UInt64
        var size: Int64
        var seconds: Int64
        var nanoseconds: Int64
    }

    package let path: String
    /// Its key in the library.
    var key: String
    package internal(set) var state = State.loading
    package internal(set) var info: Info?
    /// Number of times that its file has been read completely.
    package internal(set) var revision = 0
    /// Number of users.
    var uses = 0
    var watches = 0
    var identity: Identity?
    var renditions: [Key: Rendition] = [:]
    /// Requested bitmaps that are not available yet, the newest last.
    var wanted: [Key] = []
    /// The process in which it is open, and its number there; it is open in one process at most.
    weak var worker: DecodingWorker?
    var session: UInt32 = 0
    /// True when the file was read, or has to be read, again: the available pixels are those of the previous version.
    var isStale = false

    init(_ path: String, key: String) { (self.path, self.key) = (path, key) }

    /// True for a film, which is not shared.
    var isFilm: Bool { key != path }

    var bytes: Int { renditions.values.reduce(0) { $0 + $1.picture.bitmap.byteCount } }
}
