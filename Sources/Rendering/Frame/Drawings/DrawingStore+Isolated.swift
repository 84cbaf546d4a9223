package import Geometry

extension DrawingStore {
    /// A separate entry that draws only `drawing`, one of the operations of `entry`, with its pictures.
    package func isolated(_ drawing: Drawing, from entry: Entry) -> Entry {
        let made = Entry(drawing: drawing, question: entry.question)
        made.pictures = entry.pictures
        measure(made)
        return made
    }
}
