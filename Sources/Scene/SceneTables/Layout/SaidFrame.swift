import Geometry

/// The specified frame of an autoresizing layer whose superlayer's size has changed since, for the axes that follow it.
///
/// The actual frame is a function of this and of the superlayer's present size: intermediate sizes have no effect.
public struct SaidFrame: Equatable {
    /// One axis.
    public struct Stretch: Equatable {
        /// Position of the layer.
        public var position: Double
        /// Length of its bounds.
        public var length: Double
        /// Length of the superlayer's bounds when this was specified.
        public var base: Double

        public init(position: Double, length: Double, base: Double) {
            (self.position, self.length, self.base) = (position, length, base)
        }
    }

    /// Nil along an axis where the frame refers to the superlayer's present size or does not follow it.
    public var across: Stretch?
    public var down: Stretch?
    /// True when no size was specified: the layer has its own as long as it follows nothing.
    public var fits = false

    public init(fits: Bool = false) { self.fits = fits }

    public var isEmpty: Bool { across == nil && down == nil }
}
