extension Stroker {
    /// A stroke style with all that follows from it and the tolerance.
    struct Pen {
        /// Half the width of the line.
        let half: Double
        let cap: LineCap
        let join: LineJoin
        /// The smallest `1 + cos(turn)` of a miter join within the limit.
        let miterCosine: Double
        /// The largest distance of the outline from the true one, in points.
        let tolerance: Double
        /// The turn between two points of an arc of radius `half`.
        let arcStep: ArcStep
        /// The same for half a circle in equal steps.
        let capStep: ArcStep
        let capCount: Int

        init(_ style: StrokeStyle, tolerance: Double) {
            half = min(style.width / 2, Limit.coordinate)
            cap = style.cap
            join = style.join
            miterCosine = style.miterCosine
            self.tolerance = max(tolerance, 1e-6)
            // The chord of an arc of 2φ leaves it by half·(1 − cos φ).
            let count = Self.arcCount(half, self.tolerance / 2)
            let capCount = max(2, (count / 2).rounded(.up))
            arcStep = ArcStep(2 * .pi / count)
            capStep = ArcStep(.pi / capCount)
            self.capCount = Int(capCount)
        }

        /// Steps around the full circle.
        private static func arcCount(_ radius: Double, _ tolerance: Double) -> Double {
            // cos φ = 1 − e, φ ≈ √(2e): at e ≤ 0.3 less than the exact φ by 5 % at most.
            let e = min(0.3, tolerance / radius)
            return max(8, min(Limit.pieces, (.pi / (2 * e).squareRoot()).rounded(.up)))
        }
    }

    /// A turn about a center.
    struct ArcStep {
        let sine: Double
        let cosine: Double
        /// The inner points' distance from the center, in radii: outside the arc by two thirds of the chord's distance
        /// inside it, so that the chords are as much outside as inside.
        let beyond: Double

        init(_ angle: Double) {
            (sine, cosine) = sineCosine(angle)
            beyond = 1 + 2.0 / 3 * (1 - sineCosine(angle / 2).cosine)
        }
    }
}

extension StrokeStyle {
    /// The smallest `1 + cos(turn)` of a miter join within the limit.
    var miterCosine: Double {
        let limit = max(miterLimit, 1)
        return 2 / (limit * limit)
    }
}
