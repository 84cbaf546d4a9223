import SceneTables
import Schema

/// Copies of a scene for reading on other threads.
extension Scene {
    /// A copy of the present scene for one reader: objects, values, names and order, without change queues.
    ///
    /// Copy-on-write. The copy does not measure or lay out, so update layouts first. Not within a transaction.
    public func copy() -> Scene {
        let copy = Scene(kinds: kinds.copy(), output: rows[Int(Scene.main)].kind)
        copy.rows = rows
        copy.freeSlots = freeSlots
        copy.extras = extras
        copy.names = names.copy()
        copy.order = order
        copy.references = references
        copy.layouts = layouts
        copy.outputTable = outputTable
        copy.models = models
        copy.styleTable = styleTable
        copy.componentTable = componentTable
        copy.replaced = nil
        copy.focus = focus
        copy.hasFocusRing = hasFocusRing
        copy.continuations = continuation.unsaid
        copy.detachOperations()
        return copy
    }

    /// Lists of operations share memory that their owner appends to: the copy gets its own.
    private func detachOperations() {
        let forms = kinds.kinds.map(\.operations)
        guard forms.contains(where: { $0 != nil }) else { return }
        for at in rows.indices where rows[at].extras >= 0 {
            guard let id = forms[Int(rows[at].kind.raw)],
                case .operations(let list)? = extras[Int(rows[at].extras)].value(id)
            else { continue }
            extras[Int(rows[at].extras)].set(id, .operations(list.detached()))
        }
    }
}
