import Geometry

/// The frame that was said for an autoresizing layer whose superlayer has another size by now, as far as it follows that.
///
/// The frame that the layer has is a function of it and of the superlayer's size: whatever sizes came between leave no trace.
struct SaidFrame: Equatable {
    /// One axis.
    struct Stretch: Equatable {
        /// Of the layer's position.
        var position: Double
        /// Of its bounds.
        var length: Double
        /// Of the superlayer's bounds, when this was said.
        var base: Double
    }

    /// Nil along an axis on which the frame is for the size that the superlayer has, or does not follow it.
    var across: Stretch?
    var down: Stretch?
    /// No size was said: the layer has its own as long as it follows nothing.
    var fits = false

    var isEmpty: Bool { across == nil && down == nil }
}
