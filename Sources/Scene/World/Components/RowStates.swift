import Expressions
import Living
import Scene
import SceneTables
import Schema

/// Animates rows of lists that are added and removed through the style states `entering` and `leaving`.
struct RowStates {
    let world: World

    private var scene: Scene { world.scene }
    private var styler: Styler { world.styler }

    private func layers(of row: Slot) -> [Slot] {
        var layers: [Slot] = []
        scene.tree.forEachBelow(row) { if !scene.styles.styles(of: $0).isEmpty { layers.append($0) } }
        return layers
    }

    /// True when a style of the layer uses the state.
    private func has(_ layer: Slot, _ state: StyleStates) -> Bool {
        scene.styles.styles(of: layer).contains { style in
            scene.styles.stateStyles(of: style).contains {
                guard case .choices(let bits) = scene.value($0, StyleProperty.state.id) else { return false }
                return bits & UInt32(state.rawValue) != 0
            }
        }
    }

    private func change(_ layer: Slot, _ state: StyleStates, on: Bool) {
        let (bit, states) = (UInt32(state.rawValue), scene.styles.styling(of: layer).states)
        scene.styles.setStates(layer, on ? states | bit : states & ~bit)
    }

    /// Removes a row: immediately, or after its styles' animation for leaving.
    func leave(_ row: Slot, plays: Bool) throws(SceneError) {
        let id = scene.id(of: row)
        if styler.lists.leaving[id] != nil { return }
        guard plays, layers(of: row).contains(where: { has($0, .leaving) }) else {
            return try scene.objects.remove(row)
        }
        styler.lists.left.append(id)
    }

    /// Keeps a row that was leaving.
    func comeBack(_ row: Slot) throws(SceneError) {
        let id = scene.id(of: row)
        guard styler.lists.leaving[id] != nil else { return }
        styler.lists.stay(id)
        for layer in layers(of: row)
        where scene.styles.styling(of: layer).states & UInt32(StyleStates.leaving.rawValue) != 0 {
            change(layer, .leaving, on: false)
        }
    }

    /// Sets added and leaving rows to the states that their styles use.
    func pass(isLenient: Bool) throws(SceneError) {
        let lists = styler.lists
        guard !lists.entered.isEmpty || !lists.left.isEmpty else { return }
        let mark = scene.transaction.journalMark
        defer {
            styler.passing = []
            scene.lists.noteDerived(since: mark)
        }
        let (entered, left) = (lists.entered, lists.left)
        (lists.entered, lists.left) = ([], [])
        let coming = entered.compactMap { scene.slot(of: $0) }.flatMap { layers(of: $0) }.filter { has($0, .entering) }
        if !coming.isEmpty {
            for layer in coming { change(layer, .entering, on: true) }
            try world.runStyler(isLenient: isLenient)
            styler.passing = Set(coming)
            for layer in coming { change(layer, .entering, on: false) }
            try world.runStyler(isLenient: isLenient)
        }
        for id in left {
            guard let row = scene.slot(of: id) else { continue }
            let layers = layers(of: row).filter { has($0, .leaving) }
            styler.passing = Set(layers)
            lists.beginPassing(at: world.time)
            for layer in layers { change(layer, .leaving, on: true) }
            try world.runStyler(isLenient: isLenient)
            if let end = lists.passingEnd { lists.leave(id, until: end) } else { try scene.objects.remove(row) }
        }
    }
}
