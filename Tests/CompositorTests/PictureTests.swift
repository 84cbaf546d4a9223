import Compositor
import Geometry
import Glibc
import Pixels
import Scene
import Schema
import TestSupport
import Testing

/// Small scenes whose pixels are known. With SCRIM_PICTURES set to a folder, each is written there to be looked at.
@Suite struct PictureTests {
    private func show(_ stage: Stage, _ name: String) throws -> Bitmap {
        stage.frame()
        let picture = try #require(stage.output.picture)
        guard let folder = unsafe getenv("SCRIM_PICTURES") else { return picture }
        let bytes = try PictureEncoder.encode(picture, as: .png)
        let path = unsafe "\(String(cString: folder))/\(name).png"
        let file = unsafe open(path, O_WRONLY | O_CREAT | O_TRUNC, 0o644)
        _ = unsafe write(file, bytes, bytes.count)
        close(file)
        return picture
    }

    @Test func roundedClip() throws {
        let stage = try Stage()
        try stage.set(Scene.root, .backgroundColor, .color(Color(0x99, 0x99, 0x99)))
        for (i, x) in [30.0, 220.0].enumerated() {
            let card = try stage.add("card\(i)", Rect(x, 50, 150, 150), .white)
            try stage.set(card, .cornerRadius, .number(30))
            try stage.set(card, .masksToBounds, .boolean(i == 1))
            try stage.add("a\(i)", Rect(-20, -20, 90, 90), Color(0xD6, 0x28, 0x28), in: card)
            let b = try stage.add("b\(i)", Rect(70, 60, 90, 90), Color(0, 0, 255, 0xB2), in: card)
            try stage.set(b, .cornerRadius, .number(10))
        }
        let picture = try show(stage, "clip_radius")
        // Free, the red square reaches beyond its parent; clipped, its corner is cut to the arc.
        #expect(picture[15, 35] == 0xFFD6_2828 && picture[205, 35] == 0xFF99_9999)
        #expect(picture[221, 51] == 0xFF99_9999 && picture[240, 70] == 0xFFD6_2828)
    }

    @Test func opacityClipAndBorder() throws {
        let stage = try Stage()
        try stage.set(Scene.root, .backgroundColor, .color(Color(0x4C, 0x99, 0x66)))
        let card = try stage.add("n2", Rect(60, 50, 220, 200), .white)
        try stage.set(card, .cornerRadius, .number(50))
        try stage.set(card, .masksToBounds, .boolean(true))
        try stage.set(card, .borderWidth, .number(8))
        try stage.set(card, .opacity, .number(0.6))
        try stage.add("n1", Rect(-40, 60, 300, 80), Color(0xD6, 0x28, 0x28), in: card)
        let picture = try show(stage, "opacity_clip")
        // The border is above the sublayer, and the sublayer does not shine through it: one group.
        #expect(picture[62, 150] == 0xFF1E_3D29)
        #expect(picture[50, 150] == 0xFF4C_9966)
    }

    @Test func borderWidths() throws {
        let stage = try Stage()
        try stage.set(Scene.root, .backgroundColor, .color(Color(0xE6, 0xE6, 0xE6)))
        let rows: [(Rect, Color?, Double, Double, Color)] = [
            (Rect(20, 20, 100, 100), .white, 0, 1, .black),
            (Rect(140, 20, 100, 100), Color(0xF4, 0xB9, 0x42), 20, 8, Color(0xD6, 0x28, 0x28)),
            (Rect(260, 20, 120, 100), Color(0, 0xCC, 0x66), 60, 12, Color(0, 0, 255, 0x80)),
            (Rect(20, 150, 160, 120), Color(0x2A, 0x9D, 0x8F), 15, 25, .black),
            (Rect(200, 150, 180, 120), nil, 40, 4, Color(0x83, 0x38, 0xEC)),
        ]
        for (i, row) in rows.enumerated() {
            let n = try stage.add("n\(i)", row.0, row.1)
            try stage.set(n, .cornerRadius, .number(row.2))
            try stage.set(n, .borderWidth, .number(row.3))
            try stage.set(n, .borderColor, .color(row.4))
            if i == 4 { try stage.set(n, .maskedCorners, .choices(0b1001)) }
        }
        let picture = try show(stage, "border_widths")
        #expect(picture[20, 20] == 0xFF00_0000 && picture[21, 21] == 0xFFFF_FFFF && picture[119, 119] == 0xFF00_0000)
        #expect(picture[44, 200] == 0xFF00_0000 && picture[45, 200] == 0xFF2A_9D8F)
        // Square top right, round bottom right.
        #expect(picture[379, 150] == 0xFF83_38EC && picture[379, 269] == 0xFFE6_E6E6)
    }

    @Test func groupOpacity() throws {
        let stage = try Stage()
        try stage.set(Scene.root, .backgroundColor, .color(Color(0xE6, 0xE6, 0xFF)))
        let group = try stage.add("n3", Rect(30, 50, 160, 160))
        try stage.set(group, .opacity, .number(0.5))
        let (red, teal) = (Color(0xD6, 0x28, 0x28), Color(0x2A, 0x9D, 0x8F))
        try stage.add("n1", Rect(0, 0, 110, 110), red, in: group)
        try stage.add("n2", Rect(50, 50, 110, 110), teal, in: group)
        for (name, rect, color) in [("n4", Rect(220, 50, 110, 110), red), ("n5", Rect(270, 100, 110, 110), teal)] {
            try stage.set(try stage.add(name, rect, color), .opacity, .number(0.5))
        }
        let picture = try show(stage, "opacity_group")
        // In the group, teal hides red; side by side, red shines through.
        #expect(picture[100, 120] == picture[170, 190])
        #expect(picture[290, 120] != picture[370, 190])
        #expect(picture[40, 60] == picture[230, 60])
    }

    @Test func masksTurnsAndBlends() throws {
        let stage = try Stage()
        try stage.set(Scene.root, .backgroundColor, .color(.white))
        let disc = try stage.add("disc", Rect(10, 10, 80, 80), .black, in: Scene.detachedRoot)
        try stage.set(disc, .cornerRadius, .number(40))
        let masked = try stage.add("masked", Rect(20, 20, 100, 100), .blue)
        try stage.add("inside", Rect(0, 40, 100, 20), .red, in: masked)
        try stage.set(masked, .mask, .object(stage.scene.id(of: disc)))
        let again = try stage.add("again", Rect(140, 20, 100, 100), .green)
        try stage.set(again, .mask, .object(stage.scene.id(of: disc)))
        try stage.set(again, .transform, .transform(Transform3D(.scale(1.2, 0.8))))
        let turned = try stage.add("turned", Rect(270, 20, 90, 90), .red)
        try stage.set(turned, .cornerRadius, .number(20))
        try stage.set(turned, .borderWidth, .number(6))
        try stage.set(turned, .masksToBounds, .boolean(true))
        try stage.add("band", Rect(-20, 30, 200, 30), .green, in: turned)
        try stage.set(turned, .transform, .transform(Transform3D(.rotation(.pi / 6))))
        let copy = try stage.add("copy", Rect(30, 160, 120, 100), Color(255, 0, 0, 128))
        try stage.set(copy, .compositingFilter, .choice(19))
        try stage.set(copy, .cornerRadius, .number(30))
        let multiply = try stage.add("multiply", Rect(100, 200, 120, 80), Color(255, 255, 0))
        try stage.set(multiply, .compositingFilter, .choice(1))
        let flipped = try stage.add("flipped", Rect(250, 160, 120, 120), Color(220, 220, 220))
        try stage.set(flipped, .isGeometryFlipped, .boolean(true))
        try stage.add("low", Rect(0, 0, 120, 30), .blue, in: flipped)
        let picture = try show(stage, "masks")
        #expect(picture[70, 40] == 0xFF00_00FF && picture[70, 70] == 0xFFFF_0000 && picture[22, 22] == 0xFFFF_FFFF)
        // `copy` replaces what is behind it, and only within its rounded bounds.
        #expect(picture[60, 190] == 0x8080_0000 && picture[31, 161] == 0xFFFF_FFFF)
        #expect(picture[200, 260] == 0xFFFF_FF00)
        #expect(picture[300, 270] == 0xFF00_00FF && picture[300, 170] == 0xFFDC_DCDC)
    }

    /// A clip is no group: blend modes inside meet the same backdrop, whichever corners it has and wherever it lies.
    @Test(arguments: [0.0, 20], [0.0, 0.5]) func blendsThroughClips(_ radius: Double, _ offset: Double) throws {
        let stage = try Stage(120, 100)
        try stage.set(Scene.root, .backgroundColor, .color(Color(255, 200, 0)))
        let card = try stage.add("card", Rect(10 + offset, 10, 80, 80))
        try stage.set(card, .masksToBounds, .boolean(true))
        try stage.set(card, .cornerRadius, .number(radius))
        let inner = try stage.add("inner", Rect(-10, 20, 60, 90), Color(0, 200, 255), in: card)
        try stage.set(inner, .compositingFilter, .choice(BlendMode.multiply.rawValue))
        let picture = try show(stage, "blends_\(Int(radius))_\(Int(offset * 2))")
        #expect(picture[40, 60] == 0xFF00_9D00)
        // Cut by the clip, and what is there comes back exactly.
        #expect(picture[5, 60] == 0xFFFF_C800 && picture[40, 95] == 0xFFFF_C800)
        #expect((picture[12, 87] == 0xFFFF_C800) == (radius > 0))
    }

    /// A translucent drawing of fill and stroke is one thing, with group opacity and without.
    @Test(arguments: [true, false]) func compoundDrawing(_ isGroup: Bool) throws {
        let stage = try Stage(60, 60)
        let a = try stage.add("a", Rect(0, 0, 60, 60), kind: Stage.shapeKind)
        var drawing = Drawing()
        drawing.paths = [.rect(Rect(10, 10, 40, 40)), .rect(Rect(10, 10, 20, 40))]
        drawing.operations = [
            .fill(path: 0, rule: .nonZero, color: .red), .fill(path: 1, rule: .nonZero, color: .blue),
        ]
        stage.drawings.drawings[a] = drawing
        try stage.set(a, .opacity, .number(0.5))
        try stage.set(a, .allowsGroupOpacity, .boolean(isGroup))
        let picture = try show(stage, "compound")
        #expect(picture[15, 30] == 0x8000_0080 && picture[40, 30] == 0x8080_0000)
    }

    @Test func overlays() throws {
        let stage = try Stage()
        try stage.set(Scene.root, .backgroundColor, .color(Color(0x99, 0x99, 0x99)))
        let card = try stage.add("card", Rect(30, 50, 150, 150), .white)
        try stage.set(card, .opacity, .number(0.8))
        let a = try stage.add("a", Rect(20, 20, 90, 90), Color(0xD6, 0x28, 0x28), in: card)
        try stage.add("hidden", Rect(230, 130, 40, 40), .red)
        try stage.add("cover", Rect(220, 120, 100, 60), .blue)
        var settings = OverlaySettings()
        (settings.damage, settings.borders, settings.meter) = (true, true, true)
        stage.compositor.overlays = settings
        var time: UInt64 = 0
        stage.compositor.now = {
            time += 3_000_000 + time % 11_000_000
            return time
        }
        for i in 0..<60 {
            try stage.set(a, .position, .point(Point(65 + Double(i % 20), 65)))
            stage.frame()
        }
        let picture = try show(stage, "overlays")
        #expect(picture[230, 130] == 0xFF3C_78FF && picture[30, 50] != 0xFF99_9999)
    }

    /// Depth is the client's: no stack overflows, and of nested groups only so many have buffers.
    @Test func deepNesting() throws {
        let stage = try Stage(20, 20)
        var parent = Scene.root
        for i in 0..<3000 {
            parent = try stage.add("n\(i)", Rect(0, 0, 20, 20), i == 2999 ? .red : nil, in: parent)
            try stage.set(parent, .opacity, .number(0.999))
        }
        stage.frame()
        #expect(try stage.oracle().hasSamePixels(as: #require(stage.output.picture)))
        try stage.set(parent, .frame, .rect(Rect(0, 0, 1e300, 1e300)))
        try stage.set(parent, .transform, .transform(Transform3D(.scale(1e-300, 1e300))))
        stage.frame()
        #expect(try stage.oracle().hasSamePixels(as: #require(stage.output.picture)))
    }

    /// A copy under an empty mask leaves the backdrop; an empty mask hides everything else.
    @Test func emptyMask() throws {
        let stage = try Stage(50, 50)
        try stage.set(Scene.root, .backgroundColor, .color(.white))
        let mask = try stage.add("m", .zero, in: Scene.detachedRoot)
        let a = try stage.add("a", Rect(0, 0, 50, 50), Color(255, 0, 0, 100))
        try stage.set(a, .mask, .object(stage.scene.id(of: mask)))
        stage.frame()
        #expect(stage.output.picture?[20, 20] == 0xFFFF_FFFF)
        try stage.set(a, .compositingFilter, .choice(19))
        stage.frame()
        #expect(stage.output.picture?[20, 20] == 0xFFFF_FFFF)
        try stage.set(mask, .frame, .rect(Rect(0, 0, 25, 50)))
        try stage.set(mask, .backgroundColor, .color(.black))
        stage.frame()
        #expect(stage.output.picture?[10, 20] == 0x6464_0000 && stage.output.picture?[40, 20] == 0xFFFF_FFFF)
    }
}
