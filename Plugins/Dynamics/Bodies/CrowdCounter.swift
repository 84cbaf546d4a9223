import Glibc

/// Counts bodies by position: in cells about as large as the bodies that they hold, so that those in one cell overlap.
///
/// An open-addressing table that is kept from count to count.
struct CrowdCounter {
    private struct Cell: Equatable {
        var level, x, y: Int32
    }

    private var cells: [(cell: Cell, round: Int32, count: Int32)] = []
    private var round: Int32 = 0

    /// Forgets the counts. At most `count` bodies follow.
    mutating func begin(_ count: Int) {
        var room = max(64, cells.count)
        while room < count * 2 { room *= 2 }
        if room != cells.count || round == .max {
            cells = Array(repeating: (Cell(level: 0, x: 0, y: 0), 0, 0), count: room)
            round = 0
        }
        round += 1
    }

    /// Counts a body; how many are in its cell by now.
    mutating func add(_ position: Vector, _ size: Vector) -> Int {
        let level = max((size.x * size.y).squareRoot(), 1).exponent
        let unit = Double(sign: .plus, exponent: level, significand: 1)
        func index(_ p: Double) -> Int32 { Int32(truncatingIfNeeded: Int((p.held(to: 1e15) / unit).rounded(.down))) }
        let cell = Cell(level: Int32(level), x: index(position.x), y: index(position.y))
        // SplitMix64's steps.
        var hash = UInt64(UInt32(bitPattern: cell.x)) &* 0x9E37_79B9_7F4A_7C15
        hash = (hash ^ hash >> 32 ^ UInt64(UInt32(bitPattern: cell.y))) &* 0xBF58_476D_1CE4_E5B9
        hash = (hash ^ hash >> 32 ^ UInt64(level)) &* 0x94D0_49BB_1331_11EB
        var at = Int(hash >> 33) & (cells.count - 1)
        while cells[at].round == round, cells[at].cell != cell { at = (at + 1) & (cells.count - 1) }
        let count = cells[at].round == round ? cells[at].count + 1 : 1
        cells[at] = (cell, round, count)
        return Int(count)
    }
}
