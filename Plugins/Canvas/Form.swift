import Glibc
import ScrimPluginABI
import ScrimPluginKit

/// The operations, in the order of their numbers, with their arguments and drawings.
enum Form: Int, CaseIterable {
    case save, restore, translate, scale, rotate, concat, clip, fill, stroke, linearGradient, radialGradient, alpha,
        blend
    case shadow, text, image
    case conicGradient, clipText, textBox, textOnPath, tile, saveLayer

    /// Indices of parameters.
    private enum At: Int {
        case first, second, third, fourth, fifth, sixth, seventh, eighth, ninth, tenth
    }

    private static let path = Property("path", .path, isRequired: true, help: "lines and curves")
    private static let rule = Property(
        "rule", .choice(["nonZero", "evenOdd"], 0), help: "which points are inside")
    private static let color = Property("color", .color(.black), help: "none draws nothing")
    private static let colors = Property("colors", .colors, isRequired: true, help: "one is solid, none draws nothing")
    private static let locations = Property(
        "locations", .numbers, isRising: true,
        help: "where each colour is, 0 at the start, 1 at the end; evenly when there are not as many as colours")
    private static let extend = Property(
        "extend", .choice(["none", "before", "after", "both"], 0), help: "beyond which end its colour goes on")

    private static let font = Property("font", .text(""), help: "as a text layer's; empty: sans")
    private static let size = Property("size", .number(36), range: 0...4096, unit: "points", help: "of one em")
    private static let align = Property(
        "align", .choice(["left", "center", "right"], 0), help: "which part of a line lies at the point")
    private static let interpolation = Property(
        "interpolation", .choice(["nearest", "linear", "trilinear"], 2),
        help: "between the picture's pixels; trilinear: linear, and from its halvings where it is shown smaller")
    private static let words = [
        Property("string", .text(""), isRequired: true, help: "a line feed begins a new line"),
        Property("at", .point(0, 0), isRequired: true, help: "on the first line's baseline"), font, size,
    ]

    var operation: Operation {
        switch self {
        case .save: Operation("save", role: .opens, help: "keeps map, clip, alpha, blend mode and shadow")
        case .restore: Operation("restore", role: .closes, help: "comes back to what the last save kept")
        case .translate:
            Operation(
                "translate", [Property("by", .point(0, 0), isRequired: true, isPositional: true, help: "x,y")],
                help: "moves what follows")
        case .scale:
            Operation(
                "scale",
                [Property("by", .numbers, counts: 1...2, isRequired: true, isPositional: true, help: "s, or sx,sy")],
                help: "scales what follows, about the origin")
        case .rotate:
            Operation(
                "rotate", [Property("by", .angle(0), isRequired: true, isPositional: true, help: "clockwise as seen")],
                help: "turns what follows about the origin")
        case .concat:
            Operation(
                "concat",
                [
                    Property(
                        "map", .numbers, counts: 6...6, isRequired: true, isPositional: true, help: "a,b,c,d,tx,ty")
                ], help: "maps what follows")
        case .clip:
            Operation("clip", [Self.path, Self.rule], help: "lets what follows be seen inside of the path only")
        case .fill: Operation("fill", [Self.path, Self.color, Self.rule], help: "fills the path's inside")
        case .stroke:
            Operation(
                "stroke",
                [
                    Self.path, Self.color,
                    Property("width", .number(1), range: 0...(.infinity), unit: "points", help: "of the line"),
                    Property("cap", .choice(["butt", "round", "square"], 0), help: "the line's ends"),
                    Property("join", .choice(["miter", "round", "bevel"], 0), help: "the line's corners"),
                    Property(
                        "miter", .number(10), range: 0...(.infinity),
                        help: "the largest ratio of a miter's length to the width; beyond it the corner is a bevel"),
                    Property(
                        "dash", .numbers, range: 0...(.infinity), unit: "points", counts: 0...1024,
                        help: "lengths of dash and gap in turn; empty: a full line"),
                    Property("phase", .number(0), unit: "points", help: "where in the dashes the line begins"),
                ], help: "draws a line along the path")
        case .linearGradient:
            Operation(
                "linearGradient",
                [
                    Self.colors, Self.locations,
                    Property("from", .point(0, 0), isRequired: true, help: "where the colours begin"),
                    Property("to", .point(0, 0), isRequired: true, help: "where they end"), Self.extend,
                ], help: "colours along a line, wherever the clip lets them; without a clip, in the bounds")
        case .radialGradient:
            Operation(
                "radialGradient",
                [
                    Self.colors, Self.locations,
                    Property("from", .circle, isRequired: true, help: "x,y,radius of the circle of the first colour"),
                    Property("to", .circle, isRequired: true, help: "of the last one"), Self.extend,
                ], help: "colours from one circle to another, as linearGradient")
        case .alpha:
            Operation(
                "alpha",
                [Property("alpha", .number(1), range: 0...1, isRequired: true, isPositional: true, help: "0…1")],
                help: "multiplies the alpha of what follows; takes the place of the one before")
        case .blend:
            Operation(
                "blend",
                [
                    Property(
                        "mode", .choice(BlendMode.allCases.map { "\($0)" }, 0), isRequired: true, isPositional: true,
                        help: "as compositingFilter's")
                ], help: "how what follows meets the drawing so far")
        case .shadow:
            Operation(
                "shadow",
                [
                    Property("offset", .point(0, 0), unit: "points", help: "of the layer, whatever map is in force"),
                    Property(
                        "radius", .number(0), range: 0...(.infinity), unit: "points",
                        help: "the blur's standard deviation"),
                    Property("color", .color(Color(rgba: 0x0000_0055)), help: "none: no shadow any more"),
                ], help: "lets each operation that follows cast a shadow of its own")
        case .text:
            Operation(
                "text",
                Self.words + [Self.color, Self.align], help: "draws text")
        case .image:
            Operation(
                "image",
                [
                    Property(
                        "image", .objects(["image", "buffer"]), isRequired: true, isPositional: true,
                        help: "an image or a buffer"),
                    Property("rect", .rect(0, 0, 0, 0), isRequired: true, help: "what the picture fills"),
                    Property("source", .rect(0, 0, 1, 1), help: "the part of the picture, in units of it"),
                    Self.interpolation,
                ], help: "draws a picture, once it is there")
        case .conicGradient:
            Operation(
                "conicGradient",
                [
                    Self.colors, Self.locations, Property("center", .point(0, 0), isRequired: true, help: "x,y"),
                    Property("angle", .angle(0), help: "where the first colour points, clockwise from the right"),
                ], help: "colours around a point, as linearGradient")
        case .saveLayer:
            Operation(
                "saveLayer", role: .opens,
                help:
                    "save, and what follows up to restore is one picture, painted with alpha, blend mode and shadow of now"
            )
        case .clipText:
            Operation(
                "clipText", Self.words + [Self.align],
                help: "lets what follows be seen inside of the letters only")
        case .textBox:
            Operation(
                "textBox",
                [
                    Property("string", .text(""), isRequired: true, help: "a line feed begins a new line"),
                    Property("rect", .rect(0, 0, 0, 0), isRequired: true, help: "lines are broken at its width"),
                    Self.font, Self.size, Self.color,
                    Property("align", .choice(["left", "center", "right", "justified"], 0), help: "in the width"),
                    Property("vertical", .choice(["top", "center", "bottom"], 0), help: "in the height"),
                ], help: "draws text in a rectangle, with an ellipsis for what has no room")
        case .textOnPath:
            Operation(
                "textOnPath",
                [
                    Property("string", .text(""), isRequired: true, help: "one line"), Self.path,
                    Property("offset", .number(0), unit: "points", help: "where along the path the text begins"),
                    Self.font, Self.size, Self.color, Self.align,
                    Property(
                        "isMarkup", .boolean(false),
                        help: "the string is Pango markup; its lines and grounds are left out"),
                    Property("strokeColor", .color(nil), help: "of a line along the glyphs' outlines"),
                    Property("strokeWidth", .number(0), range: 0...4096, unit: "points", help: "of that line"),
                ], help: "draws text along a path; glyphs beyond its ends are left out")
        case .tile:
            Operation(
                "tile",
                [
                    Property(
                        "image", .objects(["image", "buffer"]), isRequired: true, isPositional: true,
                        help: "an image or a buffer"),
                    Property("rect", .rect(0, 0, 0, 0), isRequired: true, help: "one of the tiles"),
                    Self.path, Self.rule,
                    Property("source", .rect(0, 0, 1, 1), help: "the part of the picture, in units of it"),
                    Self.interpolation,
                ], help: "fills a path with a picture again and again; of more than 10,000 tiles none")
        }
    }

    /// Draws one operation with these values.
    func draw(_ canvas: Canvas, _ values: Properties, _ words: inout Words) throws(PluginFailure) {
        switch self {
        case .save: try canvas.save()
        case .restore: try canvas.restore()
        case .translate:
            let by = values.point(At.first)
            try canvas.concat(Affine(a: 1, b: 0, c: 0, d: 1, tx: by.x, ty: by.y))
        case .scale:
            let by = values.numbers(At.first)
            guard let x = by.first, let y = by.last else { return }
            try canvas.concat(Affine(a: x, b: 0, c: 0, d: y, tx: 0, ty: 0))
        case .rotate: try canvas.concat(Affine(rotation: values.number(At.first)))
        case .concat:
            let m = values.numbers(At.first)
            guard m.count == 6 else { return }
            try canvas.concat(Affine(a: m[0], b: m[1], c: m[2], d: m[3], tx: m[4], ty: m[5]))
        case .clip: try canvas.clip(values.path(At.first) ?? Path(), rule: Self.rule(values.choice(At.second)))
        case .fill:
            guard let path = values.path(At.first) else { return }
            let color = values.color(At.second) ?? Color(rgba: 0)
            try canvas.fill(path, rule: Self.rule(values.choice(At.third)), color: color)
        case .stroke: try Self.stroke(canvas, values)
        case .linearGradient:
            var gradient = Gradient(
                .axial, from: values.point(At.third), to: values.point(At.fourth), stops: Self.stops(values))
            Self.extend(&gradient, values)
            try canvas.paint(gradient)
        case .radialGradient:
            let (from, to) = (values.numbers(At.third), values.numbers(At.fourth))
            guard from.count == 3, to.count == 3 else { return }
            var gradient = Gradient(
                .radial, from: Point(x: from[0], y: from[1]), to: Point(x: to[0], y: to[1]), stops: Self.stops(values))
            (gradient.fromRadius, gradient.toRadius) = (from[2], to[2])
            Self.extend(&gradient, values)
            try canvas.paint(gradient)
        case .alpha: try canvas.setAlpha(values.number(At.first))
        case .blend: try canvas.setBlend(BlendMode(rawValue: values.choice(At.first)) ?? .normal)
        case .shadow:
            try canvas.setShadow(
                offset: values.point(At.first), radius: values.number(At.second), color: values.color(At.third))
        case .text:
            guard let color = values.color(At.fifth) else { return }
            let side = Int(min(values.choice(At.sixth), 2))
            let text = words.text(
                values.string(At.first), font: values.string(At.third), size: values.number(At.fourth), side: side)
            try text.draw(values.point(At.second), Double(side) / 2, canvas, color)
        case .image:
            // None: the object was removed.
            guard let image = values.objects(At.first).first else { return }
            let rect = values.rect(At.second)
            let map = Affine(a: rect.width, b: 0, c: 0, d: rect.height, tx: rect.x, ty: rect.y)
            try canvas.draw(
                [Sprite(map, .white)], .picture(of: image), source: values.rect(At.third),
                sampling: Self.sampling(values.choice(At.fourth)))
        case .conicGradient:
            let (center, angle) = (values.point(At.third), values.number(At.fourth))
            try canvas.paint(
                Gradient(
                    .conic, from: center, to: Point(x: center.x + cos(angle), y: center.y + sin(angle)),
                    stops: Self.stops(values)))
        case .saveLayer: try canvas.saveLayer()
        case .clipText:
            let side = Int(min(values.choice(At.fifth), 2))
            let text = words.text(
                values.string(At.first), font: values.string(At.third), size: values.number(At.fourth), side: side)
            try canvas.clip(text.outline(values.point(At.second), Double(side) / 2))
        case .textBox:
            guard let color = values.color(At.fifth) else { return }
            let box = Words.Box(
                text: values.string(At.first), font: values.string(At.third), size: values.number(At.fourth),
                side: Int(min(values.choice(At.sixth), 3)), vertical: Int(values.choice(At.seventh)))
            try words.draw(box, in: values.rect(At.second), canvas, color)
        case .textOnPath:
            guard let path = values.path(At.second) else { return }
            let side = Int(min(values.choice(At.seventh), 2))
            let text = words.text(
                values.string(At.first), font: values.string(At.fourth), size: values.number(At.fifth), side: side,
                isMarkup: values.boolean(At.eighth))
            let found = text.outlines(
                along: MeasuredLine(path), from: values.number(At.third), Double(side) / 2, values.color(At.sixth))
            for one in found where !one.path.isEmpty {
                if let color = one.color { try canvas.fill(one.path, color: color) }
            }
            guard let color = values.color(At.ninth), values.number(At.tenth) > 0 else { return }
            var stroke = Stroke(width: values.number(At.tenth))
            stroke.join = .round
            for one in found where !one.path.isEmpty { try canvas.stroke(one.path, stroke, color: color) }
        case .tile: try Self.tile(canvas, values)
        }
    }

    private static func sampling(_ choice: UInt32) -> SpriteSampling {
        choice == 0 ? .nearest : choice == 1 ? .linear : .smooth
    }

    private static func rule(_ choice: UInt32) -> FillRule { FillRule(rawValue: choice) ?? .nonZero }

    private static func tile(_ canvas: Canvas, _ values: Properties) throws(PluginFailure) {
        guard let image = values.objects(At.first).first, let path = values.path(At.third) else { return }
        let tile = values.rect(At.second)
        let points = path.lines(pieces: 16).flatMap(\.points)
        guard tile.width > 0, tile.height > 0, let first = points.first else { return }
        var (left, top, right, bottom) = (first.x, first.y, first.x, first.y)
        for p in points {
            (left, top, right, bottom) = (min(left, p.x), min(top, p.y), max(right, p.x), max(bottom, p.y))
        }
        let columns = ((left - tile.x) / tile.width).rounded(.down)..<((right - tile.x) / tile.width).rounded(.up)
        let rows = ((top - tile.y) / tile.height).rounded(.down)..<((bottom - tile.y) / tile.height).rounded(.up)
        let count = (columns.upperBound - columns.lowerBound) * (rows.upperBound - rows.lowerBound)
        guard count > 0, count <= 10_000 else { return }
        var sprites: [Sprite] = []
        for row in 0..<Int(rows.upperBound - rows.lowerBound) {
            for column in 0..<Int(columns.upperBound - columns.lowerBound) {
                let x = tile.x + (columns.lowerBound + Double(column)) * tile.width
                let y = tile.y + (rows.lowerBound + Double(row)) * tile.height
                sprites.append(Sprite(Affine(a: tile.width, b: 0, c: 0, d: tile.height, tx: x, ty: y), .white))
            }
        }
        try canvas.save()
        try canvas.clip(path, rule: rule(values.choice(At.fourth)))
        try canvas.draw(
            sprites, .picture(of: image), source: values.rect(At.fifth),
            sampling: sampling(values.choice(At.sixth)))
        try canvas.restore()
    }

    private static func stroke(_ canvas: Canvas, _ values: Properties) throws(PluginFailure) {
        guard let path = values.path(At.first) else { return }
        var stroke = Stroke(width: values.number(At.third))
        guard stroke.width > 0 else { return }
        stroke.cap = LineCap(rawValue: values.choice(At.fourth)) ?? .butt
        stroke.join = LineJoin(rawValue: values.choice(At.fifth)) ?? .miter
        stroke.miterLimit = values.number(At.sixth)
        stroke.dash = values.numbers(At.seventh)
        stroke.dashPhase = values.number(At.eighth)
        try canvas.stroke(path, stroke, color: values.color(At.second) ?? Color(rgba: 0))
    }

    private static func stops(_ values: Properties) -> [Stop] {
        let (colors, given) = (values.colors(At.first), values.numbers(At.second))
        let last = Double(max(1, colors.count - 1))
        return colors.indices.map { Stop(given.count == colors.count ? given[$0] : Double($0) / last, colors[$0]) }
    }

    private static func extend(_ gradient: inout Gradient, _ values: Properties) {
        let choice = values.choice(At.fifth)
        gradient.extendsBefore = choice == 1 || choice == 3
        gradient.extendsAfter = choice == 2 || choice == 3
    }
}

extension Affine {
    /// A rotation by `angle` radians, clockwise on screen; exact for quarter turns.
    fileprivate init(rotation angle: Double) {
        func exact(_ v: Double) -> Double { abs(v - v.rounded()) < 1e-15 ? v.rounded() : v }
        let (s, c) = (exact(sin(angle)), exact(cos(angle)))
        self.init(a: c, b: s, c: -s, d: c, tx: 0, ty: 0)
    }
}
