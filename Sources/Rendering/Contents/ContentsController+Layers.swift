import Frame
import Geometry
import Pixels
import Schema

extension ContentsController {
    /// Identifies one picture of a file.
    struct Choice: Equatable {
        var image: ObjectIdentifier
        var revision: Int
        var frame = 0
        var size = Size.zero
    }

    /// The contents of one layer.
    struct LayerContents {
        var generation: UInt32
        var shown: LayerPicture?
        /// The origin of `shown`; nil when `shown` is a substitute for contents that are still loading.
        var choice: Choice?
        /// Size requested for a vector picture, in pixels.
        var wantedSize: Size?
        /// True when the vector picture was available in a requested size.
        var isSharp = false
        /// The scene time of an animation's next frame.
        var due: Double?
    }

    // MARK: Which picture

    /// Selects the rendition of a vector picture in the requested size.
    func chooseSize(_ image: Image, _ info: Image.Info, _ entry: inout LayerContents) {
        let natural = Size(Double(info.width), Double(info.height))
        let size = entry.wantedSize ?? natural
        var choice = Choice(image: ObjectIdentifier(image), revision: image.revision)
        let isRelated = entry.choice?.image == choice.image && entry.choice?.revision == choice.revision
        choice.size = size
        if entry.choice == choice {
            if entry.wantedSize != nil { entry.isSharp = true }
            return
        }
        if !isRelated { entry.isSharp = false }
        let (width, height) = library.fit(Int(size.width), Int(size.height))
        guard let picture = library.picture(image, width: width, height: height) else { return }
        let isExact = picture.bitmap.width == width && picture.bitmap.height == height
        // Another size is shown meanwhile, unless the layer shows something made for it.
        guard isExact || !isRelated else { return }
        entry.shown = LayerPicture(picture, size: natural, isVector: true)
        entry.choice = choice
        if isExact, entry.wantedSize != nil { entry.isSharp = true }
        if !isExact { entry.choice?.size = .zero }
    }

    /// Selects the current frame of an animation or a film.
    func chooseFrame(_ use: Use, _ info: Image.Info, _ layer: Slot, _ entry: inout LayerContents) {
        let image = use.image
        let film = films.clocks[use.slot]
        let (frame, until) =
            film?.frame(at: now, of: info) ?? info.frame(at: now - use.begin + Self.tolerance)
        entry.due = film == nil ? until.map { use.begin + $0 } : until
        let library = home(of: image)
        if until != nil { unsettled.playing.insert(layer) } else { unsettled.playing.remove(layer) }
        let natural = Size(Double(info.width), Double(info.height))
        // For a vector film both sides use the same scale, because its decoder keeps the ratio.
        var scale = 1.0
        if info.isVector, let wanted = entry.wantedSize {
            scale = max(wanted.width / natural.width, wanted.height / natural.height)
        }
        var choice = Choice(image: ObjectIdentifier(image), revision: image.revision, frame: frame)
        if info.isVector { choice.size = Size(scale, scale) }
        if entry.choice == choice { return }
        if let picture = library.picture(image, frame: frame, scale: scale) {
            entry.shown = LayerPicture(picture, size: natural, isVector: info.isVector)
            entry.choice = choice
            entry.isSharp = entry.wantedSize != nil
        }
        // A running film may be ahead of its decoded frames: an older frame is better than none.
        if entry.shown == nil, image.isFilm, let latest = image.renditions.values.max(by: { $0.stamp < $1.stamp }) {
            entry.shown = LayerPicture(latest.picture, size: natural, isVector: info.isVector)
        }
        // Requested in advance.
        if until != nil { _ = library.picture(image, frame: (frame + 1) % info.durations.count, scale: scale) }
    }
}
