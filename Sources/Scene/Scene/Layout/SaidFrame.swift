import Geometry

/// The specified frame of an autoresizing layer whose superlayer's size has changed since, for the axes that follow it.
///
/// The actual frame is a function of this and of the superlayer's present size: intermediate sizes have no effect.
struct SaidFrame: Equatable {
    /// One axis.
    struct Stretch: Equatable {
        /// Position of the layer.
        var position: Double
        /// Length of its bounds.
        var length: Double
        /// Length of the superlayer's bounds when this was specified.
        var base: Double
    }

    /// Nil along an axis where the frame refers to the superlayer's present size or does not follow it.
    var across: Stretch?
    var down: Stretch?
    /// True when no size was specified: the layer has its own as long as it follows nothing.
    var fits = false

    var isEmpty: Bool { across == nil && down == nil }
}
