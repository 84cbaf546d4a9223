/// Tension, continuity and bias of a cubic at its values (Kochanek and Bartels 1984); missing numbers are 0, which
/// gives a Catmull–Rom curve.
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

    /// The outgoing tangent at a value; `before` and `after` are the differences from the previous and to the next
    /// value.
    func leaving(_ index: Int, _ before: SIMD4<Double>, _ after: SIMD4<Double>) -> SIMD4<Double> {
        let (t, c, b) = at(index)
        return before * ((1 - t) * (1 + c) * (1 + b) / 2) + after * ((1 - t) * (1 - c) * (1 - b) / 2)
    }

    /// The incoming tangent at a value.
    func reaching(_ index: Int, _ before: SIMD4<Double>, _ after: SIMD4<Double>) -> SIMD4<Double> {
        let (t, c, b) = at(index)
        return before * ((1 - t) * (1 - c) * (1 + b) / 2) + after * ((1 - t) * (1 + c) * (1 - b) / 2)
    }
}
