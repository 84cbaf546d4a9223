package import Frame
package import Geometry
import Pixels
package import Scene
import SceneTables
package import Schema

/// The contents controller: provides the pixels for the scene's objects.
///
///     reconcile()    changes of the scene → files are acquired and released
///     contents(of:)  a layer is read → the current picture; a missing one is requested
///     the library's events → layers are marked, images' properties written, `onEvent`
///
/// A layer keeps its current picture until the next one is available.
package final class ContentsController: ContentsSource {
    /// An event of an image, or of a layer whose contents is a path.
    package struct Event {
        package var slot: Slot
        package var isReady: Bool
        /// The reason of a failure, with the path.
        package var message: String
        /// True when a film reached its end.
        package var isEnd = false
    }

    /// The file that is read for an object that names one; nil: that one.
    package var onPath: ((_ path: String, _ slot: Slot) -> String)?
    /// The path of a picture that stands for the pixels of a buffer without a memory file; nil: none does.
    package var onBuffer: ((_ buffer: Slot) -> String?)?
    /// Called when a buffer has got pixels, or others.
    package var onPixels: ((_ buffer: Slot) -> Void)?
    let scene: Scene
    package let library: ImageLibrary
    package let films: Films
    package var onEvent: ((Event) -> Void)?
    /// Called when all files that a transaction waits for have been read, successfully or not.
    package var onRead: ((_ transaction: Slot) -> Void)?
    /// Called when parts of the picture shown by a layer changed; `rect` is in pixels of the picture.
    package var onTouch: ((_ layer: Slot, _ rect: Rect) -> Void)?

    /// A file in use by an image or by a layer whose contents is a path.
    struct Use {
        let image: Image
        /// The path that the object names; `onPath` may lead to another file.
        let named: String
        let slot: Slot
        let generation: UInt32
        /// The scene time at which the animation began.
        let begin: Double
        var isWatched = false
    }

    /// Tolerance for rounding errors in sums of intervals, in seconds: a time this much too early counts as reached.
    static let tolerance = 1e-9

    /// Cursor in the scene's changes.
    private let cursor: ChangeCursor
    private(set) var uses: [Slot: Use] = [:]
    var users: [ObjectIdentifier: Set<Slot>] = [:]
    /// Contents of tiled layers.
    var walls: [Slot: TileWall] = [:]
    private var buffers: [Slot: (generation: UInt32, pixels: SharedPixels)] = [:]
    private var contentsByLayer: [Slot: LayerContents] = [:]
    /// The pictures that pending transactions wait for.
    var awaited = AwaitedSets()
    var unsettled = UnsettledLayers()
    /// The current scene time.
    private(set) var now = 0.0

    /// The libraries report only to the controller.
    package init(_ scene: Scene, _ library: ImageLibrary, films: Films) {
        self.scene = scene
        self.library = library
        self.films = films
        // Data sources read the same queue, and are created earlier.
        cursor = scene.changes.sources.open(withKept: true)
        library.onEvent = { [weak self] image, event in self?.heard(image, event) }
        films.library.onEvent = { [weak self] image, event in self?.heard(image, event) }
    }

    // MARK: The scene

    /// True when the scene has changes that were not read.
    package var isStale: Bool { scene.news.hasSourceChanges(for: cursor) }

    /// Reads changes of the scene. A new animation begins at `time`.
    package func reconcile(at time: Double) {
        guard isStale else { return }
        let (slots, touched) = scene.changes.sources.take(cursor)
        // Released after the new users were registered.
        endAwaited(slots)
        for slot in slots { settle(slot, time) }
        for slot in slots { settleAwaited(slot) }
        releaseDeparting()
        defer { if !awaited.held.isEmpty { tellRead() } }
        for (buffer, rects) in touched {
            guard let pixels = buffers[buffer]?.pixels else { continue }
            pixels.picture.dropMipmaps()
            onPixels?(buffer)
            let object = Value.object(scene.id(of: buffer))
            scene.contents.forEachViewer(of: buffer) { viewer in
                guard scene.contents.contents(of: viewer) == object else { return scene.contents.markPicture(viewer) }
                for rect in rects { onTouch?(viewer, rect) }
            }
        }
    }

    private func settle(_ slot: Slot, _ time: Double) {
        let row = scene.rows[Int(slot)]
        let isThere = row.flags.contains(.isAlive) && !row.flags.contains(.isRemoved)
        if buffers[slot].map({ $0.generation != row.generation || !isThere }) == true { buffers[slot] = nil }
        settleTiles(slot, isThere)
        var path: String?
        var isWatched = false
        if isThere, row.kind == .image {
            path = scene.value(slot, ImageProperty.path.id).string
            isWatched = scene.value(slot, ImageProperty.watch.id).boolean
        } else if isThere, row.kind == .video {
            path = scene.value(slot, VideoProperty.path.id).string
        } else if isThere, row.kind == .buffer {
            path = onBuffer?(slot)
        } else if isThere, scene.kind(of: slot).contents != nil {
            let contents = scene.contents.contents(of: slot)
            if case .string(let text) = contents, !scene.isLayer(slot) || scene.contents.tilePattern(slot) == nil {
                path = text
            }
            if contents == .none { close(slot) }
        } else {
            close(slot)
        }
        let named = path ?? ""
        if !named.isEmpty, let onPath { path = onPath(named, slot) }
        let old = uses[slot]
        if old?.image.path != path || old?.generation != row.generation {
            if let path, !path.isEmpty {
                let image =
                    row.kind == .video
                    ? takeAwaitedFilm(path, for: slot)
                        ?? films.library.acquire(path, for: scene.id(of: slot).bits)
                    : library.acquire(path)
                uses[slot] = Use(
                    image: image, named: named, slot: slot, generation: row.generation, begin: time)
                users[ObjectIdentifier(image), default: []].insert(slot)
                // Another object may have had it read already; its result is reported to this one as well.
                if image.state != .loading { tell(image, slot) }
            } else {
                uses[slot] = nil
            }
            // Released after the new one was acquired, so that the same file is not read again.
            if let old { release(old, slot) }
        }
        if let use = uses[slot], use.isWatched != isWatched {
            if isWatched { library.watch(use.image) } else { library.unwatch(use.image) }
            uses[slot]?.isWatched = isWatched
        }
        settleFilm(slot, isThere && row.kind == .video, at: time)
        guard isThere, row.kind.isPicture else { return }
        if row.kind != .buffer { report(slot) }
        scene.contents.forEachViewer(of: slot) { scene.contents.markPicture($0) }
    }

    /// Follows the names of objects' files, which lead to other files now.
    package func pathsChanged(at time: Double) {
        var slots = Set(uses.keys)
        scene.tree.forEachChild(Scene.objectRoot) { if scene.rows[Int($0)].kind == .buffer { slots.insert($0) } }
        for slot in slots.sorted() { settle(slot, time) }
    }

    /// Paths that objects name, each once, of those for which `isWanted` is true.
    package func paths(where isWanted: (Slot) -> Bool) -> [String] {
        Set(uses.filter { isWanted($0.key) }.map(\.value.named)).sorted()
    }

    private func release(_ use: Use, _ slot: Slot) {
        if use.isWatched { library.unwatch(use.image) }
        let key = ObjectIdentifier(use.image)
        if uses[slot]?.image !== use.image { users[key]?.remove(slot) }
        if users[key]?.isEmpty == true { users[key] = nil }
        home(of: use.image).release(use.image)
    }

    private func close(_ slot: Slot) {
        contentsByLayer[slot] = nil
        unsettled.playing.remove(slot)
        unsettled.blurred.remove(slot)
    }

    /// Assigns the pixels of a new buffer.
    package func adopt(_ pixels: SharedPixels, for buffer: Slot) {
        buffers[buffer] = (scene.rows[Int(buffer)].generation, pixels)
        onPixels?(buffer)
    }

    /// The pixels that a client shares; nil: none does.
    package func pixels(of buffer: Slot) -> SharedPixels? {
        guard let (generation, pixels) = buffers[buffer], generation == scene.rows[Int(buffer)].generation else {
            return nil
        }
        return pixels
    }

    /// All buffers whose pixels clients share.
    package var sharedBuffers: [Slot] { buffers.keys.sorted() }

    // MARK: Files

    private func heard(_ image: Image, _ event: ImageEvent) {
        for slot in (users[ObjectIdentifier(image)] ?? []).sorted() {
            if event == .ready, let use = uses[slot], use.image === image { _ = onPath?(use.named, slot) }
            if [.image, .video].contains(scene.rows[Int(slot)].kind) { report(slot) }
            markPicture(of: slot)
            if walls[slot] != nil, uses[slot]?.image !== image {
                tileArrived(at: slot)
                continue
            }
            if event != .pixels { tell(image, slot) }
        }
        if event != .pixels || image.isFilm, !awaited.held.isEmpty { tellRead() }
    }

    /// Marks the layers that show the picture of the object at `slot`.
    private func markPicture(of slot: Slot) {
        if scene.isLayer(slot) { return scene.contents.markPicture(slot) }
        scene.contents.forEachViewer(of: slot) { scene.contents.markPicture($0) }
    }

    private func tell(_ image: Image, _ slot: Slot) {
        var message = ""
        if case .failed(let reason) = image.state { message = Self.message(image, reason) }
        onEvent?(Event(slot: slot, isReady: image.state == .ready, message: message))
    }

    static func message(_ image: Image, _ reason: String) -> String { "\(image.path): \(reason)" }

    /// Writes an image's state into its properties.
    private func report(_ slot: Slot) {
        if scene.rows[Int(slot)].kind == .video { return reportFilm(slot, uses[slot]?.image) }
        var (state, message) = (ImageProperty.State.failed, "no file is named")
        if let image = uses[slot]?.image {
            switch image.state {
            case .loading: (state, message) = (.loading, "")
            case .ready: (state, message) = (.ready, "")
            case .failed(let reason): message = Self.message(image, reason)
            }
        }
        let info = uses[slot]?.image.info
        scene.contents.report(slot, ImageProperty.state.id, .choice(state.rawValue))
        scene.contents.report(slot, ImageProperty.message.id, .string(message))
        scene.contents.report(slot, ImageProperty.frames.id, .number(Double(info?.durations.count ?? 0)))
        scene.contents.report(
            slot, ImageProperty.size.id, .size(info.map { Size(Double($0.width), Double($0.height)) } ?? .zero))
    }

    /// True while the layer's file is being read for the first time.
    package func isLoading(_ layer: Slot) -> Bool {
        if let wall = walls[layer] { return wall.front.isLoading }
        if case .use(let use) = source(of: layer) { return use.image.state == .loading }
        return false
    }

    /// The reason why the layer's file cannot be shown, with its path; nil when it can, or is being read.
    package func failure(of layer: Slot) -> String? {
        guard case .use(let use) = source(of: layer), case .failed(let reason) = use.image.state else { return nil }
        return Self.message(use.image, reason)
    }

    /// True while a file in use is read for the first time, or a vector picture was never available in its requested
    /// size.
    package var isIncomplete: Bool {
        !unsettled.blurred.isEmpty || walls.values.contains(where: \.front.isLoading)
            || uses.values.contains { $0.image.state == .loading }
            || awaited.held.values.contains { !$0.isWhole }
    }

    // MARK: Layers

    private enum Source {
        case use(Use)
        case buffer(SharedPixels)
        case nothing
    }

    private func source(of object: Slot) -> Source {
        var slot = object
        switch scene.contents.contents(of: object) {
        case .object(let id): slot = scene.slot(of: id) ?? -1
        case .string: break
        default: return .nothing
        }
        if let buffer = buffers[slot] { return .buffer(buffer.pixels) }
        if let use = uses[slot], use.generation == scene.rows[Int(slot)].generation { return .use(use) }
        return .nothing
    }

    package func contents(of layer: Slot, in view: SceneView) -> LayerPicture? {
        let generation = scene.rows[Int(layer)].generation
        var entry = contentsByLayer[layer] ?? LayerContents(generation: generation)
        if entry.generation != generation { entry = LayerContents(generation: generation) }
        var isBlurred = false
        defer {
            contentsByLayer[layer] = entry
            if isBlurred { unsettled.blurred.insert(layer) } else { unsettled.blurred.remove(layer) }
        }
        switch source(of: layer) {
        case .nothing: break
        case .buffer(let pixels):
            entry.shown = LayerPicture(pixels.picture, isShared: true)
            entry.choice = nil
        case .use(let use):
            guard let info = use.image.info else { break }
            if info.isVector, info.durations.count == 1 {
                chooseSize(use.image, info, &entry)
            } else {
                chooseFrame(use, info, layer, &entry)
            }
            isBlurred =
                info.isVector && !entry.isSharp && entry.wantedSize != nil && use.image.state == .ready
        }
        return entry.shown
    }

    /// The natural size, in pixels, of the picture of the object at `slot`: an image, a buffer, or an object with
    /// contents. Nil while unknown.
    package func size(of slot: Slot) -> Size? {
        switch source(of: slot) {
        case .nothing: nil
        case .buffer(let pixels):
            Size(Double(pixels.picture.bitmap.width), Double(pixels.picture.bitmap.height))
        case .use(let use): use.image.info.map { Size(Double($0.width), Double($0.height)) }
        }
    }

    package func wants(_ size: Size, at layer: Slot) {
        guard contentsByLayer[layer] != nil, contentsByLayer[layer]?.wantedSize != size else { return }
        contentsByLayer[layer]?.wantedSize = size
        // The layer is read again, because the size is known now.
        scene.contents.markPicture(layer)
    }

    // MARK: Time

    /// Advances the scene time: marks layers whose animations have a new frame.
    package func advance(to time: Double) {
        now = time
        advanceFilms(to: time)
        for layer in unsettled.playing {
            guard let due = contentsByLayer[layer]?.due, due <= time + Self.tolerance else { continue }
            // The layer is added again when it is read, which happens only if it is drawn.
            unsettled.playing.remove(layer)
            markPicture(of: layer)
        }
    }

    /// The scene time of the next frame of an animation among the layers for which `isDrawn` is true.
    package func nextFrame(_ isDrawn: (Slot) -> Bool) -> Double? {
        var next: Double?
        for layer in unsettled.playing {
            guard let due = contentsByLayer[layer]?.due, due < next ?? .infinity else { continue }
            var isSeen = scene.isLayer(layer) && isDrawn(layer)
            if !scene.isLayer(layer) { scene.contents.forEachViewer(of: layer) { isSeen = isSeen || isDrawn($0) } }
            guard isSeen else { continue }
            next = due
        }
        if let end = nextFilmEnd, end < next ?? .infinity { next = end }
        return next
    }
}
