import Contents
import Geometry
import Glibc
import Pixels
import Reactor
import Scene
import Schema
import World

/// Pictures of buffers for those who follow: a PNG of each one whose pixels have changed, so many times a second at most.
///
/// They are made beside the loop. Each stands in a memory file, which others open by its path below `/proc`.
final class BufferPictures: TimerHandler {
    private let timeline: Timeline
    weak var controller: ContentsController?
    /// Pictures of each buffer a second, at most.
    private var rate = BufferPictures.usualRate
    /// Buffers whose pixels are other ones than their pictures'.
    private var changed: Set<ObjectID> = []
    private var made: [ObjectID: Made] = [:]
    private var timer: TimerID?
    /// True while somebody follows.
    private var isOn = false
    /// Called with the name of a picture, and the path of its file.
    var onPicture: ((_ name: String, _ path: String) -> Void)?

    /// The rate where none is asked for.
    static let usualRate = 1.0
    /// The last pictures of a buffer that stay open: who hears of one reads it a little later.
    private static let kept = 3

    private struct Made {
        var begun: Nanoseconds
        var job: BackgroundJob<MemoryFile?>?
        var files: [MemoryFile] = []
    }

    init(_ timeline: Timeline) { self.timeline = timeline }

    /// Has pictures of all buffers made from now on, at this rate or the one that somebody else has asked for.
    func begin(rate: Double?) {
        self.rate = max(isOn ? self.rate : 0, rate ?? Self.usualRate)
        guard !isOn else { return }
        isOn = true
        for slot in controller?.sharedBuffers ?? [] { note(slot) }
    }

    /// Nobody follows any more.
    func end() {
        if let timer { timeline.reactor.cancel(timer) }
        (isOn, timer, changed, made) = (false, nil, [], [:])
    }

    /// A buffer has got pixels, or others.
    func note(_ buffer: Slot) {
        guard isOn, !timeline.scene.shared.isLocal(buffer) else { return }
        changed.insert(timeline.scene.id(of: buffer))
    }

    /// Names of pictures, and the paths of their files.
    var files: [(name: String, path: String)] {
        made.compactMap { id, made in
            guard let slot = timeline.scene.slot(of: id), let file = made.files.last else { return nil }
            return (timeline.world.pictureName(of: slot), file.path)
        }.sorted { $0.name < $1.name }
    }

    /// Begins the pictures that are due.
    func turnEnded() {
        guard !changed.isEmpty else { return }
        let now = Clock.now
        var next: Nanoseconds?
        for id in changed {
            guard let slot = timeline.scene.slot(of: id), let pixels = controller?.pixels(of: slot) else {
                changed.remove(id)
                made[id] = nil
                continue
            }
            let due = made[id].map { $0.begun + Nanoseconds(1e9 / rate) } ?? now
            if due > now || made[id]?.job?.isRunning == true {
                next = min(next ?? .max, max(due, now + 1_000_000))
                continue
            }
            changed.remove(id)
            let picture = pixels.picture
            made[id, default: Made(begun: now)].begun = now
            made[id]?.job = try? BackgroundJob(
                timeline.reactor, { MemoryFile(png: picture) },
                then: { [weak self] file in if let file { self?.take(file, of: id) } })
        }
        if let timer { timeline.reactor.cancel(timer) }
        timer = next.map { timeline.reactor.setTimer(at: $0, self) }
    }

    private func take(_ file: MemoryFile, of id: ObjectID) {
        guard isOn, let slot = timeline.scene.slot(of: id) else {
            made[id] = nil
            return
        }
        made[id]?.files.append(file)
        if let count = made[id]?.files.count, count > Self.kept { made[id]?.files.removeFirst() }
        onPicture?(timeline.world.pictureName(of: slot), file.path)
    }

    // The turn's end does the rest.
    func timerFired(_ timer: TimerID, now: Nanoseconds) { self.timer = nil }
}

/// A file in memory that other processes of the user's can open.
private final class MemoryFile {
    private let descriptor: FileDescriptor

    var path: String { "/proc/\(getpid())/fd/\(descriptor.raw)" }

    /// A picture as PNG; nil when there is no memory.
    init?(png picture: Picture) {
        guard let copy = try? picture.argbCopy(), let bytes = try? PictureEncoder.encode(copy, as: .png),
            let descriptor = try? FileDescriptor.memory("scrim-buffer", size: bytes.count)
        else { return nil }
        var done = 0
        while done < bytes.count {
            let count = unsafe bytes[done...].withUnsafeBytes {
                unsafe pwrite(descriptor.raw, $0.baseAddress, $0.count, done)
            }
            guard count > 0 else { return nil }
            done += count
        }
        self.descriptor = descriptor
    }
}
