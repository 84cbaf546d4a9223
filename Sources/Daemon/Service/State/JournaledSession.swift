import Geometry
import LineProtocol
import Scene
import World

/// A client's state in the journal.
struct JournaledSession {
    /// The client's number in the journal; 0: none yet.
    var number = 0
    /// Scope stored in the journal; nil: none.
    var scope: Scope?
    /// Numbers of steps in the client's history that the journal cannot undo and redo.
    var steps = (undo: Int.max, redo: Int.max)
    /// Lines of the open transaction, each with its LF.
    var open: [UInt8] = []

    struct Scope: Equatable {
        var access: Access
        var owns: Bool

        init(_ principal: Principal) { (access, owns) = (principal.access, principal.owns) }
    }

    /// Marks the present steps as not in the journal.
    mutating func noteSteps(of principal: Principal) {
        steps = (principal.history?.count ?? .max, principal.history?.redoCount ?? .max)
    }

    /// True when the journal does not have the client's present access.
    @inline(__always)
    func isStale(_ principal: Principal) -> Bool {
        guard let scope else { return true }
        if principal.hasFullAccess { return scope.access != .full || scope.owns != principal.owns }
        return scope != Scope(principal)
    }
}

/// Lines whose effect depends on more than the scene: on files, which may change, or on the client's earlier lines.
enum DependentLine {
    /// Dependencies of a line.
    enum Cause {
        case files, history
    }

    /// Bit n: some verb begins with the n-th letter. Avoids parsing most lines.
    private static let firstLetters: UInt32 = Verb.allCases.reduce(0) { letters, verb in
        cause(verb) == nil ? letters : letters | 1 << UInt32((verb.name.utf8.first ?? 0) & 31)
    }

    /// True for such a line.
    @inline(__always)
    static func matches(_ line: ByteView) -> Bool {
        guard !line.isEmpty else { return false }
        let isLetter = (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(line[0])
        if isLetter, firstLetters >> UInt32(line[0] & 31) & 1 == 0 { return false }
        return cause(line) != nil
    }

    /// Dependencies of a line; nil for most lines.
    @inline(never)
    static func cause(_ line: ByteView) -> Cause? { LineVerb(of: line).flatMap { cause($0.verb) } }

    private static func cause(_ verb: Verb) -> Cause? {
        if verb.traits.contains(.readsFiles) { return .files }
        return verb.traits.contains(.readsHistory) ? .history : nil
    }

    /// True when some line has dependencies.
    static func isAmong(_ lines: [UInt8]) -> Bool {
        lines.split(separator: UInt8(ascii: "\n")).contains { line in
            unsafe line.withUnsafeBufferPointer { unsafe matches(ByteView($0)) }
        }
    }
}
