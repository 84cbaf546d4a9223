import CPango

/// Attributes of markup, separately for each line of a text that is set line by line, with offsets in that line.
@safe
struct LineAttributes {
    /// By the line's offset in the text, in bytes; lines without attributes have none.
    private var lists: [Int: OpaquePointer] = unsafe [:]

    subscript(offset: Int) -> OpaquePointer? { unsafe lists[offset] }

    /// Releases the lists.
    mutating func removeAll() {
        unsafe lists.values.forEach { unsafe pango_attr_list_unref($0) }
        unsafe lists = [:]
    }

    /// Takes the attributes of a text. Each is copied once for each line that it reaches.
    mutating func split(_ attributes: OpaquePointer, by pieces: LinePieces) {
        // In the order of their starts; of the same start, the later one has precedence.
        var all: [UnsafeMutablePointer<PangoAttribute>] = unsafe []
        let chain = unsafe pango_attr_list_get_attributes(attributes)
        var node = unsafe chain
        while let here = unsafe node {
            if let attribute = unsafe here.pointee.data?.assumingMemoryBound(to: PangoAttribute.self) {
                unsafe all.append(attribute)
            }
            unsafe node = here.pointee.next
        }
        unsafe g_slist_free(chain)
        var open: [UnsafeMutablePointer<PangoAttribute>] = unsafe []
        let count = unsafe all.count
        var next = 0
        unsafe pieces.forEach { _, length, offset in
            // With the line feed: an empty line has the height of its attributes.
            let (start, end) = (UInt32(clamping: offset), UInt32(clamping: offset + Int(length) + 1))
            unsafe open.removeAll { unsafe $0.pointee.end_index <= start }
            while next < count, unsafe all[next].pointee.start_index < end {
                if unsafe all[next].pointee.end_index > start { unsafe open.append(all[next]) }
                next += 1
            }
            guard unsafe !open.isEmpty, let list = unsafe pango_attr_list_new() else { return }
            unsafe open.forEach { attribute in
                guard let copy = unsafe pango_attribute_copy(attribute) else { return }
                unsafe copy.pointee.start_index = max(attribute.pointee.start_index, start) - start
                unsafe copy.pointee.end_index = min(attribute.pointee.end_index, end) - start
                unsafe pango_attr_list_insert(list, copy)
            }
            unsafe lists[offset] = list
        }
        unsafe all.forEach { unsafe pango_attribute_destroy($0) }
    }
}
