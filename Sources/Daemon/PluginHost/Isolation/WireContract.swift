import Schema
import ScrimPluginABI

// The pointers in the structs of the contract that go over the wire.

extension scrim_point: WireStruct {}
extension scrim_rect: WireStruct {}
extension scrim_affine: WireStruct {}
extension scrim_copy: WireStruct {}
extension scrim_draw: WireStruct {}
extension scrim_reach: WireStruct {}
extension scrim_velocity: WireStruct {}

extension scrim_string: WireStruct {
    mutating func pointers(_ coder: inout some WireCoder) { unsafe coder.list(&bytes, &length) }
}

extension scrim_path: WireStruct {
    mutating func pointers(_ coder: inout some WireCoder) {
        unsafe coder.list(&commands, &command_count)
        unsafe coder.list(&points, &point_count)
    }
}

extension scrim_stroke: WireStruct {
    mutating func pointers(_ coder: inout some WireCoder) { unsafe coder.list(&dash, &dash_count) }
}

extension scrim_gradient: WireStruct {
    mutating func pointers(_ coder: inout some WireCoder) { unsafe coder.list(&stops, &stop_count) }
}

extension scrim_glyph: WireStruct {
    mutating func pointers(_ coder: inout some WireCoder) {
        unsafe outline.pointers(&coder)
        unsafe coder.block(&argb, count: Int(clamping: UInt64(width) * UInt64(height)))
    }
}

extension scrim_glyph_run: WireStruct {
    mutating func pointers(_ coder: inout some WireCoder) { unsafe coder.list(&glyphs, &count) }
}

extension scrim_sprites: WireStruct {
    mutating func pointers(_ coder: inout some WireCoder) { unsafe coder.list(&sprites, &count) }
}

extension scrim_layout: WireStruct {
    mutating func pointers(_ coder: inout some WireCoder) {
        unsafe coder.block(&hints, count: Int(count))
        unsafe coder.list(&sublayers, &count)
        unsafe coder.omit(&context)
        unsafe coder.omit(&measure)
        unsafe coder.omit(&baselines)
    }
}

extension scrim_filter_use: WireStruct {
    mutating func pointers(_ coder: inout some WireCoder) { unsafe coder.list(&numbers, &number_count) }
}

extension scrim_contact: WireStruct {
    mutating func pointers(_ coder: inout some WireCoder) { unsafe boundary.pointers(&coder) }
}

extension scrim_step: WireStruct {
    mutating func pointers(_ coder: inout some WireCoder) {
        unsafe coder.list(&motions, &motion_count)
        unsafe coder.structs(&contacts, &contact_count)
    }
}

extension scrim_default: WireStruct {
    mutating func pointers(_ coder: inout some WireCoder) {
        unsafe coder.list(&list, &list_count)
        unsafe text.pointers(&coder)
    }
}

extension scrim_property: WireStruct {
    mutating func pointers(_ coder: inout some WireCoder) {
        unsafe name.pointers(&coder)
        unsafe coder.structs(&choices, &choice_count)
        unsafe initial.pointers(&coder)
        unsafe unit.pointers(&coder)
        unsafe help.pointers(&coder)
        unsafe coder.structs(&operations, &operation_count, size: &operation_size)
    }
}

extension scrim_operation: WireStruct {
    mutating func pointers(_ coder: inout some WireCoder) {
        unsafe name.pointers(&coder)
        unsafe help.pointers(&coder)
        var size = coder.propertySize
        unsafe coder.structs(&parameters, &parameter_count, size: &size)
    }
}

extension scrim_kind: WireStruct {
    mutating func pointers(_ coder: inout some WireCoder) {
        unsafe name.pointers(&coder)
        let interface = unsafe coder.text(&self.interface)
        unsafe help.pointers(&coder)
        coder.propertySize = unsafe property_size
        unsafe coder.structs(&properties, &property_count, size: &property_size)
        switch interface {
        case "scrim.layer/1": unsafe coder.table(&table, proxy: IsolatedTables.layer)
        case "scrim.filter/1": unsafe coder.table(&table, proxy: IsolatedTables.filter)
        case "scrim.behavior/1": unsafe coder.table(&table, proxy: IsolatedTables.behavior)
        default: unsafe coder.omit(&table)
        }
        unsafe coder.omit(&context)
    }
}

extension scrim_plugin: WireStruct {
    mutating func pointers(_ coder: inout some WireCoder) {
        unsafe id.pointers(&coder)
        unsafe version.pointers(&coder)
        unsafe coder.references(&kinds, count: Int(kind_count))
        if unsafe kinds == nil { unsafe kind_count = 0 }
    }
}

extension WireWriter {
    /// Appends the tables of an entry, which have been checked, without its decoders.
    func contract(_ plugin: scrim_plugin, _ contract: Contract) {
        var plugin = unsafe plugin
        let list = unsafe UnsafeBufferPointer(start: plugin.kinds, count: Int(plugin.kind_count))
        let kinds = unsafe list.filter { kind in
            let name = unsafe kind.flatMap { try? unsafe readText($0.pointee.name, "") }
            return contract.kinds.contains { $0.name == name }
        }
        unsafe kinds.withUnsafeBufferPointer {
            unsafe (plugin.kinds, plugin.kind_count) = ($0.baseAddress, UInt32($0.count))
            unsafe value(plugin)
        }
    }
}

extension WireReader {
    /// The contract of a process, checked like that of a library in the daemon, with functions that ask the process.
    /// `context` makes the context of the kind with an index. Throws as `Contract` does.
    mutating func contract(context: (Int) -> UnsafeMutableRawPointer) throws(SceneError) -> Contract {
        guard let plugin = unsafe value(scrim_plugin.self) else {
            throw SceneError(.value, "its process gave no tables")
        }
        let kinds = unsafe UnsafeBufferPointer(start: plugin.pointee.kinds, count: Int(plugin.pointee.kind_count))
        for number in kinds.indices.prefix(Contract.kindLimit) {
            guard let kind = unsafe UnsafeMutablePointer(mutating: kinds[number]) else { continue }
            unsafe kind.pointee.context = unsafe context(number)
        }
        return try unsafe Contract(plugin)
    }
}
