package import Frame
package import Geometry
package import Pixels
package import Scene
import SceneTables
package import Schema

/// The result of a frame.
package struct FrameResult: Equatable, Sendable {
    package var number: UInt64
    /// The time shown by the frame, in seconds.
    package var time: Double
    /// The rectangles that changed, in output pixels.
    package var damage: [PixelRect]
    /// Number of composited pixels: the damage, and changes that the output's buffer had missed.
    package var pixels: Int
    /// False when nothing was painted: nothing changed, or the output had no buffer.
    package var painted: Bool

    /// A result for a frame that painted nothing.
    package init(number: UInt64, time: Double) {
        (self.number, self.time) = (number, time)
        (damage, pixels, painted) = ([], 0, false)
    }
}

/// Paints the scene on an output, frame after frame.
///
///     update(scene)      marks → display list → damage
///     renderFrame(time)  damage → plan → painter → output
///
/// When nothing changed, nothing is acquired, painted or presented. Not thread-safe.
package final class Compositor {
    package let output: any Output
    /// The slot of the output's object in the scene.
    let slot: Slot
    let renderer = PixelRenderer()
    package let drawings: DrawingStore
    private(set) var painters = PainterPool(1)
    private var list: DisplayList
    private var paint = PaintList()
    private var pending = PendingFrame()
    private var taken = Taken()
    private var log = FrameLog()
    private var size = (width: 0, height: 0, scale: 0.0)
    /// The part of the root layer that is shown; nil: all of it.
    private var viewport: Rect?
    private var shown = ShownPicture()
    private var overlay = Overlays()
    package let late = LatePainting()

    /// The output's properties as of the last `update`.
    private struct Taken {
        var backgroundColor = PremultipliedColor(.clear)
        /// The value of `ChangeSet.outputs` at the last `update`.
        var revision = UInt64.max
    }

    /// The picture presented last.
    private struct ShownPicture {
        /// Nil when its buffer is not the output's newest.
        var bitmap: Bitmap?
        /// True when overlays are painted on it.
        var isMarked = false
    }
    /// A monotonic clock in nanoseconds, for statistics.
    package var now: () -> UInt64 = { 0 }

    /// `slot` is the output's object. `marks` is required if the scene has several compositors.
    package init(output: any Output, of slot: Slot = Scene.main, marks: LayerCursor? = nil) {
        self.output = output
        self.slot = slot
        drawings = DrawingStore(renderer)
        list = DisplayList(drawings: drawings)
        list.marks = marks
    }

    /// True when there are changes for `update`.
    package func isBehind(_ scene: Scene) -> Bool {
        list.marks?.hasNews != false || scene.news.outputsRevision != taken.revision
    }

    /// Provides the drawings of layers of plugin kinds, and filters. A weak reference.
    package weak var source: (any DrawingSource & FilterSource)? {
        didSet { (drawings.source, renderer.filters) = (source, source) }
    }

    /// Provides layers' contents. A weak reference.
    package var contents: (any ContentsSource)? {
        get { drawings.contents }
        set { drawings.contents = newValue }
    }

    /// Marks pixels of the picture shown by the layer at `slot` as changed; `rect` is in pixels of the picture.
    package func touch(_ slot: Slot, _ rect: Rect) { list.touch(slot, rect) }

    /// True when the layer was drawn in the last `update`; other layers may hide it.
    package func isDrawn(_ slot: Slot) -> Bool { list.isDrawn(slot) }

    /// The overlays painted on top of the picture; they are never in snapshots.
    package var overlays: OverlaySettings {
        get { overlay.settings }
        set {
            guard newValue != overlay.settings else { return }
            late.finish()
            overlay.settings = newValue
            overlay.forget()
            pending.isWhole = true
        }
    }

    /// Number of painting threads; 0 means one per core. The result does not depend on it.
    package var threads: Int {
        get { painters.wanted }
        set {
            guard newValue != painters.wanted else { return }
            late.finish()
            painters = PainterPool(newValue)
            painters.budget = cacheBytes / 2
        }
    }

    /// Maximum size of caches kept between frames, in bytes: half for the bitmaps of planes, half for buffers, stroke
    /// outlines and corners.
    package var cacheBytes = 64 << 20 {
        didSet {
            guard cacheBytes != oldValue else { return }
            late.finish()
            painters.budget = cacheBytes / 2
            list.bitmaps.budget = cacheBytes / 2
        }
    }

    /// Maximum size of buffers for a frame, and of a snapshot, in bytes; layers above it are painted without buffers.
    package var frameBytes: Int {
        get { list.frameBytes }
        set {
            guard newValue != list.frameBytes else { return }
            late.finish()
            list.frameBytes = newValue
            pending.isWhole = true
        }
    }

    /// The picture presented last, with overlays; nil before the first one, and after the output's size changed.
    package var picture: Bitmap? {
        late.finish()
        return shown.bitmap
    }

    /// The colour behind all layers.
    var backgroundColor: PremultipliedColor { taken.backgroundColor }

    /// The output's area, in pixels.
    package var bounds: PixelRect { list.output }

    /// True when a frame would paint something.
    package var needsFrame: Bool { pending.isNeeded || overlay.isFading || list.isTouched }

    /// The number of the last frame that was presented.
    package var frameNumber: UInt64 { log.frame }

    /// Advances to a scene time: marks the layers whose time-dependent drawings expired.
    package func advance(_ scene: Scene, to time: Double) { drawings.advance(to: time, scene) }

    /// The scene time of the next such change; infinity for never.
    package func nextDrawing(_ scene: Scene) -> Double { drawings.nextEnd(scene) }

    /// Reads the changes of the scene.
    package func update(_ scene: Scene) {
        late.finish()
        if scene.news.outputsRevision != taken.revision {
            taken.revision = scene.news.outputsRevision
            list.root = scene.outputs.root(of: slot)
            drawings.saysWhatIsSeen = scene.outputs.firstOutput(showing: list.root) == slot
            let color = scene.outputs.isOutput(slot) ? scene.value(slot, OutputProperty.backgroundColor.id).color : nil
            if PremultipliedColor(color ?? .clear) != taken.backgroundColor {
                taken.backgroundColor = PremultipliedColor(color ?? .clear)
                pending.isWhole = true
            }
        }
        let viewport = scene.outputs.viewport(of: slot)
        if (output.width, output.height, output.scale) != size || viewport != self.viewport {
            size = (output.width, output.height, output.scale)
            self.viewport = viewport
            list.configure(width: Int32(output.width), height: Int32(output.height), map)
            pending.forget()
            shown.bitmap = nil
        }
        let lifted = scene.lifting.lift(to: list.root)
        list.update(scene, lifted: lifted)
        scene.lifting.lower(lifted)
        pending.add(list.damage)
    }

    /// Runs `body`, which reads the scene as this output shows it: with lifted layers.
    func reading<T>(_ scene: Scene, _ body: () throws -> T) rethrows -> T {
        let lifted = scene.lifting.lift(to: scene.outputs.root(of: slot))
        defer { scene.lifting.lower(lifted) }
        return try body()
    }

    /// Maps points of the root layer to pixels.
    private var map: Affine {
        guard let viewport else { return .scale(output.scale, output.scale) }
        return Affine.scale(Double(output.width) / viewport.width, Double(output.height) / viewport.height)
            .concat(.translation(-viewport.x, -viewport.y))
    }

    /// Discards caches; the next frame composites everything.
    package func repaint() {
        late.finish()
        pending.isWhole = true
        painters.forget()
        list.bitmaps.releaseAll()
    }

    /// The opaque area and the area that accepts input, as of the last `update`.
    package func shape(_ scene: Scene) -> OutputShape {
        list.shape(scene, isOpaque: taken.backgroundColor.alpha == 255)
    }

    /// Call when the output lost its picture: it is not read any more, and the next frame composites everything.
    package func expose() {
        late.finish()
        pending.isWhole = true
        shown.bitmap = nil
    }

    /// Takes a snapshot of the layer at `slot` for a transition that may follow; `scene` must be up to date.
    ///
    /// Nothing is stored for a layer that cannot show a transition, or when the bitmap budget is used up: the new
    /// picture then appears at once.
    package func keepSnapshot(of slot: Slot, _ scene: Scene) {
        late.finish()
        let read = reading(scene) { list.snapshot(of: slot, LayerReader(scene, drawings), into: &paint) }
        guard let frame = read else { return }
        var bitmap: Bitmap?
        if !frame.rect.isEmpty {
            bitmap = try? Bitmap(width: Int(frame.rect.width), height: Int(frame.rect.height))
            guard let bitmap else { return }
            let target = RenderTarget(bitmap, at: PixelPoint(frame.rect.x0, frame.rect.y0), room: Plane.most)
            painters.paint(paint, drawings, on: target, tile: frame.rect)
        }
        drawings.snapshots.keep(
            TransitionSnapshot(scene.id(of: slot), frame, bitmap.map { Picture(shared: $0, .argb) }))
    }

    /// Paints and presents the changes. `time` is when the frame should be visible, in seconds. If `mayBeLate`, a slow
    /// frame is painted on another thread and presented later; see `late`.
    package func renderFrame(_ scene: Scene, time: Double, mayBeLate: Bool = false) -> FrameResult {
        late.finish()
        drawings.snapshots.sweep(scene)
        var result = FrameResult(number: log.frame, time: time)
        guard needsFrame, let buffer = output.acquire() else { return result }
        let start = now()
        result.damage = pending.begin(list.output)
        overlay.prepare(result.damage, &pending.damage, list.output)
        pending.chooseTiles(age: buffer.age, list.output)
        if overlays.borders { overlay.outlines = list.outlines(scene, atMost: Overlays.mostOutlines) }
        result.pixels = pending.tiles.area
        result.painted = true
        result.number = log.frame + 1
        let isPatient = mayBeLate && late.run != nil && !overlays.isOn
        let left = reading(scene) {
            paintTiles(LayerReader(scene, drawings), on: buffer.bitmap, mayBeLate: isPatient)
        }
        let frame = OpenFrame(buffer: buffer, result: result, damage: pending.end(), start: start)
        if left.isEmpty || !paintLate(left, frame) { present(frame) }
        return result
    }

    /// Paints the tiles of a frame; for a slow frame, returns those that are left.
    private func paintTiles(_ reader: LayerReader, on bitmap: Bitmap, mayBeLate: Bool) -> [LatePart] {
        // Borrowed from here: each call that is lent a property of a class gets a copy.
        var paint = PaintList()
        swap(&paint, &self.paint)
        defer { swap(&paint, &self.paint) }
        var cost = 0
        var left: [LatePart] = []
        for tile in pending.tiles.rects {
            list.plan(tile, reader, into: &paint)
            refresh(paint, reader)
            if mayBeLate {
                // Plugins may be called only on the loop's thread.
                let isAlone = drawings.effects.pluginUsers > 0 || paint.callsPlugins
                cost = isAlone ? -.max : cost + paint.cost(drawings, atMost: late.leastCost)
            }
            if mayBeLate, cost > late.leastCost {
                var own = PaintList()
                swap(&own, &paint)
                left.append(LatePart(list: own, tile: tile))
            } else {
                self.paint(paint, tile, on: bitmap)
            }
        }
        return left
    }

    private func paint(_ plan: borrowing PaintList, _ tile: PixelRect, on bitmap: Bitmap) {
        painters.paint(plan, drawings, on: RenderTarget(bitmap, beneath: taken.backgroundColor), tile: tile)
        guard overlays.isOn else { return }
        overlay.paint(on: Canvas(bitmap, clip: Region(tile), tools: tools), list.output)
    }

    /// Paints the rest of a frame on another thread; false when it was painted at once, because there is no thread.
    private func paintLate(_ parts: [LatePart], _ frame: OpenFrame) -> Bool {
        let target = RenderTarget(frame.buffer.bitmap, beneath: taken.backgroundColor)
        let (painters, drawings) = (painters, drawings)
        func paintAll() {
            for part in parts { painters.paint(part.list, drawings, on: target, tile: part.tile) }
        }
        if late.begin(cacheFigures, paintAll, { [unowned self] in self.present(frame) }) { return true }
        paintAll()
        return false
    }

    private func present(_ frame: OpenFrame) {
        let result = frame.result
        output.present(frame.buffer, damage: frame.damage, frame: result.number, time: result.time)
        shown = ShownPicture(bitmap: frame.buffer.bitmap, isMarked: overlays.isOn)
        let seconds = Double(now() - frame.start) / 1e9
        log.note(result, seconds: seconds)
        overlay.note(seconds * output.refresh)
    }

    /// Updates the bitmaps of the planes that `paint` places, beginning with nested ones. The recursion is limited by
    /// the nesting of buffers.
    private func refresh(_ paint: borrowing PaintList, _ reader: LayerReader) {
        for (node, kept) in paint.kept {
            guard let plane = paint.planes[node] else { continue }
            let origin = plane.picture.origin
            let parts = list.bitmaps.takeStale(kept.slot)
            if !parts.isEmpty { kept.picture.pixels.dropMipmaps() }
            for part in parts {
                var inside = PaintList()
                list.plan(inside: kept.slot, part, reader, into: &inside)
                refresh(inside, reader)
                let target = RenderTarget(kept.picture.pixels.bitmap, at: origin, room: Plane.most)
                painters.paint(inside, drawings, on: target, tile: part.pixels)
            }
            Canvas.prepare(kept.picture.pixels, at: origin, plane.placement, plane.filters)
        }
    }

    /// The tools of the thread that owns the compositor.
    private var tools: CanvasTools { painters.all[0].tools }

    /// The figures for `stats`.
    package var stats: FrameStatistics {
        var figures = log.statistics
        figures.layers = list.liveCount
        let cached = late.figures ?? cacheFigures
        (figures.groupBuffers, figures.cacheBytes) = (cached.groupBuffers, cached.bytes)
        figures.planes = list.bitmaps.count
        figures.reducedLayers = list.reducedCount
        return figures
    }

    private var cacheFigures: CacheFigures {
        let kept = list.bitmaps.bytes + drawings.snapshots.bytes
        return CacheFigures(
            groupBuffers: painters.all.reduce(0) { $0 + $1.pool.taken },
            bytes: painters.all.reduce(kept) { $0 + $1.keptBytes })
    }

    /// The reason why the layer at `slot` is or is not visible, and its cost in pixels, as of the last `update`.
    package func explain(_ slot: Slot, _ scene: Scene) -> ExplainReport { list.explain(slot, scene) }

    /// The layer with the highest painting cost in a frame, estimated by visiting all layers; nil when none painted
    /// anything.
    package func costliestLayer(of frame: FrameResult) -> Slot? { list.costliestLayer(in: frame.damage) }

    // MARK: Snapshots

    /// A picture of `rect` (in points of the output, or of the layer's own coordinates) with `scale` pixels per point.
    ///
    /// Painted anew from the scene; for the whole output at its own scale, a copy of the presented picture. Without
    /// overlays. Throws when the picture and its buffers would exceed `frameBytes`.
    package func snapshot(
        _ scene: Scene, layer: Slot? = nil, rect: Rect? = nil, scale: Double? = nil
    ) throws(BitmapError) -> Bitmap {
        late.finish()
        let own = viewport.map { Double(output.width) / $0.width } ?? output.scale
        let scale = scale ?? (layer == nil ? own : output.scale)
        let rect = extent(scene, layer, rect)
        let view = try SceneView(rect, scale: scale)
        let isWhole = layer == nil && rect == extent(scene, nil, nil) && scale == own
        if !isWhole { try checkBytes(4 * Int(view.bounds.width) * Int(view.bounds.height)) }
        let picture = try Bitmap(width: Int(view.bounds.width), height: Int(view.bounds.height))
        if isWhole, !needsFrame, !isBehind(scene), !shown.isMarked,
            let shown = shown.bitmap, shown.width == picture.width, shown.height == picture.height
        {
            picture.copyPixels(of: shown)
            return picture
        }
        let list = paintList(view, scene, layer)
        if !isWhole { try checkBytes(picture.byteCount + list.bytes(drawings)) }
        let beneath = layer == nil ? taken.backgroundColor : PremultipliedColor(.clear)
        painters.paint(list, drawings, on: RenderTarget(picture, beneath: beneath), tile: view.bounds)
        return picture
    }
}

extension Compositor {
    /// The commands of a picture of `layer`, or of the whole output with what is lifted.
    func paintList(_ view: SceneView, _ scene: Scene, _ layer: Slot?) -> PaintList {
        if let layer { return view.paintList(scene, top: layer, isOwn: true, drawings) }
        return reading(scene) { view.paintList(scene, top: scene.outputs.root(of: slot), isOwn: false, drawings) }
    }

    /// The rectangle of a picture, in points: `rect`, or the layer's bounds, or the whole output.
    func extent(_ scene: Scene, _ layer: Slot?, _ rect: Rect?) -> Rect {
        rect ?? layer.map { scene.rows[Int($0)].bounds }
            ?? scene.outputs.viewport(of: slot)
            ?? Rect(0, 0, Double(output.width) / output.scale, Double(output.height) / output.scale)
    }

    private func checkBytes(_ bytes: Int) throws(BitmapError) {
        if bytes > frameBytes { throw .tooLarge(bytes: bytes) }
    }
}

extension Bitmap {
    /// Copies the pixels of a bitmap of the same size and format.
    func copyPixels(of other: Bitmap) {
        precondition(width == other.width && height == other.height && format == other.format)
        for y in 0..<height {
            unsafe withRow(y) { to in
                unsafe other.withRow(y) { from in unsafe to.copyMemory(from: UnsafeRawBufferPointer(from)) }
            }
        }
    }
}
