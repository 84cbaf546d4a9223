/// Tension, continuity and bias of a cubic at its values (Kochanek and Bartels 1984); where nothing is said, 0: Catmull and Rom's curve.
package struct CubicShape: Equatable, Sendable {
    private let tensions: [Double]
    private let continuities: [Double]
    private let biases: [Double]

    package init(tensions: [Double] = [], continuities: [Double] = [], biases: [Double] = []) {
        (self.tensions, self.continuities, self.biases) = (tensions, continuities, biases)
    }

    private func at(_ index: Int) -> (t: Double, c: Double, b: Double) {
        func value(_ list: [Double]) -> Double { index < list.count ? list[index] : 0 }
        return (value(tensions), value(continuities), value(biases))
    }

    /// The tangent with which the curve leaves a value; `before` and `after`: the ways from the value before, and to the next.
    func leaving(_ index: Int, _ before: SIMD4<Double>, _ after: SIMD4<Double>) -> SIMD4<Double> {
        let (t, c, b) = at(index)
        return before * ((1 - t) * (1 + c) * (1 + b) / 2) + after * ((1 - t) * (1 - c) * (1 - b) / 2)
    }

    /// The tangent with which it comes to the value.
    func reaching(_ index: Int, _ before: SIMD4<Double>, _ after: SIMD4<Double>) -> SIMD4<Double> {
        let (t, c, b) = at(index)
        return before * ((1 - t) * (1 - c) * (1 + b) / 2) + after * ((1 - t) * (1 + c) * (1 - b) / 2)
    }
}
