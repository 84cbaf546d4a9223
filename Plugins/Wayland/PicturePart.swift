import ScrimPluginABI
import ScrimPluginKit

/// A window's part of the picture, and the rectangles of it that are out of date on the screen; in pixels.
struct PicturePart {
    private(set) var rect = PixelRect()
    private(set) var missed: [PixelRect] = []

    /// Beyond so many rectangles one is kept that holds them all.
    private static let most = 256

    /// Becomes another part, of which nothing is shown. False: it is that one.
    mutating func move(to part: PixelRect) -> Bool {
        guard part != rect else { return false }
        rect = part
        missAll()
        return true
    }

    /// The picture has changed there.
    mutating func miss(_ damage: UnsafeBufferPointer<PixelRect>) {
        if let all = missed.first, all == rect { return }
        for at in 0..<damage.count {
            let own = unsafe damage[at].intersection(rect)
            if !own.isEmpty { missed.append(own) }
        }
        if missed.count > Self.most { missed = [missed.reduce(missed[0]) { $0.union($1) }] }
    }

    /// Nothing of it is shown as it is.
    mutating func missAll() { missed = rect.isEmpty ? [] : [rect] }

    /// All of it is shown as it is.
    mutating func catchUp() { missed.removeAll(keepingCapacity: true) }
}
