import Geometry
import Glibc
import LineProtocol
import Reactor
package import Scene

/// The file of `--state`: the scene's lines, so that the next start goes on where this one ended.
///
/// The first line is a comment that tells the scene time, by which animations and transactions that wait go on. A thread of its
/// own writes each version beside the file, makes it last, and renames it: whoever reads it, and whenever the power goes, finds
/// a whole one.
package final class StateFile {
    let path: String
    /// The version that is being written.
    private var work: BackgroundJob<SceneError?>?

    /// How the file begins.
    private static let head = "# scrim state, scene time "

    init(_ path: String) { self.path = path }

    // MARK: Reading

    /// What a file holds, and the scene time at which it was written; nil when there is none.
    package static func read(_ path: String, _ files: Files) throws(SceneError) -> (text: [UInt8], time: Double)? {
        guard unsafe access(path, F_OK) == 0 else { return nil }
        let text = try files.read(path)
        let line = String(decoding: text.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
        guard line.hasPrefix(head), let time = Double(line.dropFirst(head.count)), time >= 0, time <= 1e9 else {
            throw SceneError(.value, "\(path): no state of a scene: it does not begin with \"\(head)\"")
        }
        return (text, time)
    }

    /// Puts a file that cannot be restored aside, so that the next version does not overwrite it. The new name.
    package static func putAside(_ path: String) -> String {
        _ = unsafe rename(path, path + ".bad")
        return path + ".bad"
    }

    // MARK: Writing

    /// True while a version is being written.
    var isBusy: Bool { work?.isRunning == true }

    /// The file's bytes for the scene as it is: `without` are objects that go with their clients.
    static func text(_ scene: Scene, time: Double, without: [ObjectID]) -> [UInt8] {
        var text = ByteWriter()
        text.append(text: head)
        text.append(time)
        text.append("\n")
        var dump = SceneDump(scene, without: without)
        dump.write(nil) { line in
            text.append(line)
            text.append("\n")
        }
        return text.array
    }

    /// Writes a version on a thread of its own; `then` is called in the loop when that is done, with what went wrong. One at a time.
    func write(_ bytes: [UInt8], _ reactor: Reactor, then: @escaping (SceneError?) -> Void) {
        precondition(!isBusy, "one version at a time")
        do throws(SystemError) {
            work = try BackgroundJob(
                reactor,
                { [path] in
                    do throws(SceneError) { try Files().write(path, bytes, lasting: true) } catch { return error }
                    return nil
                }, then: then)
        } catch {
            then(SceneError(.io, "\(path): \(error)"))
        }
    }

    /// Waits for the version that is being written.
    func finish() { work?.finish() }
}
