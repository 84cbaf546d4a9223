import Scene

/// Films in use: their files, which no other object shares, and their clocks.
package final class Films {
    package let library: ImageLibrary
    var clocks: [Slot: FilmClock] = [:]

    /// Frames of one film that are kept: the one before, the one that is shown, and the next.
    package static let frameLimit = 3

    /// Films that were opened for no object yet, counted from the end of what objects' ids are.
    private var owners: UInt64 = 0

    package init(_ library: ImageLibrary) { self.library = library }

    /// An owner for a film whose object does not exist yet.
    func newOwner() -> UInt64 {
        owners += 1
        return .max - owners
    }
}

/// Layers whose pictures are to be looked at again.
struct UnsettledLayers {
    /// They show an animation whose next frame was not looked at yet.
    var playing: Set<Slot> = []
    /// They show a vector picture which has not been there in a size that was wanted, and will be.
    var blurred: Set<Slot> = []
}
