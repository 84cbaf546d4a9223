extension Stroker {
    /// A stroke style with the values derived from it and the tolerance.
    struct Pen {
        /// Half the width of the line.
        let half: Double
        let cap: LineCap
        let join: LineJoin
        /// The smallest `1 + cos(turn)` of a miter join within the limit.
        let miterCosine: Double
        /// Maximum distance from the exact outline, in points.
        let tolerance: Double
        /// The rotation between two points of an arc of radius `half`.
        let arcStep: ArcStep
        /// The same for half a circle, divided into equal steps.
        let capStep: ArcStep
        let capCount: Int

        init(_ style: StrokeStyle, tolerance: Double) {
            half = min(style.width / 2, Limit.coordinate)
            cap = style.cap
            join = style.join
            miterCosine = style.miterCosine
            self.tolerance = max(tolerance, 1e-6)
            // An arc of 2φ is at most half·(1 − cos φ) away from its chord.
            let count = Self.arcCount(half, self.tolerance / 2)
            let capCount = max(2, (count / 2).rounded(.up))
            arcStep = ArcStep(2 * .pi / count)
            capStep = ArcStep(.pi / capCount)
            self.capCount = Int(capCount)
        }

        /// Number of steps around a full circle.
        private static func arcCount(_ radius: Double, _ tolerance: Double) -> Double {
            // cos φ = 1 − e, φ ≈ √(2e): for e ≤ 0.3 at most 5 % below the exact φ.
            let e = min(0.3, tolerance / radius)
            return max(8, min(Limit.pieces, (.pi / (2 * e).squareRoot()).rounded(.up)))
        }
    }

    /// A rotation about a center.
    struct ArcStep {
        let sine: Double
        let cosine: Double
        /// Distance of the arc's inner points from the center, in radii: outside by two thirds of the distance between
        /// arc and chord, so that the chords' error is equal inside and outside.
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
