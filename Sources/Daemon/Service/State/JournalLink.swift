/// How far a replica has come in the journal of its primary.
struct ReplicaPosition: Equatable {
    /// Name of the primary.
    var primary: String
    var epoch: Int
    /// Number of the last record that was carried out.
    var number: Int
}

/// The journal's name among those of other daemons, as a journal and a version of a state tell it.
enum JournalLink: Equatable {
    /// The journal is this daemon's own, and others may have followed it.
    case primary(epoch: Int)
    case replica(ReplicaPosition)

    private static let mark = "# link "

    /// `# link EPOCH`, or of a replica `# link EPOCH NUMBER PRIMARY`: a comment of the protocol.
    var line: String {
        switch self {
        case .primary(let epoch): "\(Self.mark)\(epoch)"
        case .replica(let at): "\(Self.mark)\(at.epoch) \(at.number) \(at.primary)"
        }
    }

    /// Nil for other lines.
    init?(_ line: String) {
        guard line.hasPrefix(Self.mark) else { return nil }
        let words = line.dropFirst(Self.mark.count).split(separator: " ", maxSplits: 2)
        guard let epoch = words.first.flatMap({ Int($0) }) else { return nil }
        if words.count == 3, let number = Int(words[1]) {
            self = .replica(ReplicaPosition(primary: String(words[2]), epoch: epoch, number: number))
        } else {
            self = .primary(epoch: epoch)
        }
    }
}
