import CPango

/// Control of the hyphens that Pango inserts when it breaks a word.
@safe
enum Hyphenation {
    /// Ranges of `text`, in bytes, without a requested hyphen: neither by a soft hyphen nor by attributes of markup.
    static func unasked(in text: UnsafeRawBufferPointer, _ attributes: OpaquePointer?) -> [Range<UInt32>] {
        var asked = unsafe softHyphens(in: text)
        if let attributes = unsafe attributes { asked += unsafe ranges(in: attributes) }
        var unasked: [Range<UInt32>] = []
        var start: UInt32 = 0
        for range in asked.sorted(by: { $0.lowerBound < $1.lowerBound }) {
            if range.lowerBound > start { unasked.append(start..<range.lowerBound) }
            start = max(start, range.upperBound)
        }
        if start < UInt32.max { unasked.append(start..<UInt32.max) }
        return unasked
    }

    /// Ranges of soft hyphens, each with the character behind it, so that the position between them is in its range.
    static func softBreaks(in text: UnsafeRawBufferPointer) -> [Range<UInt32>] {
        unsafe softHyphens(in: text).map { hyphen in
            var end = Int(hyphen.upperBound) + 1
            while end < text.count, unsafe text[end] & 0xC0 == 0x80 { end += 1 }
            return hyphen.lowerBound..<UInt32(min(end, text.count))
        }
    }

    /// Ranges of U+00AD with the following byte, so that the break position is in no other range.
    private static func softHyphens(in text: UnsafeRawBufferPointer) -> [Range<UInt32>] {
        guard let base = text.baseAddress, unsafe memchr(base, 0xAD, text.count) != nil else { return [] }
        var ranges: [Range<UInt32>] = []
        for at in text.indices.dropFirst() where unsafe text[at] == 0xAD && text[at - 1] == 0xC2 {
            ranges.append(UInt32(at - 1)..<UInt32(at + 1))
        }
        return ranges
    }

    /// Ranges in which markup has `insert_hyphens="true"`.
    private static func ranges(in attributes: OpaquePointer) -> [Range<UInt32>] {
        var ranges: [Range<UInt32>] = []
        unsafe forEach(in: attributes) { attribute in
            if unsafe attribute.pointee.klass.pointee.type == PANGO_ATTR_INSERT_HYPHENS,
                let number = unsafe pango_attribute_as_int(attribute), unsafe number.pointee.value != 0
            {
                ranges.append(unsafe attribute.pointee.start_index..<attribute.pointee.end_index)
            }
        }
        return ranges
    }

    /// Calls `body` with each attribute of a list.
    static func forEach(in attributes: OpaquePointer, _ body: (UnsafeMutablePointer<PangoAttribute>) -> Void) {
        let list = unsafe pango_attr_list_get_attributes(attributes)
        var node = unsafe list
        while let here = unsafe node {
            unsafe node = here.pointee.next
            guard let attribute = unsafe here.pointee.data?.assumingMemoryBound(to: PangoAttribute.self) else {
                continue
            }
            unsafe body(attribute)
            unsafe pango_attribute_destroy(attribute)
        }
        unsafe g_slist_free(list)
    }
}
