package import Geometry

extension DrawingStore {
    /// An entry of its own that draws `drawing` and nothing else, with the pictures of `entry`: of one of its operations.
    package func isolated(_ drawing: Drawing, from entry: Entry) -> Entry {
        let made = Entry(drawing: drawing, question: entry.question)
        made.pictures = entry.pictures
        measure(made)
        return made
    }
}
