import Scene
package import SceneTables
import Schema

/// The pictures that a pending transaction waits for; kept until the transaction is gone.
struct AwaitedPictures {
    var generation: UInt32
    var images: [Image]
    var films: [AwaitedFrame]

    var isWhole: Bool { images.allSatisfy { $0.state != .loading } && films.allSatisfy(\.isThere) }
}

/// The pictures that pending transactions wait for, by slot.
struct AwaitedSets {
    var held: [Slot: AwaitedPictures] = [:]
    /// Pictures of transactions that are gone, kept until the changes are read.
    var departing: [AwaitedPictures] = []
}

/// A frame of a film that a transaction waits for.
struct AwaitedFrame {
    let film: AwaitedFilm
    /// The image opened in advance for the video that the transaction creates or changes; nil for the video's current
    /// one.
    var image: Image?
    /// The chosen frame, once the file is known. It stays the same while the film plays.
    var choice: ContentsController.Choice?
    /// True when the frame is available, or failed.
    var isThere = false
}

extension ContentsController {
    /// True when nothing of this is pending: files were read, successfully or not, and frames are available. Requests
    /// missing frames.
    package func hasRead(_ files: [String], _ films: [AwaitedFilm]) -> Bool {
        guard files.allSatisfy(library.isRead) else { return false }
        // Videos created in the same turn are not known here yet.
        if isStale, !films.isEmpty { return false }
        var isThere = true
        for film in films {
            var frame = AwaitedFrame(film: film)
            isThere = film.path.isEmpty && look(for: &frame) && isThere
        }
        return isThere
    }

    /// Sets aside the pictures of transactions that are gone: their lines may have created the videos that use these
    /// films.
    func endAwaited(_ slots: [Slot]) {
        for slot in slots {
            guard let old = awaited.held[slot], !isWaiting(slot) || old.generation != scene.rows[Int(slot)].generation
            else {
                continue
            }
            awaited.held[slot] = nil
            awaited.departing.append(old)
        }
    }

    /// Registers the pictures of a new transaction.
    func settleAwaited(_ slot: Slot) {
        guard isWaiting(slot), awaited.held[slot] == nil else { return }
        func lines(_ property: TransactionProperty) -> [Substring] {
            scene.value(slot, property.id).string.split(separator: "\n")
        }
        let (files, named) = (lines(.files), lines(.films).compactMap { AwaitedFilm(line: $0) })
        guard !files.isEmpty || !named.isEmpty else { return }
        let frames = named.map { film in
            var frame = AwaitedFrame(film: film)
            if !film.path.isEmpty { frame.image = films.library.acquire(film.path, for: films.newOwner()) }
            return frame
        }
        awaited.held[slot] = AwaitedPictures(
            generation: scene.rows[Int(slot)].generation, images: files.map { library.acquire(String($0)) },
            films: frames)
    }

    /// Releases the pictures that were not taken over.
    func releaseDeparting() {
        for old in awaited.departing {
            for image in old.images { library.release(image) }
            for frame in old.films { if let image = frame.image { films.library.release(image) } }
        }
        awaited.departing.removeAll()
    }

    /// The film that a transaction opened in advance for this video; nil without one. The video owns it from now on.
    func takeAwaitedFilm(_ path: String, for video: Slot) -> Image? {
        guard !awaited.departing.isEmpty else { return nil }
        let name = scene.name(of: video)
        for index in awaited.departing.indices {
            guard
                let at = awaited.departing[index].films.firstIndex(where: {
                    $0.film.video == name && $0.film.path == path
                }),
                let image = awaited.departing[index].films[at].image,
                films.library.hand(image, to: scene.id(of: video).bits)
            else { continue }
            awaited.departing[index].films[at].image = nil
            return image
        }
        return nil
    }

    /// Notifies the transactions that wait for nothing any more.
    func tellRead() {
        for slot in awaited.held.keys.sorted() {
            guard var waiting = awaited.held[slot] else { continue }
            for at in waiting.films.indices { _ = look(for: &waiting.films[at]) }
            awaited.held[slot] = waiting
            if waiting.isWhole { onRead?(slot) }
        }
    }

    private func isWaiting(_ slot: Slot) -> Bool {
        let row = scene.rows[Int(slot)]
        return row.flags.contains(.isAlive) && !row.flags.contains(.isRemoved) && row.kind == .transaction
    }

    /// True when the frame is available or failed; otherwise requests it.
    private func look(for frame: inout AwaitedFrame) -> Bool {
        if frame.isThere { return true }
        let video = scene.find(frame.film.video).flatMap { scene.rows[Int($0)].kind == .video ? $0 : nil }
        guard let image = frame.image ?? video.flatMap({ uses[$0]?.image }) else {
            frame.isThere = true
            return true
        }
        switch image.state {
        case .loading: break
        case .failed: frame.isThere = true
        case .ready:
            guard let info = image.info else { break }
            let isKnown = frame.choice?.image == ObjectIdentifier(image) && frame.choice?.revision == image.revision
            if !isKnown {
                frame.choice = Choice(
                    image: ObjectIdentifier(image), revision: image.revision, frame: number(of: frame, video, info))
            }
            frame.isThere = films.library.picture(image, frame: frame.choice?.frame ?? 0) != nil
        }
        return frame.isThere
    }

    /// The frame at the time set by the transaction; without one, at the film's current time.
    private func number(of frame: AwaitedFrame, _ video: Slot?, _ info: Image.Info) -> Int {
        if frame.film.time == nil, frame.image == nil, let video, let clock = films.clocks[video] {
            return clock.frame(at: now, of: info).frame
        }
        let isLooping =
            frame.film.isLooping ?? video.map { scene.value($0, VideoProperty.loop.id).boolean } ?? false
        return FilmClock.frame(at: frame.film.time ?? 0, isLooping: isLooping, of: info)
    }
}
