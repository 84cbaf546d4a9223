import Geometry
import Scene
import Schema

extension ContentsController {
    /// The description of a video's film; nil until it is known, and if it failed.
    func filmInfo(_ video: Slot) -> Image.Info? {
        uses[video].flatMap { $0.image.state == .ready ? $0.image.info : nil }
    }

    /// True when no request is pending.
    package var isIdle: Bool { library.isIdle && films.library.isIdle }

    /// Size of all cached pixels, in bytes.
    package var bytes: Int { library.bytes + films.library.bytes }

    /// The library that owns an image.
    func home(of image: Image) -> ImageLibrary { image.isFilm ? films.library : library }

    /// Applies a client's changes to a video: its rate, looping, time or file. `isVideo` is false when it was removed.
    func settleFilm(_ slot: Slot, _ isVideo: Bool, at time: Double) {
        guard isVideo else {
            films.clocks[slot] = nil
            return
        }
        let wish = scene.value(slot, VideoProperty.time.id).number
        let rate = scene.value(slot, VideoProperty.rate.id).number
        let isLooping = scene.value(slot, VideoProperty.loop.id).boolean
        let path = scene.value(slot, VideoProperty.path.id).string
        guard var clock = films.clocks[slot], clock.owner == scene.id(of: slot) else {
            films.clocks[slot] = FilmClock(
                at: time, offset: wish, rate: rate, isLooping: isLooping, path: path, owner: scene.id(of: slot))
            return
        }
        // A new film begins at 0, unless a time was set.
        let isMoved = clock.told != wish
        let start = isMoved ? wish : clock.path == path ? nil : 0
        clock.path = path
        clock.change(at: time, to: start, rate: rate, isLooping: isLooping, duration: filmInfo(slot)?.duration)
        films.clocks[slot] = clock
        if clock.told != wish { scene.contents.report(slot, VideoProperty.time.id, .number(clock.told)) }
    }

    /// Reports the times of films, and the films that reached their end.
    func advanceFilms(to time: Double) {
        for slot in films.clocks.keys.sorted() {
            guard var clock = films.clocks[slot], !clock.hasEnded, let info = filmInfo(slot) else { continue }
            let position = clock.position(at: time, info.duration)
            if clock.told != position {
                scene.contents.report(slot, VideoProperty.time.id, .number(position))
                clock.told = position
            }
            let isOver = clock.end(info.duration).map { $0 <= time + Self.tolerance } ?? false
            if isOver { clock.hasEnded = true }
            films.clocks[slot] = clock
            guard isOver else { continue }
            scene.contents.report(slot, VideoProperty.state.id, .choice(VideoProperty.State.ended.rawValue))
            onEvent?(Event(slot: slot, isReady: true, message: "", isEnd: true))
        }
    }

    /// Writes a film's state into the properties of its video.
    func reportFilm(_ slot: Slot, _ image: Image?) {
        var (state, message) = (VideoProperty.State.failed, "no file is named")
        switch image?.state {
        case .loading: (state, message) = (.loading, "")
        case .ready: (state, message) = (films.clocks[slot]?.hasEnded == true ? .ended : .ready, "")
        case .failed(let reason): if let image { message = Self.message(image, reason) }
        case nil: break
        }
        let info = image?.info
        func report(_ property: VideoProperty, _ value: Value) { scene.contents.report(slot, property.id, value) }
        report(.state, .choice(state.rawValue))
        report(.message, .string(message))
        report(.frames, .number(Double(info?.durations.count ?? 0)))
        report(.duration, .number(info?.duration ?? 0))
        report(.size, .size(info.map { Size(Double($0.width), Double($0.height)) } ?? .zero))
    }

    /// The scene time at which the next film ends.
    var nextFilmEnd: Double? {
        films.clocks.compactMap { slot, clock in filmInfo(slot).flatMap { clock.end($0.duration) } }.min()
    }
}
