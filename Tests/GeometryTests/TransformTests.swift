import Geometry
import TestSupport
import Testing

private func numbers(_ t: Transform3D) -> [Double] {
    [
        t.m11, t.m12, t.m13, t.m14, t.m21, t.m22, t.m23, t.m24, t.m31, t.m32, t.m33, t.m34, t.m41, t.m42, t.m43, t.m44,
    ]
}

private func near(_ a: Transform3D, _ b: Transform3D, _ slack: Double = 1e-9) -> Bool {
    zip(numbers(a), numbers(b)).allSatisfy { abs($0 - $1) <= slack * max(1, abs($1)) }
}

struct TransformTests {
    @Test func quarterTurnsAreExact() {
        for k in -9...9 {
            let t = Affine.rotation(Double(k) * .pi / 2)
            #expect(t.keepsAxes && abs(t.determinant) == 1, "\(k)")
            #expect(Affine.rotation(Double(k) * 90 * (.pi / 180)) == t)
            #expect(Affine.rotation(Double(k) * 0.25 * (2 * .pi)) == t)
        }
        // Angles that are a rounding error beside.
        for k in [1.0, 3, 5, 7] {
            #expect(
                Affine.rotation((k * .pi / 2).nextUp).keepsAxes && Affine.rotation((k * .pi / 2).nextDown).keepsAxes)
        }
        #expect(!Affine.rotation(.pi / 2 + 1e-12).keepsAxes)
        #expect(Affine.rotation(.pi / 2) == Affine(0, 1, -1, 0, 0, 0))
        #expect(Affine.rotation(1e-9).b == 1e-9)
        #expect(sineCosine(.infinity).cosine == 1 && sineCosine(.nan).sine == 0)
    }

    /// CSS Transforms' own matrices.
    @Test func functionsHaveTheSignsOfCSS() {
        let a = Double.pi / 3
        let (s, c) = (0.75.squareRoot(), 0.5)
        let table: [(Transform3D, [Double])] = [
            (.rotationX(a), [1, 0, 0, 0, 0, c, s, 0, 0, -s, c, 0, 0, 0, 0, 1]),
            (.rotationY(a), [c, 0, -s, 0, 0, 1, 0, 0, s, 0, c, 0, 0, 0, 0, 1]),
            (.rotationZ(a), [c, s, 0, 0, -s, c, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1]),
            (.rotation(3, 0, 0, a), [1, 0, 0, 0, 0, c, s, 0, 0, -s, c, 0, 0, 0, 0, 1]),
            (.rotation(0, 1e-200, 0, a), [c, 0, -s, 0, 0, 1, 0, 0, s, 0, c, 0, 0, 0, 0, 1]),
            (.rotation(0, 0, 7e300, a), [c, s, 0, 0, -s, c, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1]),
            // About the diagonal a third of a turn maps x to y, y to z, z to x.
            (.rotation(1, 1, 1, 2 * a), [0, 1, 0, 0, 0, 0, 1, 0, 1, 0, 0, 0, 0, 0, 0, 1]),
            (.rotation(0, 0, 0, a), numbers(.identity)),
            (.perspective(200), [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, -0.005, 0, 0, 0, 1]),
            (.skew(a / 2), [1, 0, 0, 0, 1 / 3.0.squareRoot(), 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1]),
            (.skew(.pi, .pi), numbers(.identity)),
            (.translation(1, 2, 3), [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 1, 2, 3, 1]),
            (.scale(2, 3, 4), [2, 0, 0, 0, 0, 3, 0, 0, 0, 0, 4, 0, 0, 0, 0, 1]),
        ]
        for (i, (t, expected)) in table.enumerated() {
            #expect(zip(numbers(t), expected).allSatisfy { abs($0 - $1) < 1e-15 }, "\(i) \(t)")
        }
        #expect(Transform3D.rotationZ(.pi / 2).affine?.keepsAxes == true)
    }

    @Test func partsReadBackAsSet() {
        let t = Transform3D.identity.setting(.scale, to: 2).setting(.rotationZ, to: 0.5).setting(.translationX, to: 30)
        #expect(t.part(.scale) == 2 && t.part(.rotationZ) == 0.5 && t.part(.translationX) == 30)
        #expect(t.part(.scaleX) == 2 && t.part(.scaleY) == 2 && t.part(.scaleZ) == 1)
        #expect(t.m41 == 30 && t.m42 == 0)
        #expect(t.affine != nil)
        #expect(near(t, .translation(30, 0).concat(.rotationZ(0.5)).concat(.scale(2, 2))))
        // The mean is read, both are set.
        let wide = Transform3D.scale(1, 3)
        #expect(wide.part(.scale) == 2 && wide.setting(.scale, to: 5).part(.scaleY) == 5)
        // To the digit, through what the matrix loses.
        for k in 1...40 {
            let turned = Transform3D.identity.setting(.scale, to: Double(k) / 10).setting(
                .rotationZ, to: Double(k) / 13)
            #expect(turned.part(.scale) == Double(k) / 10 && turned.part(.scaleY) == Double(k) / 10)
        }
        // Past a right angle, and on to π.
        for k in -31...31 {
            let angle = Double(k) / 10
            for part in [TransformPart.rotationX, .rotationY, .rotationZ] {
                #expect(
                    abs(Transform3D.identity.setting(part, to: angle).part(part) - angle) < 1e-9, "\(part) \(angle)")
            }
        }
        #expect(Transform3D.rotationY(2) == Transform3D.identity.setting(.rotationY, to: 2))
        // The identity has a shorter way to the same numbers.
        for step in -200...200 {
            let angle = Double(step) * 0.0737
            var apart = Transform3D.translation(1, 0, 0).setting(.rotationZ, to: angle)
            apart.m41 = 0
            #expect(Transform3D.identity.setting(.rotationZ, to: angle) == apart)
        }
        for v in [-2.0, -1, 0.1, 1e-6, 1e6, 123.456] {
            for part in [TransformPart.scaleX, .scaleY, .scaleZ] {
                #expect(Transform3D.identity.setting(part, to: v).part(part) == v, "\(part) \(v)")
            }
        }
    }

    /// Setting one part keeps the others, in any order; setting a part to what it is changes nothing.
    @Test func partsAreIndependent() {
        var dice = Dice(6)
        for _ in 0..<300 {
            var values: [TransformPart: Double] = [:]
            var t = Transform3D.identity
            for part in TransformPart.allCases.filter({ $0 != .scale }).shuffled(using: &dice) {
                let value: Double
                switch part {
                // Held below a right angle about y, where the reading is the only one.
                case .rotationX, .rotationZ: value = dice.real(-1.5, 1.5)
                case .rotationY: value = dice.real(-0.7, 0.7)
                case .scaleX, .scaleY, .scaleZ, .scale: value = dice.real(0.1, 5)
                case .translationX, .translationY, .translationZ: value = dice.real(-99, 99)
                }
                values[part] = value
                t = t.setting(part, to: value)
            }
            for (part, value) in values {
                #expect(abs(t.part(part) - value) < 1e-9, "\(part)")
                #expect(near(t.setting(part, to: t.part(part)), t))
            }
        }
    }

    /// Any matrix survives being taken apart: shears, reflections, and perspective, which no part touches.
    @Test func anyMatrixSurvives() {
        var dice = Dice(9)
        for _ in 0..<300 {
            var t = Transform3D.identity
            (t.m11, t.m12, t.m13) = (dice.real(-3, 3), dice.real(-3, 3), dice.real(-3, 3))
            (t.m21, t.m22, t.m23) = (dice.real(-3, 3), dice.real(-3, 3), dice.real(-3, 3))
            (t.m31, t.m32, t.m33) = (dice.real(-3, 3), dice.real(-3, 3), dice.real(-3, 3))
            (t.m14, t.m34, t.m44) = (dice.real(-1, 1), dice.real(-1, 1), dice.real(0.5, 1))
            for part in [TransformPart.rotationX, .rotationY, .rotationZ, .scaleX, .scaleY, .scaleZ] {
                #expect(near(t.setting(part, to: t.part(part)), t, 1e-7), "\(part)")
            }
        }
    }

    @Test func vanishedScalesComeBack() {
        let t = Transform3D.identity.setting(.scale, to: 0)
        #expect(t.part(.scale) == 0 && t.part(.rotationZ) == 0)
        #expect(t.setting(.scale, to: 1) == .identity)
        #expect(Transform3D.rotationZ(1).setting(.scaleX, to: 0).part(.rotationZ) == 1)
        let none = Transform3D.scale(0, 0, 0)
        #expect(none.setting(.scaleZ, to: 1).setting(.scale, to: 1) == .identity)
        for part in TransformPart.allCases { #expect(none.part(part) == 0) }
    }

    @Test func affineParts() {
        var dice = Dice(10)
        for _ in 0..<300 {
            let t = Affine(
                dice.real(-3, 3), dice.real(-3, 3), dice.real(-3, 3), dice.real(-3, 3), dice.real(-9, 9), 1)
            let back = Affine(t.parts)
            #expect(near(Transform3D(back), Transform3D(t)))
        }
        #expect(Affine.scale(-1, 1).parts.scaleX == -1 && Affine.scale(-1, 1).parts.rotation == 0)
        #expect(Affine.scale(1, -2).parts.scaleY == -2 && Affine.scale(1, -2).parts.rotation == 0)
        #expect(
            Affine.scale(0, 2).parts == AffineParts(translation: .zero, rotation: 0, scaleX: 0, scaleY: 2, shear: 0))
        #expect(
            Affine(AffineParts(translation: Point(1, 2), rotation: .pi / 2, scaleX: 2, scaleY: 3, shear: 0))
                == Affine(0, 2, -3, 0, 1, 2))
    }
}
