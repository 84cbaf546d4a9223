import Scene
import SceneTables

/// The end of a turn: its parts, in their order, and the kinds of changes that concern each.
///
/// A turn of lines is told by the scene: only the parts are called that its kinds of changes concern. For a plain `set` these are the
/// frames, and the journal if there is one. After anything else – a timer, a plugin, a thread's result, a verb of the service – all
/// parts are called.
final class TurnEnd {
    enum Part: Int, CaseIterable {
        /// Outputs that were set are configured; then screens that answered are taken over.
        case outputs, screens
        /// Pictures are matched with the layers that name them.
        case contents
        /// Clients are told of new sizes and tiles; a frame that waited for them goes on.
        case layouts
        /// Frames of `tick`, and of films with the manual clock.
        case ticks
        case dormant
        /// Replies that waited for pictures, or for the end of a film.
        case pictures, film
        /// Timers of the next motion and of the next gesture.
        case alarms
        /// A frame is requested for everything that changed.
        case frames
        /// Records go to the disk, and to those who follow.
        case state, feed
    }

    /// The kinds that concern each part from now on: it says them whenever it is called.
    private var concerns = [ChangeKinds](repeating: .everyTurn, count: Part.allCases.count)
    private var reading = ChangeSet.Reading()
    /// What has changed since the parts were passed.
    private var news: ChangeKinds = []
    private var asksAll = true

    /// Has the next end of a turn call all parts: something has changed that the scene does not tell.
    func askAll() { asksAll = true }

    /// Has the next end of a turn call a part.
    func ask(_ part: Part) { concerns[part.rawValue] = .everyTurn }

    /// Calls the parts that the turn's changes concern. `isTold`: they are all in the scene. `call` returns the kinds of changes
    /// that concern the part from now on.
    func run(_ scene: Scene, isTold: Bool, _ call: (Part) -> ChangeKinds) {
        news.formUnion(scene.news.kinds(since: &reading).union(.everyTurn))
        let callsAll = asksAll || !isTold
        asksAll = false
        var late: ChangeKinds = []
        for index in concerns.indices where callsAll || !concerns[index].isDisjoint(with: news) {
            guard let part = Part(rawValue: index) else { continue }
            concerns[index] = call(part)
            late.formUnion(scene.news.kinds(since: &reading))
            news.formUnion(late)
        }
        // Parts that were passed before learn of it in the next turn.
        news = late
    }
}

extension ChangeKinds {
    /// Not a change: each turn has it, for parts that have something unfinished.
    static let everyTurn = ChangeKinds(rawValue: 1 << 15)
}
