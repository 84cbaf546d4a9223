package import Geometry

/// Bounding boxes of a drawing's operations.
extension Drawing {
    /// For each operation, a box in the layer's coordinates that contains the pixels it paints; for `clip`, the pixels
    /// it keeps. Computed from control points, so fast but not tight. Empty for operations that paint nothing.
    ///
    /// `bounds` are the layer's.
    package func boxes(bounds: Rect) -> [Rect] {
        var state = BoxState()
        /// `layer` is the index of the operation that began the layer; `painted` is the box painted outside of it so
        /// far.
        var saved: [(state: BoxState, layer: Int?, painted: Rect)] = []
        var painted = Rect.zero
        var boxes: [Rect] = []
        boxes.reserveCapacity(operations.count)
        for (at, operation) in operations.enumerated() {
            switch operation {
            case .save:
                saved.append((state, nil, painted))
                boxes.append(.zero)
            case .saveLayer:
                saved.append((state, at, painted))
                painted = .zero
                (state.clip, state.shadow, state.isUnbounded) = (nil, nil, false)
                boxes.append(.zero)
            case .restore:
                guard let outer = saved.popLast() else {
                    boxes.append(.zero)
                    continue
                }
                state = outer.state
                guard let layer = outer.layer else {
                    boxes.append(.zero)
                    continue
                }
                boxes[layer] = painted
                boxes.append(state.shadowed(painted, isMapped: true))
                painted = outer.painted.union(boxes[at])
            default:
                let box = box(of: operation, bounds, &state)
                if case .clip = operation {} else { painted = painted.union(box) }
                boxes.append(box)
            }
        }
        return boxes
    }

    /// The box of an operation other than saving and restoring state.
    private func box(of operation: Operation, _ bounds: Rect, _ state: inout BoxState) -> Rect {
        switch operation {
        case .concat(let inner): state.map = state.map.concat(inner)
        case .clip(let path, _):
            let box = state.map.boundingBox(paths[path].hull)
            state.clip = state.clip?.intersection(box) ?? (box.isEmpty ? .zero : box)
            return state.clip ?? .zero
        case .fill(_, _, let color), .stroke(_, _, let color), .glyphs(_, let color):
            if color.alpha > 0 || state.isUnbounded { return state.shadowed(hull(of: operation)) }
        case .gradient(.some, _, _), .sprites: return state.shadowed(hull(of: operation))
        // The layer's own shape does not depend on the current map.
        case .gradient(nil, _, _): return state.shadowed(bounds, isMapped: true)
        case .flood: return state.shadowed(state.clip ?? bounds, isMapped: true)
        case .alpha: break
        case .blend(let mode): state.isUnbounded = BlendMode(rawValue: mode)?.isBounded == false
        case .shadow(let offset, let radius, let color):
            state.shadow = color.alpha > 0 ? (offset, radius) : nil
        case .save, .saveLayer, .restore: break
        }
        return .zero
    }

    /// A box in the current coordinates that contains the pixels of a fill, a stroke, a gradient on a path, glyphs or
    /// sprites; empty for other operations.
    package func hull(of operation: Operation) -> Rect {
        switch operation {
        case .fill(let path, _, _), .gradient(let path?, _, _): return paths[path].hull
        case .stroke(let path, let style, _): return paths[path].strokeBounds(styles[style])
        case .glyphs(let run, _): return runs[run].box
        case .sprites(let batch):
            return sprites[batch].sprites.reduce(.zero) { $0.union($1.map.boundingBox(Rect(0, 0, 1, 1))) }
        default: return .zero
        }
    }

    /// Number of pixels by which painting may exceed the boxes: glyph positions are rounded to quarter pixels.
    package var slack: Int32 { runs.isEmpty ? 0 : 1 }

    /// The union of `boxes`, clips excluded.
    func paintedBox(_ boxes: [Rect]) -> Rect {
        var all = Rect.zero
        forEachPainted(boxes, from: 0) { all = all.union($0) }
        return all
    }

    /// Calls `body` with the boxes of the painting operations from `start` on.
    func forEachPainted(_ boxes: [Rect], from start: Int, _ body: (Rect) -> Void) {
        for at in start..<max(start, operations.count) where !boxes[at].isEmpty {
            switch operations[at] {
            case .clip, .saveLayer: continue
            default: body(boxes[at])
            }
        }
    }

    /// Number of equal operations at the beginning of both.
    func commonStart(with other: Drawing) -> Int {
        var common = 0
        while common < min(operations.count, other.operations.count),
            isSame(operations[common], other.operations[common], other)
        {
            common += 1
        }
        return common
    }

    private func isSame(_ a: Operation, _ b: Operation, _ other: Drawing) -> Bool {
        switch (a, b) {
        case (.clip(let p, let r), .clip(let q, let s)): r == s && paths[p] == other.paths[q]
        case (.fill(let p, let r, let c), .fill(let q, let s, let d)):
            r == s && c == d && paths[p] == other.paths[q]
        case (.stroke(let p, let r, let c), .stroke(let q, let s, let d)):
            c == d && styles[r] == other.styles[s] && paths[p] == other.paths[q]
        case (.gradient(let p, let r, let g), .gradient(let q, let s, let h)):
            r == s && gradients[g] == other.gradients[h]
                && p.map { paths[$0] } == q.map { other.paths[$0] }
        case (.glyphs(let r, let c), .glyphs(let s, let d)): c == d && runs[r] == other.runs[s]
        case (.flood(let g), .flood(let h)): gradients[g] == other.gradients[h]
        case (.sprites(let p), .sprites(let q)): sprites[p] == other.sprites[q]
        default: a == b
        }
    }

    /// True when several operations paint: with opacity, a lower one must not show through where they overlap.
    var isCompound: Bool {
        var paints = 0
        for operation in operations {
            switch operation {
            case .save, .restore, .concat, .clip, .alpha, .blend: continue
            case .saveLayer: paints += 2
            case .fill(_, _, let color), .stroke(_, _, let color), .glyphs(_, let color):
                paints += color.alpha > 0 ? 1 : 0
            // An operation with a shadow counts as two.
            case .shadow(_, _, let color): paints += color.alpha > 0 ? 2 : 0
            case .gradient, .flood: paints += 1
            case .sprites(let batch): paints += sprites[batch].sprites.count
            }
        }
        return paints > 1
    }

    /// True when an operation has a blend mode other than `normal`, a shadow, or a clip.
    var isCostly: Bool {
        operations.contains { operation in
            switch operation {
            case .clip, .saveLayer: true
            case .blend(let mode): mode != BlendMode.normal.rawValue
            case .shadow(_, _, let color): color.alpha > 0
            default: false
            }
        }
    }

    /// True when an operation has a blend mode other than `normal`.
    var blends: Bool {
        operations.contains { if case .blend(let mode) = $0 { mode != BlendMode.normal.rawValue } else { false } }
    }
}

/// The state that determines the area painted by an operation.
private struct BoxState {
    var map = Affine.identity
    /// The box left by the clips; nil without a clip.
    var clip: Rect?
    var shadow: (offset: Point, radius: Double)?
    /// True when the blend mode changes the backdrop even under transparent source pixels.
    var isUnbounded = false

    /// The box in the layer's coordinates, with the shadow, and clipped. `box` is in the current coordinates, or in the
    /// layer's if `isMapped`.
    func shadowed(_ box: Rect, isMapped: Bool = false) -> Rect {
        guard !box.isEmpty else { return .zero }
        var box = isMapped ? box : map.boundingBox(box)
        if let shadow, !isUnbounded {
            // Beyond three standard deviations a Gaussian is below half of 1/255.
            let reach = 3 * shadow.radius
            box = box.union(
                Rect(box.x + shadow.offset.x, box.y + shadow.offset.y, box.width, box.height).outset(reach, reach))
        }
        return clip.map { $0.intersection(box) } ?? box
    }
}
