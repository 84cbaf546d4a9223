import LineProtocol
import Scene
import Vectors

/// The pages of a film that is a document: one for each frame.
final class FilmPages {
    private let document: VectorDocument
    /// The one that the output shows now.
    var page: VectorPage { didSet { isAdded = false } }
    private var isAdded = false

    /// Pages, and bytes of the images in them: a film ends where there would be more.
    static let most = 10_000
    private static let mostImageBytes = 256 << 20
    private static let mostBytes = 1 << 30

    /// Begins a document. Throws `unsupported` without the library that writes it.
    init(_ page: VectorPage) throws(SceneError) {
        self.page = page
        do throws(VectorError) {
            document = try VectorDocument(.pdf, like: page, most: Self.mostBytes)
        } catch {
            throw Self.failure(error)
        }
    }

    /// Adds so many pages that show what is shown now. Throws `limit` where there are too many.
    func add(times: Int) throws(SceneError) {
        for _ in 0..<times {
            guard document.count < Self.most else {
                throw SceneError(.limit, "record: more than \(Self.most) pages")
            }
            guard isAdded || document.imageBytes + page.imageBytes <= Self.mostImageBytes else {
                throw SceneError(
                    .limit, "record: the images of \(document.count) pages have \(document.imageBytes) bytes")
            }
            document.add(page, isSame: isAdded)
            isAdded = true
        }
    }

    /// The file. Once.
    func finish() throws(SceneError) -> [UInt8] {
        // A document has a page.
        if document.count == 0 { document.add(page) }
        do throws(VectorError) { return try document.finish() } catch { throw Self.failure(error) }
    }

    private static func failure(_ error: VectorError) -> SceneError {
        switch error {
        case .noLibrary:
            SceneError(.unsupported, "record: pdf needs cairo 1.16 or newer (libcairo.so.2), which is not installed")
        case .noMemory: SceneError(.limit, "record: the document needs more memory than there is")
        case .tooLarge: SceneError(.limit, "record: the document would have more than \(mostBytes) bytes")
        case .failed: SceneError(.internal, "record: cairo could not write the document")
        }
    }
}
