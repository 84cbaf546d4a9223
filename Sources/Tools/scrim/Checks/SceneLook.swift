import Geometry

/// Findings about the appearance of a scene in its samples.
struct SceneLook {
    let file: String
    let samples: [SceneSample]
    /// The line that created an object, by id.
    let makers: [String: Int]
    /// Objects whose lines had errors.
    let mistaken: Set<String>
    /// Text of all lines of reactions and timers.
    let kept: [String]
    /// Contrasts of texts by id, with the sample in which they were measured.
    let contrasts: [String: (index: Int, value: Double)]
    /// All lines of texts that show no more than so many.
    let lines: [String: Int]

    var findings: [CheckFinding] {
        var all: [CheckFinding] = []
        for id in ids {
            all += files(id)
            all += presence(id)
            all += target(id)
            all += text(id)
        }
        return all + overlaps()
    }

    /// All layers that existed, in order of appearance.
    private var ids: [String] {
        var seen: Set<String> = []
        return samples.flatMap(\.layers).map(\.id).filter { seen.insert($0).inserted && $0 != "root" }
    }

    /// Samples in which a layer existed.
    private func moments(_ id: String) -> [(index: Int, layer: SceneSample.Layer)] {
        samples.indices.compactMap { index in samples[index][id].map { (index, $0) } }
    }

    /// The line that created an object; for a part, the line that created its owner.
    private func line(_ id: String) -> Int? {
        var id = Substring(id)
        while true {
            if let line = makers[String(id)] { return line }
            guard let dot = id.lastIndex(of: ".") else { return nil }
            id = id[..<dot]
        }
    }

    private func isPart(_ id: String) -> Bool { makers[id] == nil }

    /// True when findings are suppressed: for objects with errors, or by a directive in the file.
    private func isQuiet(_ layer: SceneSample.Layer, _ code: String, in sample: SceneSample) -> Bool {
        if layer.ignores.contains(code) { return true }
        var at: SceneSample.Layer? = layer
        while let here = at {
            if mistaken.contains(here.id) { return true }
            at = here.parent.flatMap { sample[$0] }
        }
        return false
    }

    private func finding(
        _ severity: CheckFinding.Severity, _ code: String, _ id: String, _ index: Int, _ message: String,
        fix: String? = nil
    ) -> CheckFinding {
        CheckFinding(
            severity, code, in: file, line: line(id), object: id, time: samples[index].time, message,
            fix: isPart(id) ? nil : fix)
    }

    /// True when a layer is shown unchanged in the next sample.
    private func stands(_ layer: SceneSample.Layer, at index: Int) -> Bool {
        guard samples.count > 1 else { return true }
        return layer.stands(samples[index + 1 < samples.count ? index + 1 : index - 1][layer.id])
    }

    private func isKept(_ id: String) -> Bool { kept.contains { $0.contains(name: id) } }

    // MARK: Layers

    private func files(_ id: String) -> [CheckFinding] {
        guard let (index, layer) = moments(id).last, layer.reason == "contents failed" || layer.message != nil,
            !isQuiet(layer, "missing-file", in: samples[index])
        else { return [] }
        return [finding(.error, "missing-file", id, index, layer.message ?? "its contents could not be shown")]
    }

    /// Layers that are never visible.
    private func presence(_ id: String) -> [CheckFinding] {
        let moments = moments(id)
        guard !isPart(id), let (index, layer) = moments.last, !isQuiet(layer, "off-canvas", in: samples[index]) else {
            return []
        }
        if moments.contains(where: \.layer.isSeen) { return partly(id, moments) }
        let above = layer.parent.flatMap { samples[index][$0] }
        // What hides the parent is reported for the parent.
        if let above, above.reason == layer.reason, layer.reason != "covered", above.id != "root" { return [] }
        if layer.reason == "covered", let above, above.reason == "covered" { return [] }
        let by = layer.by.filter { $0 != id }
        if layer.reason != "clipped", layer.reason != "covered", !by.isEmpty { return [] }
        func note(_ message: String) -> [CheckFinding] {
            layer.ignores.contains("never-seen") ? [] : [finding(.note, "never-seen", id, index, message)]
        }
        switch layer.reason {
        case "outside" where layer.isScrolled: return []
        case "outside" where moments.allSatisfy { $0.layer.reason == "outside" }:
            let severity: CheckFinding.Severity = isKept(id) ? .note : .warning
            return [finding(severity, "off-canvas", id, index, "it lies outside of the output all the time")]
        case "clipped": return note("it lies outside of \(by.first ?? "what clips it")")
        case "covered": return note("\(by.joined(separator: ", ")) cover\(by.count == 1 ? "s" : "") it")
        case "hidden": return note("isHidden is true all the time")
        case "transparent": return note("its opacity is 0 all the time")
        case "outside": return note("it is outside of the output, or not shown, all the time")
        case "empty" where layer.hasContent && (layer.bounds.width <= 0 || layer.bounds.height <= 0):
            return note("its bounds have no size")
        default: return []
        }
    }

    /// A layer that is always more than half outside while visible.
    private func partly(_ id: String, _ moments: [(index: Int, layer: SceneSample.Layer)]) -> [CheckFinding] {
        var most = 0.0
        var at: Int?
        for (index, layer) in moments where layer.isSeen {
            guard let box = layer.box, box.width > 0, box.height > 0 else { return [] }
            let inside = box.intersection(samples[index].output)
            most = max(most, inside.width * inside.height / (box.width * box.height))
            at = at ?? index
        }
        guard let at, most < 0.5 else { return [] }
        return [finding(.note, "off-canvas", id, at, "more than half of it lies outside of the output")]
    }

    /// Layers that are hard to hit.
    private func target(_ id: String) -> [CheckFinding] {
        guard !isPart(id) else { return [] }
        for (index, layer) in moments(id) where layer.isInteractive && layer.isSeen {
            guard let box = layer.hitBox, box.width < 24 || box.height < 24,
                !isQuiet(layer, "touch-target", in: samples[index])
            else { return [] }
            let size = "\(Self.number(box.width)) × \(Self.number(box.height))"
            let fix =
                "set \(id) bounds.size=\(Self.number(max(24, layer.bounds.width))),\(Self.number(max(24, layer.bounds.height)))"
            return [finding(.note, "touch-target", id, index, "\(size) points are less than 24 × 24", fix: fix)]
        }
        return []
    }

    private static func number(_ value: Double) -> String {
        let rounded = (value * 10).rounded() / 10
        return rounded == rounded.rounded() && abs(rounded) < 1e9 ? "\(Int(rounded))" : "\(rounded)"
    }

    // MARK: Texts

    private func text(_ id: String) -> [CheckFinding] {
        let moments = moments(id).filter { $0.layer.text != nil }
        return [
            font(id, moments), glyphs(id, moments), overflow(id, moments), clipping(id, moments), contrast(id),
            shortness(id, moments),
        ].compactMap(\.self)
    }

    /// A text with a substitute for its font family.
    private func font(_ id: String, _ moments: [(index: Int, layer: SceneSample.Layer)]) -> CheckFinding? {
        for (index, layer) in moments where !isQuiet(layer, "missing-font", in: samples[index]) {
            guard let font = layer.text?.missingFont else { continue }
            return finding(.warning, "missing-font", id, index, "no font \(font) is there, and another stands for it")
        }
        return nil
    }

    /// A text with characters that no font has.
    private func glyphs(_ id: String, _ moments: [(index: Int, layer: SceneSample.Layer)]) -> CheckFinding? {
        for (index, layer) in moments where !isQuiet(layer, "missing-glyph", in: samples[index]) {
            guard let count = layer.text?.missingGlyphs, count > 0 else { continue }
            let what = count == 1 ? "a character" : "\(count) characters"
            return finding(.warning, "missing-glyph", id, index, "no font has \(what) of it")
        }
        return nil
    }

    /// A text with low contrast: WCAG 2.1 requires 4.5 : 1, or 3 : 1 for large letters.
    private func contrast(_ id: String) -> CheckFinding? {
        guard let (index, value) = contrasts[id], let layer = samples[index][id], let text = layer.text,
            let map = layer.map,
            !isQuiet(layer, "contrast", in: samples[index])
        else { return nil }
        let size = text.fontSize * map.maxScale
        let wanted = size >= 24 || text.isBold && size >= 18.7 ? 3 : 4.5
        guard value < wanted - 0.05 else { return nil }
        return finding(
            .warning, "contrast", id, index,
            "its contrast with what is behind it is \(Self.number(value)) : 1, and should be \(Self.number(wanted)) : 1"
        )
    }

    private func overflow(_ id: String, _ moments: [(index: Int, layer: SceneSample.Layer)]) -> CheckFinding? {
        for (index, layer) in moments where layer.isSeen && !isQuiet(layer, "text-overflow", in: samples[index]) {
            guard let text = layer.text, let letters = layer.letters, !text.isTruncated, !text.isShrunk else {
                continue
            }
            let bounds = layer.bounds
            if let lines = lines[id], text.mostLines > 0, lines > text.mostLines {
                return finding(
                    .warning, "text-overflow", id, index, "\(text.mostLines) of its \(lines) lines are shown",
                    fix: "set \(id) maximumLines=\(lines)")
            }
            // Sizes are whole points.
            if text.size.width > bounds.width + 2 {
                let wide = Self.number(text.size.width)
                return finding(
                    .warning, "text-overflow", id, index,
                    "its letters take \(wide) of \(Self.number(bounds.width)) points across",
                    fix: "set \(id) bounds.size.width=\(wide)")
            }
            if text.size.height > bounds.height + 1, letters.maxY > bounds.maxY + 1 || letters.minY < bounds.minY - 1 {
                let high = Self.number(text.size.height)
                return finding(
                    .warning, "text-overflow", id, index,
                    "its lines take \(high) of \(Self.number(bounds.height)) points down",
                    fix: "set \(id) bounds.size.height=\(high)")
            }
        }
        return nil
    }

    private func clipping(_ id: String, _ moments: [(index: Int, layer: SceneSample.Layer)]) -> CheckFinding? {
        for (index, layer) in moments
        where layer.isSeen && layer.opacity > 0 && !layer.isScrolled && stands(layer, at: index) {
            guard let ink = layer.ink, let clip = layer.clip, let text = layer.text, let map = layer.map,
                !isQuiet(layer, "text-clipped", in: samples[index])
            else { continue }
            // Side bearings and varying capital heights.
            let slack = 1 + 0.06 * text.fontSize * map.maxScale
            let sides = [clip.minX - ink.minX, ink.maxX - clip.maxX, clip.minY - ink.minY, ink.maxY - clip.maxY]
            guard let most = sides.max(), most > slack else { continue }
            let what = layer.clipper.map { "the bounds of \($0)" } ?? "the output's edge"
            return finding(
                .warning, "text-clipped", id, index, "\(what) cut its letters by \(Self.number(most)) points")
        }
        return nil
    }

    /// Texts that are shown too briefly to be read.
    private func shortness(_ id: String, _ moments: [(index: Int, layer: SceneSample.Layer)]) -> CheckFinding? {
        var longest = 0.0
        var start: Int?
        var first: Int?
        for index in samples.indices {
            let layer = samples[index][id]
            if let layer, layer.isSeen, layer.opacity > 0.02, layer.letters != nil {
                if isQuiet(layer, "too-short", in: samples[index]) { return nil }
                start = start ?? index
                first = first ?? index
            } else if let from = start {
                // Visible since some time before the sample.
                longest = max(longest, samples[index].time - samples[from].time)
                start = nil
            }
        }
        guard start == nil, let first, let text = moments.last?.layer.text else { return nil }
        let wanted = min(1, 0.3 + 0.06 * Double(text.string.count))
        guard longest < wanted - 0.01 else { return nil }
        return finding(
            .warning, "too-short", id, first,
            "it is seen for \(Self.number(longest)) s, and takes \(Self.number(wanted)) to be read")
    }

    /// Overlapping texts.
    private func overlaps() -> [CheckFinding] {
        var found: [CheckFinding] = []
        var told: Set<String> = []
        for index in samples.indices {
            let sample = samples[index]
            let texts = sample.layers.indices.filter { at in
                let layer = sample.layers[at]
                return layer.isSeen && layer.opacity > 0.1 && layer.ink != nil && stands(layer, at: index)
                    && !isQuiet(layer, "text-overlap", in: sample)
            }
            // Skip scenes with too many texts to be read.
            guard texts.count <= 400 else { continue }
            for (number, high) in texts.enumerated() {
                for low in texts[..<number] {
                    let (below, above) = (sample.layers[low], sample.layers[high])
                    guard let a = below.ink, let b = above.ink else { continue }
                    let both = a.intersection(b)
                    let least = min(a.width * a.height, b.width * b.height)
                    guard both.width * both.height > 0.1 * least, !isCovered(both, from: low, to: high, sample),
                        told.insert("\(below.id) \(above.id)").inserted
                    else { continue }
                    found.append(
                        finding(.warning, "text-overlap", above.id, index, "its letters lie on those of \(below.id)"))
                }
            }
        }
        return found
    }

    /// True when a layer between two texts hides the lower one there.
    private func isCovered(_ rect: Rect, from low: Int, to high: Int, _ sample: SceneSample) -> Bool {
        sample.layers[(low + 1)...high].contains { layer in
            guard layer.hasContent, layer.text == nil || layer.hasBackground, layer.opacity > 0.5, let box = layer.box
            else { return false }
            let common = box.intersection(rect)
            return common.width * common.height > 0.9 * rect.width * rect.height
        }
    }
}

extension String {
    /// True when it contains the name, not as a part of a longer one.
    func contains(name: String) -> Bool {
        var rest = self[...]
        func isName(_ byte: UInt8) -> Bool {
            byte == UInt8(ascii: "_") || byte == UInt8(ascii: "-") || (0x30...0x39).contains(byte)
                || (0x61...0x7A).contains(byte | 0x20) || byte >= 0x80
        }
        while let found = String(rest).range(of: name) {
            let text = String(rest)
            let before =
                found.lowerBound > text.startIndex ? text.utf8[text.utf8.index(before: found.lowerBound)] : 0x20
            let after = found.upperBound < text.endIndex ? text.utf8[found.upperBound] : 0x20
            if !isName(before), !isName(after) { return true }
            rest = text[found.upperBound...]
        }
        return false
    }
}
