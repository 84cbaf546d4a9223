import Contents
import Glibc
import Pixels
import Reactor
import Testing

/// A folder of files and a library that reads them.
final class Rig {
    let folder: String
    let reactor: Reactor
    let library: ImageLibrary
    private(set) var events: [(path: String, event: ImageEvent)] = []
    private(set) var warnings: [String] = []

    static let products: String = {
        var buffer = [CChar](repeating: 0, count: 4096)
        let count = unsafe readlink("/proc/self/exe", &buffer, buffer.count)
        let path = String(decoding: buffer[..<max(0, count)].map { UInt8(bitPattern: $0) }, as: UTF8.self)
        return String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)])
    }()

    static let formats = ["Png", "Jpeg", "Webp", "Gif", "Svg"].map { "\(products)/lib\($0).so" }

    init(
        _ libraries: [String] = Rig.formats, limits: ImageLibrary.Limits = .init(), budget: Int = 64 << 20
    ) throws {
        var template = Array("/tmp/scrim-contents-XXXXXX".utf8CString)
        folder = unsafe mkdtemp(&template).map { unsafe String(cString: $0) } ?? ""
        reactor = try Reactor()
        library = ImageLibrary(
            reactor, program: "\(Rig.products)/scrim-decoder", libraries: libraries, limits: limits, budget: budget)
        library.onEvent = { [weak self] image, event in self?.events.append((image.path, event)) }
        library.onWarning = { [weak self] in self?.warnings.append($0) }
    }

    deinit {
        library.close()
        unsafe _ = system("rm -rf '\(folder)'")
    }

    /// Writes a file beside and renames it.
    @discardableResult
    func write(_ name: String, _ bytes: [UInt8]) -> String {
        guard let file = unsafe fopen("\(folder)/.new", "w") else { return "" }
        unsafe fwrite(bytes, 1, bytes.count, file)
        unsafe fclose(file)
        unsafe rename("\(folder)/.new", "\(folder)/\(name)")
        return "\(folder)/\(name)"
    }

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
