import LineProtocol
import Recording
import Schema
import Synchronization
import Vectors

/// Pages of a film that is a document, one per frame. The film's writer writes them in order.
final class FilmPages {
    private let document: Document
    /// The page that the output shows now.
    var page: VectorPage { didSet { isAdded = false } }
    private var isAdded = false
    /// Number of added pages, and bytes of the images in them, written or not.
    private var count = 0
    private var imageBytes = 0

    /// Maximum number of pages and of image bytes; the film ends at the limit.
    static let most = 10_000
    private static let mostImageBytes = 256 << 20
    private static let mostBytes = 1 << 30

    /// Starts a document. Throws `unsupported` without the library that writes it.
    init(_ page: VectorPage) throws(SceneError) {
        self.page = page
        do throws(VectorError) {
            document = Document(try VectorDocument(.pdf, like: page, most: Self.mostBytes))
        } catch {
            throw Self.failure(error)
        }
    }

    /// The reason why the document cannot be written; known when the writer is done.
    var failure: SceneError? { document.failure.withLock { $0 }.map(Self.failure) }

    /// Adds `times` pages with the current contents. Throws `limit`.
    func add(times: Int, to writer: FilmWriter) throws(SceneError) {
        for _ in 0..<times {
            guard count < Self.most else {
                throw SceneError(.limit, "record: more than \(Self.most) pages")
            }
            guard isAdded || imageBytes + page.imageBytes <= Self.mostImageBytes else {
                throw SceneError(.limit, "record: the images of \(count) pages have \(imageBytes) bytes")
            }
            put(to: writer)
        }
    }

    private func put(to writer: FilmWriter) {
        writer.write { [document, page, isAdded] in
            document.value.add(page, isSame: isAdded)
            return []
        }
        count += 1
        if !isAdded { imageBytes += page.imageBytes }
        isAdded = true
    }

    /// Writes the file. Call once.
    func finish(to writer: FilmWriter) {
        // A document needs a page.
        if count == 0 { put(to: writer) }
        writer.write { [document] in
            do throws(VectorError) {
                return try document.value.finish()
            } catch {
                document.failure.withLock { $0 = error }
                return []
            }
        }
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

/// Document used only by the writer's thread once pages are added.
private final class Document: @unchecked Sendable {
    let value: VectorDocument
    let failure = Mutex<VectorError?>(nil)

    init(_ value: VectorDocument) { self.value = value }
}
