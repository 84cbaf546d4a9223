package import Scene

/// What a pending transaction waits for; held until the transaction is gone.
struct AwaitedPictures {
    var generation: UInt32
    var images: [Image]
    var films: [AwaitedFrame]

    var isWhole: Bool { images.allSatisfy { $0.state != .loading } && films.allSatisfy(\.isThere) }
}

/// What pending transactions wait for, by their slots.
struct AwaitedSets {
    var held: [Slot: AwaitedPictures] = [:]
    /// Held by transactions that are gone, until the changes are taken up.
    var departing: [AwaitedPictures] = []
}

/// The frame of a film that a transaction waits for.
struct AwaitedFrame {
    let film: AwaitedFilm
    /// Opened ahead for the video that the transaction's lines make or change; nil: the video's own.
    var image: Image?
    /// The frame, once the file is known. It stays the same one while the film plays on.
    var choice: Gallery.Choice?
    /// It was there, or will never be.
    var isThere = false
}

extension Gallery {
    /// True when nothing of this is still to come: files that were read, well or not, and frames that are there. Asks for frames.
    package func hasRead(_ files: [String], _ films: [AwaitedFilm]) -> Bool {
        guard files.allSatisfy(library.isRead) else { return false }
        // A video of the same turn is not known here yet.
        if isStale, !films.isEmpty { return false }
        var isThere = true
        for film in films {
            var frame = AwaitedFrame(film: film)
            isThere = film.path.isEmpty && look(for: &frame) && isThere
        }
        return isThere
    }

    /// Sets aside what transactions held that are gone: their lines may have made the videos whose films these are.
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

    /// Takes up what a new transaction waits for.
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

    /// Releases what nobody took over.
    func releaseDeparting() {
        for old in awaited.departing {
            for image in old.images { library.release(image) }
            for frame in old.films { if let image = frame.image { films.library.release(image) } }
        }
        awaited.departing.removeAll()
    }

    /// The film of a file that a transaction opened ahead for this video; nil without one. It is the video's from now on.
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

    /// Tells the transactions that wait for nothing any more.
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

    /// True when the frame is there or will never be; else it has been asked for.
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

    /// The frame at the time to which the lines put the film; else of where it stands.
    private func number(of frame: AwaitedFrame, _ video: Slot?, _ info: Image.Info) -> Int {
        if frame.film.time == nil, frame.image == nil, let video, let clock = films.clocks[video] {
            return clock.frame(at: now, of: info).frame
        }
        let isLooping =
            frame.film.isLooping ?? video.map { scene.value($0, VideoProperty.loop.id).boolean } ?? false
        return FilmClock.frame(at: frame.film.time ?? 0, isLooping: isLooping, of: info)
    }
}
