import Schema
import Synchronization

/// Bytes of the pictures being encoded and sent, of all clients together.
final class PicturesInFlight: Sendable {
    private let bytes = Atomic(0)

    /// Counts one picture until it is released, on any thread.
    final class Ticket: Sendable {
        private let pictures: PicturesInFlight
        private let bytes: Int

        fileprivate init(_ pictures: PicturesInFlight, _ bytes: Int) { (self.pictures, self.bytes) = (pictures, bytes) }

        deinit { pictures.bytes.subtract(bytes, ordering: .relaxed) }
    }

    /// Counts a picture. Throws `limit` when others leave no room: the total limit is twice that of one picture.
    func take(_ bytes: Int, limit: Int) throws(SceneError) -> Ticket {
        let before = self.bytes.load(ordering: .relaxed)
        guard before == 0 || before + bytes <= 2 * limit else {
            throw SceneError(
                .limit,
                "snapshot: pictures of \(before) bytes are being sent, and limit.frameBytes allows \(2 * limit) in all")
        }
        self.bytes.add(bytes, ordering: .relaxed)
        return Ticket(self, bytes)
    }
}
