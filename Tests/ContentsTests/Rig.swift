import Contents
import Glibc
import Pixels
import Reactor
import TestSupport
import Testing

/// A folder of files and a library that reads them.
final class Rig {
    private let files = TemporaryFolder()
    let reactor: Reactor
    let library: ImageLibrary
    private(set) var events: [(path: String, event: ImageEvent)] = []
    private(set) var warnings: [String] = []

    static let formats = ["Png", "Jpeg", "Webp", "Gif", "Svg", "Avif", "Heic", "Jxl", "Qoi", "Tiff"].map {
        "\(Places.products)/lib\($0).so"
    }

    init(
        _ libraries: [String] = Rig.formats, limits: ImageLibrary.Limits = .init(), budget: Int = 64 << 20
    ) throws {
        reactor = try Reactor()
        library = ImageLibrary(
            reactor, program: "\(Places.products)/scrim-decoder", libraries: libraries, limits: limits, budget: budget)
        library.onEvent = { [weak self] image, event in self?.events.append((image.path, event)) }
        library.onWarning = { [weak self] in self?.warnings.append($0) }
    }

    deinit { library.close() }

    var folder: String { files.path }

    /// Writes a file beside and renames it.
    @discardableResult
    func write(_ name: String, _ bytes: [UInt8]) -> String { files.write(name, bytes) }

    /// Turns until the condition holds; a minute at most.
    func wait(_ what: Comment, until condition: () -> Bool) throws {
        let end = Clock.now + 60_000_000_000
        while !condition() {
            try #require(Clock.now < end, what)
            try reactor.turn(timeout: 100)
        }
    }

    /// An image that is read to the end, well or not.
    func image(_ name: String, _ bytes: [UInt8]) throws -> Image {
        let image = library.acquire(write(name, bytes))
        try wait("\(name) is read") { image.state != .loading }
        return image
    }

    /// The words of a frame, row by row.
    func pixels(_ image: Image, frame: Int = 0) throws -> [UInt32] {
        try #require(image.state == .ready, "\(image.path): \(image.state)")
        var bitmap: Bitmap?
        try wait("frame \(frame)") {
            bitmap = library.bitmap(image, frame: frame)
            return bitmap != nil || image.state != .ready
        }
        return words(try #require(bitmap))
    }

    func words(_ bitmap: Bitmap) -> [UInt32] {
        (0..<bitmap.height).flatMap { y in (0..<bitmap.width).map { bitmap[$0, y] } }
    }
}

extension ImageLibrary {
    func bitmap(_ image: Image, frame: Int = 0) -> Bitmap? { picture(image, frame: frame)?.bitmap }
    func bitmap(_ image: Image, width: Int, height: Int) -> Bitmap? {
        picture(image, width: width, height: height)?.bitmap
    }
}
