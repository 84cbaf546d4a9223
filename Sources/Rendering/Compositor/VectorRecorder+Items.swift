import Frame
import Geometry
import Pixels
import Vectors

/// Recording of layers' own items.
extension VectorRecorder {
    /// Adds operations that paint `box`, clipped to `visible` if necessary.
    private func add(_ operations: [VectorOperation], _ box: Rect, within visible: PixelRect) {
        let isWhole = visible.rect.outset(0.02).contains(box)
        if !isWhole {
            add(.save)
            add(.clip(.rect(visible.rect), .identity, .nonZero))
        }
        for operation in operations { add(operation) }
        if !isWhole { add(.restore) }
    }

    func tinted(_ color: Color) -> Color {
        if tint == SIMD3(repeating: 1) { return color }
        func channel(_ value: UInt8, _ factor: Float) -> UInt8 {
            UInt8(max(0, min(255, Float(value) * factor)).rounded())
        }
        return Color(
            channel(color.red, tint.x), channel(color.green, tint.y), channel(color.blue, tint.z), color.alpha)
    }

    func tinted(_ gradient: Gradient) -> Gradient {
        var gradient = gradient
        for at in gradient.stops.indices { gradient.stops[at].color = tinted(gradient.stops[at].color) }
        return gradient
    }

    func background(_ command: PaintList.Command) {
        let node = list.nodes[Int(command.node)]
        let opacity = command.kind == .faded ? node.groupOpacity : node.itemOpacity
        let paint = VectorPaint.color(tinted(node.appearance.background), opacity: opacity)
        let box = node.world.boundingBox(node.bounds)
        if node.shape.isSquare, node.world.keepsAxes {
            guard let part = box.common(with: command.visible.rect) else { return }
            return add(.fill(.rect(part), .identity, .nonZero, paint))
        }
        add([.fill(node.outlinePath, node.world, .nonZero, paint)], box, within: command.visible)
    }

    func border(_ command: PaintList.Command) {
        let node = list.nodes[Int(command.node)]
        let width = node.appearance.borderWidth
        let paint = VectorPaint.color(tinted(node.appearance.borderColor), opacity: node.itemOpacity)
        var path = node.outlinePath
        let inside = node.bounds.outset(-width, -width)
        if !inside.isEmpty {
            let shape = node.shape
            let inner = shape.isSquare ? Path.rect(inside) : .roundedRect(inside, shape.inset(by: width))
            path.commands += inner.commands
            path.points += inner.points
        }
        let box = node.world.boundingBox(node.bounds)
        add([.fill(path, node.world, .evenOdd, paint)], box, within: command.visible)
    }

    /// Adds a shadow; it is a vector shape when it is not blurred.
    func shadow(_ at: Int) throws(BitmapError) {
        let command = list.commands[at]
        let node = list.nodes[Int(command.node)]
        let effects = list.store(of: node, drawings).effects.entries[Int(node.group.effects)].effects
        guard effects.shadowRadius == 0 else { return try image(of: at) }
        let path: Path
        switch effects.caster {
        case .bounds: path = node.outlinePath
        case .path(let given): path = given
        case .nothing, .picture: return try image(of: at)
        }
        let map = node.world.concat(.translation(effects.shadowOffset.x, effects.shadowOffset.y))
        let opacity = effects.shadowOpacity * node.itemOpacity
        let paint = VectorPaint.color(tinted(effects.shadowColor), opacity: opacity)
        add([.fill(path, map, .nonZero, paint)], map.boundingBox(path.hull), within: command.visible)
    }

    func drawing(_ at: Int) throws(BitmapError) {
        let command = list.commands[at]
        switch VectorWay(of: command, list, drawings, format) {
        case .flattened: return try flatten(at)
        case .image: return try image(of: at)
        case .vectors: break
        }
        let node = list.nodes[Int(command.node)]
        let entry = list.store(of: node, drawings).entries[Int(node.drawing)]
        let isGroup = node.itemOpacity < 1 && entry.isCompound
        let opacity = isGroup ? 1 : node.itemOpacity
        add(.save)
        let extent = node.world.boundingBox(entry.extent)
        if !command.visible.rect.outset(1).contains(extent) {
            add(.clip(.rect(command.visible.rect), .identity, .nonZero))
        }
        if isGroup { add(.beginGroup) }
        if command.kind == .drawing, let contents = entry.contents, let source = contents.wholeSource {
            let piece = contents.layout.pieces[0]
            try embed(contents.picture.pixels, source, contents.filters, piece.destination, node.world, opacity)
        }
        if command.kind == .foreground || !node.flags.contains(.drawsAbove) {
            try replay(entry, node, opacity, command.visible)
        }
        if isGroup { add(.endGroup(opacity: node.itemOpacity, mode: .normal, isMasked: false)) }
        add(.restore)
    }

    /// Places the pixels `source` of a picture in `destination`, in the space that `map` maps to the page.
    func embed(
        _ picture: Picture, _ source: PixelRect, _ filters: ImageFilters, _ destination: Rect, _ map: Affine,
        _ opacity: Double
    ) throws(BitmapError) {
        let key = PictureKey(picture: ObjectIdentifier(picture), source: source)
        let bitmap: Bitmap
        if let known = pictures[key], tint == SIMD3(repeating: 1) {
            bitmap = known
        } else {
            bitmap = try picture.copy(of: source)
            guard embeds(bitmap) else { throw .tooLarge(bytes: page.imageBytes + bitmap.byteCount) }
            if tint == SIMD3(repeating: 1) {
                pictures[key] = bitmap
            } else {
                ColorMatrix.apply([ColorMatrix(multiplying: SIMD4(tint, 1))], to: bitmap)
            }
        }
        let (kx, ky) = (destination.width / Double(source.width), destination.height / Double(source.height))
        let imageMap = map.concat(Affine(kx, 0, 0, ky, destination.x, destination.y))
        let isMagnified = abs(imageMap.determinant) > 1
        let filter = isMagnified ? filters.magnification : filters.minification
        add(.image(VectorImage(bitmap), imageMap, opacity: opacity, isSmooth: filter != .nearest))
    }
}

extension Rect {
    func contains(_ o: Rect) -> Bool { o.minX >= minX && o.minY >= minY && o.maxX <= maxX && o.maxY <= maxY }

    /// Extended by `d` on each side.
    func outset(_ d: Double) -> Rect { outset(d, d) }

    /// The intersection; nil when it is empty.
    fileprivate func common(with o: Rect) -> Rect? {
        let (x0, y0, x1, y1) = (max(minX, o.minX), max(minY, o.minY), min(maxX, o.maxX), min(maxY, o.maxY))
        return x1 > x0 && y1 > y0 ? Rect(x0, y0, x1 - x0, y1 - y0) : nil
    }
}

extension Picture {
    /// A copy of the pixels in a part.
    fileprivate func copy(of source: PixelRect) throws(BitmapError) -> Bitmap {
        let copy = try Bitmap(width: Int(source.width), height: Int(source.height))
        for y in 0..<copy.height {
            unsafe copy.withRow(y) { to in
                unsafe bitmap.withRow(y + Int(source.y0)) { from in
                    let start = Int(source.x0) * 4
                    unsafe to.copyMemory(from: UnsafeRawBufferPointer(rebasing: from[start..<(start + to.count)]))
                }
                let words = unsafe to.bindMemory(to: UInt32.self)
                switch encoding {
                case .argb, .alpha: break
                case .xrgb: for x in 0..<copy.width { unsafe words[x] |= 0xFF00_0000 }
                case .abgr:
                    for x in 0..<copy.width {
                        let word = unsafe words[x]
                        unsafe words[x] = word & 0xFF00_FF00 | word &>> 16 & 0xFF | (word & 0xFF) &<< 16
                    }
                }
            }
        }
        return copy
    }
}
