import Geometry
import ScrimPluginABI

/// A path in a plugin's memory.
@safe
struct PathView {
    let commands: UnsafeBufferPointer<UInt8>
    let points: UnsafeBufferPointer<Point>

    /// Nil when the path is too large or null. `Point` and `scrim_point` are both two doubles.
    init?(_ raw: scrim_path, pointLimit: Int) {
        let (commands, points) = unsafe (raw.command_count, raw.point_count)
        guard commands <= UInt64(Recorder.commandLimit), points <= UInt64(pointLimit) else { return nil }
        guard unsafe commands == 0 || raw.commands != nil, unsafe points == 0 || raw.points != nil else { return nil }
        unsafe self.commands = unsafe UnsafeBufferPointer(start: raw.commands, count: Int(commands))
        unsafe self.points = unsafe UnsafeBufferPointer(
            start: raw.points.map { unsafe UnsafeRawPointer($0).assumingMemoryBound(to: Point.self) },
            count: Int(points))
    }

    /// True when this is the path's own memory, which means that the paths are equal.
    func isStorage(of path: Path) -> Bool {
        guard unsafe commands.count == path.commands.count && points.count == path.points.count else { return false }
        let isSame = unsafe path.points.withUnsafeBufferPointer {
            unsafe points.isEmpty || $0.baseAddress == points.baseAddress
        }
        return unsafe isSame
            && path.commands.withUnsafeBytes {
                unsafe commands.isEmpty || $0.baseAddress == UnsafeRawPointer(commands.baseAddress)
            }
    }

    /// True when the path begins with a move, each close is followed by a move or the end, and every command has its
    /// points.
    var isNormal: Bool {
        var needed = 0
        var wantsMove = true
        for index in unsafe commands.indices {
            let command = unsafe commands[index]
            guard command <= 4, !wantsMove || command == 0 else { return false }
            wantsMove = command == 4
            needed += command == 4 ? 0 : max(1, Int(command))
        }
        return unsafe needed == points.count
    }

    /// A copy as a `Path`; the view must be normal.
    var path: Path {
        var path = Path()
        path.commands = unsafe commands.compactMap(Path.Command.init(rawValue:))
        path.points = unsafe Array(points)
        return path
    }
}
