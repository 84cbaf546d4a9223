import CSystem
import Glibc
package import Pixels
package import Reactor

/// The picture files in use: each is read once, by one of a few confined processes, however many objects show it.
///
/// `acquire` returns an image immediately; its pixels come later, reported by `onEvent`. Unused images stay while there
/// is room (`budget`), least recently used first out, and so do frames of animations. A displayed bitmap is retained by
/// its user: the library only drops its own reference.
package final class ImageLibrary {
    /// Limits for untrusted files.
    package struct Limits: Equatable, Sendable {
        /// `limit.imagePixels`: for one frame.
        package var pixels: Int
        /// `limit.imageBytes`: for one file.
        package var bytes: Int
        /// Timeout for opening a file, or for decoding a frame, in nanoseconds.
        package var timeout: Nanoseconds

        package init(pixels: Int = 256 << 20, bytes: Int = 256 << 20, timeout: Nanoseconds = 10_000_000_000) {
            (self.pixels, self.bytes, self.timeout) = (pixels, bytes, timeout)
        }
    }

    /// Maximum number of decoding processes.
    package static let workerLimit = 4
    /// Maximum number of files open in a decoding process.
    static let openLimit = 8
    /// Maximum number of sizes of a vector picture that are cached or requested.
    static let sizeLimit = 4
    /// Maximum number of unused images, whatever their size.
    package static let unusedLimit = 1024
    /// Idle time after which a decoding process is ended, in nanoseconds.
    static let rest: Nanoseconds = 5_000_000_000
    /// CPU time after which a process is replaced, in milliseconds; well below its limit.
    static let life: UInt32 = 30_000
    /// Growth of a process's address space since its start, in MiB, above which it is replaced.
    static let growth: UInt32 = 512

    let reactor: Reactor
    private let program: String
    /// The decoders' libraries, for the next process.
    package var libraries: [String]
    package var limits: Limits { didSet { if limits != oldValue { workshop.retire() } } }
    /// Maximum number of pictures decoded in parallel, 1…`workerLimit`. With 1, results come in the order of requests.
    package var width: Int {
        get { workshop.width }
        set { workshop.width = newValue }
    }
    /// Maximum size of cached pixels, in bytes; pixels in use count too, but are not dropped.
    package var budget: Int { didSet { trim(keeping: nil) } }
    /// Called in a turn of the loop, never during a call of the library.
    package var onEvent: ((Image, ImageEvent) -> Void)?
    /// Called with a line for the log.
    package var onWarning: ((String) -> Void)?

    private(set) var images: [String: Image] = [:]
    /// Unused images, the most recently released at the end.
    private var unused: [Image] = []
    private var watcher: FileWatcher?
    private var clock: UInt64 = 0
    private(set) lazy var workshop = DecodingQueue(self)

    /// No process is started before the first picture. `program` is the path of `scrim-decoder`.
    package init(_ reactor: Reactor, program: String, libraries: [String], limits: Limits = Limits(), budget: Int) {
        (self.reactor, self.program, self.libraries) = (reactor, program, libraries)
        (self.limits, self.budget) = (limits, budget)
    }

    /// Ends the decoding processes.
    package func close() {
        workshop.retire()
        watcher?.close()
        watcher = nil
    }

    /// Number of files in use or kept for later use.
    package var count: Int { images.count }
    /// Size of all cached pixels, in bytes.
    package private(set) var bytes = 0
    /// IDs of the running decoding processes; for tests.
    package var processIdentifiers: [Int32] { workshop.processes }
    /// True when no request is pending.
    package var isIdle: Bool { workshop.isIdle }
    /// Number of pictures and frames decoded.
    package internal(set) var decoded = 0

    // MARK: Use

    /// The image of a file, which is read if necessary. Each call needs one `release`. Equal paths share one image,
    /// except that each `owner`, an object that shows a film, has its own.
    package func acquire(_ path: String, for owner: UInt64? = nil) -> Image {
        let image: Image
        let key = owner.map { "\(path)\0\($0)" } ?? path
        if let known = images[key] {
            image = known
            if known.uses == 0 {
                unused.removeAll { $0 === known }
                // The file may have been replaced while it was not in use.
                if known.identity != PictureFile.identity(of: path) { reload(known) }
            }
        } else {
            image = Image(path, key: key)
            images[key] = image
            workshop.add(.open(image))
        }
        image.uses += 1
        return image
    }

    /// Transfers a film to another owner. False when that owner already has one of the same file.
    func hand(_ image: Image, to owner: UInt64) -> Bool {
        let key = "\(image.path)\0\(owner)"
        guard image.isFilm, images[key] == nil else { return false }
        images[image.key] = nil
        image.key = key
        images[key] = image
        return true
    }

    /// True when the file has been read, successfully or not, and is still cached.
    package func isRead(_ path: String) -> Bool { images[path].map { $0.state != .loading } ?? false }

    /// Ends one use.
    package func release(_ image: Image) {
        precondition(image.uses > 0, "an image was released more often than acquired")
        image.uses -= 1
        guard image.uses == 0 else { return }
        if image.isFilm || image.bytes == 0 && image.state != .loading { return drop(image) }
        unused.append(image)
        trim(keeping: nil)
    }

    /// Reads the file again when it changes; each call needs one `unwatch`. False when the system cannot watch it.
    @discardableResult
    package func watch(_ image: Image) -> Bool {
        if watcher == nil {
            do throws(SystemError) {
                let new = try FileWatcher(reactor)
                new.onChange = { [weak self] path in
                    if let self, let image = self.images[path] { self.reload(image) }
                }
                watcher = new
            } catch {
                onWarning?("\(error)")
            }
        }
        return watcher?.watch(image.path) ?? false
    }

    package func unwatch(_ image: Image) { watcher?.unwatch(image.path) }

    /// Reads the file again. The current pixels stay until the new ones are available.
    package func reload(_ image: Image) {
        workshop.forget(image)
        image.isStale = true
        workshop.add(.open(image))
    }

    /// The pixels of a frame; nil when they are not available yet, in which case they are requested and `.pixels`
    /// reports them.
    ///
    /// Frames are numbered from 0; an index out of range gives nil. Call it for the next frame of an animation in
    /// advance to have it in time.
    ///
    /// `scale` is relative to the natural size, for vector pictures; sizes above the limits are scaled down.
    package func picture(_ image: Image, frame: Int = 0, scale: Double = 1) -> Picture? {
        guard let info = image.info, info.durations.indices.contains(frame) else { return nil }
        let (width, height) =
            scale == 1 || !info.isVector
            ? (info.width, info.height)
            : fit(Int((Double(info.width) * scale).rounded()), Int((Double(info.height) * scale).rounded()))
        return find(image, Image.Key(frame: frame, width: width, height: height))
    }

    /// The pixels of a vector picture for a size in pixels; until they are available, those of another size. For any
    /// other picture, its first frame.
    ///
    /// Sizes above the limits are scaled down.
    package func picture(_ image: Image, width: Int, height: Int) -> Picture? {
        guard let info = image.info else { return nil }
        guard info.isVector else { return picture(image) }
        let size = fit(width, height)
        if let exact = find(image, Image.Key(frame: 0, width: size.width, height: size.height)) { return exact }
        return image.renditions.values.max { $0.stamp < $1.stamp }?.picture
    }

    /// The size in which a vector picture is rendered when it is shown in the given size.
    package func fit(_ width: Int, _ height: Int) -> (width: Int, height: Int) {
        let (w, h) = (Double(max(1, width)), Double(max(1, height)))
        let scale = min(1, Double(Bitmap.maxSide) / w, Double(Bitmap.maxSide) / h, (pixelLimit / (w * h)).squareRoot())
        return (max(1, Int(w * scale)), max(1, Int(h * scale)))
    }

    private var pixelLimit: Double { Double(min(limits.pixels, Bitmap.maxBytes / 4 - 4 * Bitmap.maxSide)) }

    /// True when a picture of this size is allowed.
    func allows(_ width: Int, _ height: Int) -> Bool {
        guard 1...Bitmap.maxSide ~= width, 1...Bitmap.maxSide ~= height, width * height <= limits.pixels else {
            return false
        }
        return (width * 4 + 15 & ~15) * height <= Bitmap.maxBytes
    }

    private func find(_ image: Image, _ key: Image.Key) -> Picture? {
        clock += 1
        if let rendition = image.renditions[key], !image.isStale {
            image.renditions[key]?.stamp = clock
            return rendition.picture
        }
        // A failed picture is not tried again until its file is read again.
        if image.state == .ready, !image.isStale { workshop.want(image, key) }
        return image.isStale ? image.renditions[key]?.picture : nil
    }

    // MARK: What the queue brings

    func took(_ image: Image, _ key: Image.Key, _ bitmap: Bitmap) {
        decoded += 1
        clock += 1
        let isFirst = image.isStale || image.state != .ready
        if isFirst {
            bytes -= image.bytes
            image.renditions.removeAll()
            image.isStale = false
            image.revision += 1
        }
        bytes += bitmap.byteCount - (image.renditions[key]?.picture.bitmap.byteCount ?? 0)
        image.renditions[key] = Image.Rendition(picture: Picture(bitmap), stamp: clock)
        image.state = .ready
        trim(keeping: image)
        onEvent?(image, isFirst ? .ready : .pixels)
    }

    func failed(_ image: Image, _ reason: String) {
        image.isStale = false
        image.state = .failed(reason)
        onEvent?(image, .failed(reason))
        if image.uses == 0, images[image.key] === image { drop(image) }
    }

    // MARK: Memory

    private func drop(_ image: Image) {
        workshop.forget(image)
        bytes -= image.bytes
        image.renditions.removeAll()
        images[image.key] = nil
        unused.removeAll { $0 === image }
    }

    /// Drops the least recently used images until the rest fits. `new` stays.
    private func trim(keeping new: Image?) {
        while bytes > budget || unused.count > Self.unusedLimit, let oldest = unused.first(where: { $0 !== new }) {
            drop(oldest)
        }
        while bytes > budget {
            // Then frames of used images that can be decoded again; the newest of each image is the one being shown.
            var oldest: (image: Image, key: Image.Key, stamp: UInt64)?
            for image in images.values where image.renditions.count > 1 {
                let newest = image.renditions.values.reduce(0) { max($0, $1.stamp) }
                for (key, rendition) in image.renditions
                where rendition.stamp < newest && rendition.stamp < oldest?.stamp ?? .max {
                    oldest = (image, key, rendition.stamp)
                }
            }
            guard let oldest else { break }
            remove(oldest.key, of: oldest.image)
        }
        if let new {
            let isVector = new.info?.isVector == true
            let most =
                new.isFilm ? Films.frameLimit * (isVector ? Self.sizeLimit : 1) : isVector ? Self.sizeLimit : Int.max
            while new.renditions.count > most,
                let key = new.renditions.min(by: { $0.value.stamp < $1.value.stamp })?.key
            {
                remove(key, of: new)
            }
        }
    }

    private func remove(_ key: Image.Key, of image: Image) {
        bytes -= image.renditions.removeValue(forKey: key)?.picture.bitmap.byteCount ?? 0
    }

    // MARK: Processes

    /// Starts a decoding process, which limits itself further for each picture.
    func start(_ delegate: any DecoderProcessDelegate) throws(SystemError) -> DecoderProcess {
        // A decoder may hold its canvas, a copy of the area under a frame, the frame, and unpacked data.
        let picture = UInt64(min(max(0, limits.pixels), Bitmap.maxBytes / 4)) * 4
        let memory = picture * 4 + UInt64(max(0, limits.bytes)) * UInt64(Self.openLimit) + 512 << 20
        return try DecoderProcess(
            reactor, program: program, memory: isConfined ? memory : 0, libraries: libraries, delegate)
    }

    /// False only for sanitizers, which reserve terabytes of addresses and write reports.
    package var isConfined = true
}
