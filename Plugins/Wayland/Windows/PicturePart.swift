import ScrimPluginABI
import ScrimPluginKit

/// A window's part of the picture, and its rectangles that are out of date on the screen, in pixels.
struct PicturePart {
    private(set) var rect = PixelRect()
    private(set) var missed: [PixelRect] = []

    /// Maximum number of rectangles; above it, their bounding box is kept.
    private static let most = 256

    /// Moves to another part, of which nothing is shown yet. False when it is the same.
    mutating func move(to part: PixelRect) -> Bool {
        guard part != rect else { return false }
        rect = part
        missAll()
        return true
    }

    /// Records changed rectangles of the picture.
    mutating func miss(_ damage: UnsafeBufferPointer<PixelRect>) {
        if let all = missed.first, all == rect { return }
        for at in 0..<damage.count {
            let own = unsafe damage[at].intersection(rect)
            if !own.isEmpty { missed.append(own) }
        }
        if missed.count > Self.most { missed = [missed.reduce(missed[0]) { $0.union($1) }] }
    }

    /// Marks all of it as out of date.
    mutating func missAll() { missed = rect.isEmpty ? [] : [rect] }

    /// Marks all of it as up to date.
    mutating func catchUp() { missed.removeAll(keepingCapacity: true) }
}
