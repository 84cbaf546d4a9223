import Geometry
import LineProtocol
import Scene

/// Lines of a file that could not be carried out, which the file is run again without: dormant objects stand in their place.
///
/// A line that fails within a transaction leaves part of its work behind. So a run goes on behind it to find the others, and is then
/// taken back; the next one does not try what failed before. The last one has nothing new that fails, and stays.
final class LenientRun {
    /// Lines that are kept.
    struct Kept {
        var text: String
        var message: String
        /// The rest of the line, without the words that cannot be carried out; nil: it has none.
        var rest: String?
    }

    /// By the number of the first line.
    private(set) var known: [Int: Kept] = [:]
    /// True when the run found lines that fail.
    private(set) var hasNew = false

    /// Runs until nothing new fails.
    private static let mostRuns = 64

    func note(_ kept: Kept, at number: Int) {
        known[number] = kept
        hasNew = true
    }

    /// Runs `body`, whose changes are taken back when it found lines that fail, until it finds none. Not within a transaction.
    static func run(in world: World, _ body: (LenientRun) throws(SceneError) -> Void) throws(SceneError) {
        let run = LenientRun()
        for _ in 0..<mostRuns {
            run.hasNew = false
            do throws(SceneError) {
                return try world.atomically { () throws(SceneError) in
                    try body(run)
                    if run.hasNew { throw SceneError(.aborted, "lines fail again and again") }
                }
            } catch {
                guard run.hasNew else { throw error }
            }
        }
        throw SceneError(.aborted, "lines fail again and again")
    }
}
