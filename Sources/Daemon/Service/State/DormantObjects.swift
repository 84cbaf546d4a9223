import Contents
import Geometry
import LineProtocol
import Reactor
import Scene
import SceneTables
import Schema
import World

/// Restores dormant objects when the plugins or files they need exist, and reports the restored ones.
final class DormantObjects {
    private let timeline: Timeline
    private let events: EventRouter
    private let files: Files
    private var watcher: FileWatcher?
    private var watched: Set<String> = []
    /// Polls for files in folders that do not exist either.
    private var timer: TimerID?
    /// `scene.news.objectRevision` of the last update.
    private var seen: UInt64?
    private let problems: Problems
    private var told: [String] = []

    /// Maximum number of objects that are reported individually.
    private static let mostTold = 20
    private static let mostWatched = 256
    private static let lookInterval: Nanoseconds = 1_000_000_000

    private var scene: Scene { timeline.scene }

    /// `problems`: receives the dormant objects with their reasons.
    init(_ timeline: Timeline, _ events: EventRouter, _ files: Files, _ problems: Problems) {
        (self.timeline, self.events, self.files, self.problems) = (timeline, events, files, problems)
    }

    deinit { watcher?.close() }

    /// Call after the start, with the restored scene.
    func begin() {
        update()
        problems.publish()
        if let first = told.first { Log.write(.warning, "\(count) objects are dormant: \(first)") }
    }

    /// Call after each line for the service and after each turn. Returns the kinds of changes that concern it from now on.
    @discardableResult
    func update() -> ChangeKinds {
        guard scene.dormancy.mayExist || !told.isEmpty || !watched.isEmpty else { return .structure }
        timeline.world.dormancy.wakeAfterNews(in: timeline.world)
        tellRestored()
        guard seen != scene.news.objectRevision else { return .objects }
        seen = scene.news.objectRevision
        let all = scene.dormancy.all
        told = all.prefix(Self.mostTold).map {
            "\"\(scene.name(of: $0))\" is dormant: \(scene.dormancy.message(of: $0))"
        }
        if all.count > Self.mostTold { told.append("\(all.count - Self.mostTold) more objects are dormant") }
        problems.set(.dormant, told)
        watch(all)
        return .objects
    }

    /// Number of dormant objects.
    var count: Int { scene.dormancy.mayExist ? scene.dormancy.all.count : 0 }

    private func tellRestored() {
        for name in timeline.world.dormancy.takeRestored() {
            Log.write(.notice, "\(name): carried out, no longer dormant")
            events.send(.restored, about: name) { json in
                json.beginObject()
                json.key("id")
                json.string(text: name)
                json.endObject()
            }
        }
    }

    // MARK: Files

    /// Watches the files that the lines of dormant objects name, and those of `use`, whose definitions may have
    /// changed.
    private func watch(_ dormant: [Slot]) {
        var paths: Set<String> = []
        if !dormant.isEmpty {
            for file in scene.components.files { paths.insert(files.locate(file.path, beside: nil)) }
        }
        for slot in dormant where paths.count < Self.mostWatched {
            for path in DormantLine(scene.dormancy.line(of: slot)).paths {
                paths.insert(files.locate(path, beside: nil))
            }
        }
        for path in watched.subtracting(paths) { watcher?.unwatch(path) }
        watched.formIntersection(paths)
        var isIncomplete = false
        for path in paths.subtracting(watched) {
            if watch(path) { watched.insert(path) } else { isIncomplete = true }
        }
        if let timer, !isIncomplete {
            timeline.reactor.cancel(timer)
            self.timer = nil
        } else if isIncomplete, timer == nil {
            timer = timeline.reactor.setTimer(at: Clock.now + Self.lookInterval, self)
        }
    }

    private func watch(_ path: String) -> Bool {
        if watcher == nil {
            watcher = try? FileWatcher(timeline.reactor)
            watcher?.onChange = { [weak self] in self?.changed($0) }
        }
        return watcher?.watch(path) ?? false
    }

    /// A file was created or changed.
    private func changed(_ path: String) {
        guard scene.dormancy.mayExist, !scene.transaction.isInTransaction else { return }
        for file in scene.components.files where files.locate(file.path, beside: nil) == path {
            timeline.world.dormancy.useAgain(file.path, in: timeline.world)
        }
        timeline.world.dormancy.wake(in: timeline.world)
        seen = nil
        update()
    }
}

extension DormantObjects: TimerHandler {
    func timerFired(_ timer: TimerID, now: Nanoseconds) {
        self.timer = nil
        timeline.world.dormancy.wake(in: timeline.world)
        seen = nil
        update()
    }
}
