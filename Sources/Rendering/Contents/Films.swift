import Schema

/// Films in use: their files, which are not shared between objects, and their clocks.
package final class Films {
    package let library: ImageLibrary
    var clocks: [Slot: FilmClock] = [:]

    /// Maximum number of cached frames per film: the previous, the current and the next one.
    package static let frameLimit = 3

    /// Number of films opened before their object existed; their owners are numbered down from the maximum, apart from
    /// objects' ids.
    private var owners: UInt64 = 0

    package init(_ library: ImageLibrary) { self.library = library }

    /// An owner for a film whose object does not exist yet.
    func newOwner() -> UInt64 {
        owners += 1
        return .max - owners
    }
}

/// Layers whose pictures have to be read again.
struct UnsettledLayers {
    /// Layers that show an animation whose next frame was not requested yet.
    var playing: Set<Slot> = []
    /// Layers that show a vector picture which is not available yet in a requested size.
    var blurred: Set<Slot> = []
}
