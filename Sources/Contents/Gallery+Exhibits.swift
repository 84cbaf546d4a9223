import Frame
import Geometry
import Pixels
import Scene

extension Gallery {
    /// Which picture of a file.
    struct Choice: Equatable {
        var image: ObjectIdentifier
        var revision: Int
        var frame = 0
        var size = Size.zero
    }

    /// Contents of one layer.
    struct Exhibit {
        var generation: UInt32
        var shown: LayerPicture?
        /// Origin of `shown`; nil when it stands in for contents that are still loading.
        var choice: Choice?
        /// Of a vector picture, in pixels.
        var wantedSize: Size?
        /// The vector picture was there in a size that was wanted.
        var isSharp = false
        /// The scene time at which the next frame of an animation follows.
        var due: Double?
    }

    // MARK: Which picture

    /// Of a vector picture, the one in the size that is wanted.
    func chooseSize(_ image: Image, _ info: Image.Info, _ exhibit: inout Exhibit) {
        let natural = Size(Double(info.width), Double(info.height))
        let size = exhibit.wantedSize ?? natural
        var choice = Choice(image: ObjectIdentifier(image), revision: image.revision)
        let isRelated = exhibit.choice?.image == choice.image && exhibit.choice?.revision == choice.revision
        choice.size = size
        if exhibit.choice == choice {
            if exhibit.wantedSize != nil { exhibit.isSharp = true }
            return
        }
        if !isRelated { exhibit.isSharp = false }
        let (width, height) = library.fit(Int(size.width), Int(size.height))
        guard let picture = library.picture(image, width: width, height: height) else { return }
        let isExact = picture.bitmap.width == width && picture.bitmap.height == height
        // Another size stands in for what is not there, but for nothing that was made for this layer.
        guard isExact || !isRelated else { return }
        exhibit.shown = LayerPicture(picture, size: natural, isVector: true)
        exhibit.choice = choice
        if isExact, exhibit.wantedSize != nil { exhibit.isSharp = true }
        if !isExact { exhibit.choice?.size = .zero }
    }

    /// Of an animation or a film, the frame of this moment.
    func chooseFrame(_ use: Use, _ info: Image.Info, _ layer: Slot, _ exhibit: inout Exhibit) {
        let image = use.image
        let film = films.clocks[use.slot]
        let (frame, until) =
            film?.frame(at: now, of: info) ?? info.frame(at: now - use.begin + Self.grace)
        exhibit.due = film == nil ? until.map { use.begin + $0 } : until
        let library = home(of: image)
        if until != nil { unsettled.playing.insert(layer) } else { unsettled.playing.remove(layer) }
        let natural = Size(Double(info.width), Double(info.height))
        // Of a vector film: both sides alike, for its decoder keeps their ratio.
        var scale = 1.0
        if info.isVector, let wanted = exhibit.wantedSize {
            scale = max(wanted.width / natural.width, wanted.height / natural.height)
        }
        var choice = Choice(image: ObjectIdentifier(image), revision: image.revision, frame: frame)
        if info.isVector { choice.size = Size(scale, scale) }
        if exhibit.choice == choice { return }
        if let picture = library.picture(image, frame: frame, scale: scale) {
            exhibit.shown = LayerPicture(picture, size: natural, isVector: info.isVector)
            exhibit.choice = choice
            exhibit.isSharp = exhibit.wantedSize != nil
        }
        // A film that goes on may be beyond what is there already: better that than nothing.
        if exhibit.shown == nil, image.isFilm, let latest = image.renditions.values.max(by: { $0.stamp < $1.stamp }) {
            exhibit.shown = LayerPicture(latest.picture, size: natural, isVector: info.isVector)
        }
        // There before its time.
        if until != nil { _ = library.picture(image, frame: (frame + 1) % info.durations.count, scale: scale) }
    }
}
