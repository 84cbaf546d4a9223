import Geometry
import Scene
import Schema

/// The drawing of a kind with SCRIM_LAYER_DRAWS_FIGURE, made of the layer's values without a call: a path, filled and
/// then stroked.
struct Figure {
    private let path: PropertyID
    private let fillColor: PropertyID?
    private let fillRule: PropertyID?
    private let strokeColor: PropertyID?
    private let lineWidth: PropertyID?
    private let lineCap: PropertyID?
    private let lineJoin: PropertyID?
    private let miterLimit: PropertyID?
    private let dash: PropertyID?
    private let dashPhase: PropertyID?
    private let strokeStart: PropertyID?
    private let strokeEnd: PropertyID?

    /// Nil when the kind has no path. `numbers` are the scene's for `properties`.
    init?(_ properties: [Property], _ numbers: [PropertyID]) {
        func find(_ name: String, _ type: PropertyType) -> PropertyID? {
            properties.firstIndex { $0.name == name && $0.type == type }.map { numbers[$0] }
        }
        guard let path = find("path", .path) else { return nil }
        self.path = path
        fillColor = find("fillColor", .color)
        fillRule = find("fillRule", .choice)
        strokeColor = find("strokeColor", .color)
        lineWidth = find("lineWidth", .number)
        lineCap = find("lineCap", .choice)
        lineJoin = find("lineJoin", .choice)
        miterLimit = find("miterLimit", .number)
        dash = find("lineDashPattern", .numbers)
        dashPhase = find("lineDashPhase", .number)
        strokeStart = find("strokeStart", .number)
        strokeEnd = find("strokeEnd", .number)
    }

    /// The drawing of the layer at `slot`; nil when its values break a rule of drawings, which the plugin is to be told.
    func drawing(of slot: Slot, in view: SceneView) -> Drawing? {
        let values = Values(view, slot)
        guard let path = values[path].resolved(in: view.shown(slot, LayerProperty.bounds.id).rect).path else {
            return Drawing()
        }
        guard path.isDrawable else { return nil }
        let (fill, line) = (values[fillColor]?.color, values[strokeColor]?.color)
        var drawing = Drawing()
        drawing.operations.reserveCapacity(fill != nil && line != nil ? 2 : 1)
        if let fill {
            let rule = FillRule(rawValue: values[fillRule]?.choice ?? 0) ?? .nonZero
            drawing.operations.append(.fill(path: 0, rule: rule, color: fill))
        }
        if let line {
            guard let style = style(values) else { return nil }
            if style.width > 0 {
                drawing.styles = [style]
                drawing.operations.append(.stroke(path: 0, style: 0, color: line))
            }
        }
        if !drawing.operations.isEmpty { drawing.paths = [path] }
        return drawing
    }

    private func style(_ values: Values) -> StrokeStyle? {
        var style = StrokeStyle()
        if let width = values[lineWidth] { style.width = width.number }
        if let cap = values[lineCap] { style.cap = LineCap(rawValue: cap.choice) ?? .butt }
        if let join = values[lineJoin] { style.join = LineJoin(rawValue: join.choice) ?? .miter }
        if let limit = values[miterLimit] { style.miterLimit = limit.number }
        if let dash = values[dash] { style.dash = dash.numbers }
        if let phase = values[dashPhase] { style.dashPhase = phase.number }
        if let start = values[strokeStart] { style.start = start.number }
        if let end = values[strokeEnd] { style.end = end.number }
        return style.isDrawable ? style : nil
    }

    /// The values that a layer shows, also of an instance of a component, whose properties stand for the kind's.
    private struct Values {
        private let view: SceneView
        private let slot: Slot
        private let isInstance: Bool

        init(_ view: SceneView, _ slot: Slot) {
            (self.view, self.slot) = (view, slot)
            isInstance = view.scene.kind(of: slot).base != nil
        }

        subscript(id: PropertyID) -> Value {
            view.shown(slot, isInstance ? view.scene.kind(of: slot).property(standingFor: id) : id)
        }

        subscript(id: PropertyID?) -> Value? { id.map { self[$0] } }
    }
}

extension StrokeStyle {
    /// True when no rule of `scrim_stroke` is broken.
    var isDrawable: Bool {
        width.isFinite && width >= 0 && miterLimit.isFinite && miterLimit >= 0 && dashPhase.isFinite
            && (0...1).contains(start) && (0...1).contains(end) && dash.count <= Recorder.dashLimit
            && dash.allSatisfy { $0.isFinite && $0 >= 0 }
    }
}

extension Path {
    /// True when the path is finite and no larger than one of a drawing may be.
    fileprivate var isDrawable: Bool {
        points.count <= Recorder.pointLimit && commands.count <= Recorder.commandLimit
            && points.allSatisfy { $0.x.isFinite && $0.y.isFinite }
    }
}
