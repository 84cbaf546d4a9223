import ScrimPluginABI

/// The functions of a canvas, by number.
enum CanvasFunction: UInt64, CaseIterable {
    case save = 1
    case restore, concat, clipPath, fillPath, strokePath, fillGradient, drawSublayers, setAlpha, setBlend, setShadow,
        paintGradient, drawGlyphs, drawSprites, hold, saveLayer
}

/// A call of a canvas: its arguments, as a drawing's message has them.
protocol CanvasCall: WireStruct {
    static var function: CanvasFunction { get }
    /// Calls a canvas, which checks the arguments like those of a plugin in this process.
    mutating func replay(on canvas: UnsafePointer<scrim_canvas>)
}

@safe struct Save: CanvasCall {
    static let function = CanvasFunction.save
    func replay(on canvas: UnsafePointer<scrim_canvas>) { _ = unsafe canvas.pointee.save(canvas) }
}

@safe struct Restore: CanvasCall {
    static let function = CanvasFunction.restore
    func replay(on canvas: UnsafePointer<scrim_canvas>) { _ = unsafe canvas.pointee.restore(canvas) }
}

@safe struct Concat: CanvasCall {
    static let function = CanvasFunction.concat
    var map: scrim_affine
    mutating func replay(on canvas: UnsafePointer<scrim_canvas>) { _ = unsafe canvas.pointee.concat(canvas, &map) }
}

@safe struct ClipPath: CanvasCall {
    static let function = CanvasFunction.clipPath
    var path: scrim_path
    var rule: UInt32
    mutating func pointers(_ coder: inout some WireCoder) { unsafe path.pointers(&coder) }
    mutating func replay(on canvas: UnsafePointer<scrim_canvas>) {
        _ = unsafe canvas.pointee.clip_path(canvas, &path, rule)
    }
}

@safe struct FillPath: CanvasCall {
    static let function = CanvasFunction.fillPath
    var path: scrim_path
    var rule: UInt32
    var color: UInt32
    mutating func pointers(_ coder: inout some WireCoder) { unsafe path.pointers(&coder) }
    mutating func replay(on canvas: UnsafePointer<scrim_canvas>) {
        _ = unsafe canvas.pointee.fill_path(canvas, &path, rule, color)
    }
}

@safe struct StrokePath: CanvasCall {
    static let function = CanvasFunction.strokePath
    var path: scrim_path
    var stroke: scrim_stroke
    var color: UInt32
    mutating func pointers(_ coder: inout some WireCoder) {
        unsafe path.pointers(&coder)
        unsafe stroke.pointers(&coder)
    }
    mutating func replay(on canvas: UnsafePointer<scrim_canvas>) {
        _ = unsafe canvas.pointee.stroke_path(canvas, &path, &stroke, color)
    }
}

@safe struct FillGradient: CanvasCall {
    static let function = CanvasFunction.fillGradient
    /// Null for the layer's bounds.
    var path: UnsafePointer<scrim_path>?
    var gradient: scrim_gradient
    var rule: UInt32
    mutating func pointers(_ coder: inout some WireCoder) {
        unsafe coder.structs(&path, count: 1, size: MemoryLayout<scrim_path>.size)
        unsafe gradient.pointers(&coder)
    }
    mutating func replay(on canvas: UnsafePointer<scrim_canvas>) {
        _ = unsafe canvas.pointee.fill_gradient(canvas, path, rule, &gradient)
    }
}

@safe struct DrawSublayers: CanvasCall {
    static let function = CanvasFunction.drawSublayers
    var copy: scrim_copy
    mutating func replay(on canvas: UnsafePointer<scrim_canvas>) {
        _ = unsafe canvas.pointee.draw_sublayers(canvas, &copy)
    }
}

@safe struct SetAlpha: CanvasCall {
    static let function = CanvasFunction.setAlpha
    var alpha: Double
    func replay(on canvas: UnsafePointer<scrim_canvas>) { _ = unsafe canvas.pointee.set_alpha(canvas, alpha) }
}

@safe struct SetBlend: CanvasCall {
    static let function = CanvasFunction.setBlend
    var mode: UInt32
    func replay(on canvas: UnsafePointer<scrim_canvas>) { _ = unsafe canvas.pointee.set_blend(canvas, mode) }
}

@safe struct SetShadow: CanvasCall {
    static let function = CanvasFunction.setShadow
    var offset: scrim_point
    var radius: Double
    var color: UInt32
    func replay(on canvas: UnsafePointer<scrim_canvas>) {
        _ = unsafe canvas.pointee.set_shadow(canvas, offset, radius, color)
    }
}

@safe struct PaintGradient: CanvasCall {
    static let function = CanvasFunction.paintGradient
    var gradient: scrim_gradient
    mutating func pointers(_ coder: inout some WireCoder) { unsafe gradient.pointers(&coder) }
    mutating func replay(on canvas: UnsafePointer<scrim_canvas>) {
        _ = unsafe canvas.pointee.paint_gradient(canvas, &gradient)
    }
}

@safe struct DrawGlyphs: CanvasCall {
    static let function = CanvasFunction.drawGlyphs
    var run: scrim_glyph_run
    mutating func pointers(_ coder: inout some WireCoder) { unsafe run.pointers(&coder) }
    mutating func replay(on canvas: UnsafePointer<scrim_canvas>) {
        _ = unsafe canvas.pointee.draw_glyphs(canvas, &run)
    }

    /// Replaces the numbers of the process by those of the host. 0 is never defined.
    func number(by known: [UInt64: UInt64]) {
        let list = unsafe UnsafeMutableBufferPointer(
            start: UnsafeMutablePointer(mutating: run.glyphs), count: Int(run.count))
        for index in list.indices { unsafe list[index].glyph = unsafe known[list[index].glyph] ?? 0 }
    }
}

@safe struct DrawSprites: CanvasCall {
    static let function = CanvasFunction.drawSprites
    var sprites: scrim_sprites
    mutating func pointers(_ coder: inout some WireCoder) { unsafe sprites.pointers(&coder) }
    mutating func replay(on canvas: UnsafePointer<scrim_canvas>) {
        _ = unsafe canvas.pointee.draw_sprites(canvas, &sprites)
    }
}

@safe struct Hold: CanvasCall {
    static let function = CanvasFunction.hold
    var until: Double
    func replay(on canvas: UnsafePointer<scrim_canvas>) { _ = unsafe canvas.pointee.hold(canvas, until) }
}

@safe struct SaveLayer: CanvasCall {
    static let function = CanvasFunction.saveLayer
    func replay(on canvas: UnsafePointer<scrim_canvas>) { _ = unsafe canvas.pointee.save_layer(canvas) }
}

extension WireList {
    /// Appends a call.
    func append<Call: CanvasCall>(call: Call) {
        wire.word(Call.function.rawValue)
        append(call)
    }
}

extension WireReader {
    /// Makes the calls of a drawing on a canvas. `glyphs` maps the process's numbers to the host's. False for a
    /// malformed message.
    mutating func replay(onto canvas: UnsafePointer<scrim_canvas>, _ glyphs: [UInt64: UInt64]) -> Bool {
        for _ in 0..<count(upTo: .max) {
            guard let function = CanvasFunction(rawValue: word()) else { return false }
            switch function {
            case .save: unsafe replay(Save.self, canvas)
            case .restore: unsafe replay(Restore.self, canvas)
            case .concat: unsafe replay(Concat.self, canvas)
            case .clipPath: unsafe replay(ClipPath.self, canvas)
            case .fillPath: unsafe replay(FillPath.self, canvas)
            case .strokePath: unsafe replay(StrokePath.self, canvas)
            case .fillGradient: unsafe replay(FillGradient.self, canvas)
            case .drawSublayers: unsafe replay(DrawSublayers.self, canvas)
            case .setAlpha: unsafe replay(SetAlpha.self, canvas)
            case .setBlend: unsafe replay(SetBlend.self, canvas)
            case .setShadow: unsafe replay(SetShadow.self, canvas)
            case .paintGradient: unsafe replay(PaintGradient.self, canvas)
            case .drawGlyphs: unsafe replay(DrawGlyphs.self, canvas) { unsafe $0.pointee.number(by: glyphs) }
            case .drawSprites: unsafe replay(DrawSprites.self, canvas)
            case .hold: unsafe replay(Hold.self, canvas)
            case .saveLayer: unsafe replay(SaveLayer.self, canvas)
            }
            guard !isBroken else { return false }
        }
        return !isBroken
    }

    private mutating func replay<Call: CanvasCall>(
        _ type: Call.Type, _ canvas: UnsafePointer<scrim_canvas>,
        _ prepare: (UnsafeMutablePointer<Call>) -> Void = { _ in }
    ) {
        guard let call = unsafe value(type) else { return }
        unsafe prepare(call)
        unsafe call.pointee.replay(on: canvas)
    }
}
