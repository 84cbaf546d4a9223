import Geometry
import LineProtocol
import Schema

/// Run of a file whose failing lines become dormant objects, or are left out.
///
/// A line that fails within a transaction leaves partial changes. So a run continues to find all failing lines and is
/// then reverted; the next run skips them. The last run has no new failures and is kept.
final class LenientRun {
    /// Lines that are kept.
    struct Kept {
        var text: String
        var message: String
        /// The line without the words that cannot be carried out; nil: nothing remains.
        var rest: String?
    }

    /// Kept lines by number of the first line.
    private(set) var known: [Int: Kept] = [:]
    /// True when the run found new failures.
    private(set) var hasNew = false

    /// False for lines of another version: what fails is left out, and so are words that name no property.
    let keepsFailures: Bool

    private init(keepsFailures: Bool) { self.keepsFailures = keepsFailures }

    /// Maximum number of runs.
    private static let mostRuns = 64

    func note(_ kept: Kept, at number: Int) {
        known[number] = kept
        hasNew = true
    }

    /// Runs `body` until it has no new failures; reverts all other runs. Not within a transaction.
    static func run(
        in world: World, keepsFailures: Bool = true, _ body: (LenientRun) throws(SceneError) -> Void
    ) throws(SceneError) {
        let run = LenientRun(keepsFailures: keepsFailures)
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
