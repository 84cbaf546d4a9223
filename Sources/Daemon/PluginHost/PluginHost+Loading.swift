import Glibc
package import Scene
import SceneTables
package import Schema

/// Loading, unloading and reloading.
extension PluginHost {
    /// Loads the plugin that declares a kind: `KindRegistry.load`. A plugin that was refused is refused again.
    func load(kind name: String) throws(SceneError) {
        guard let plugin = plugins.first(where: { $0.manifest.kinds.contains { $0.name == name } }) else { return }
        guard !plugin.isLoaded else { return }
        if plugin.state == .refused { throw SceneError(plugin.refusal, plugin.reason) }
        try open(plugin, fresh: false, scene: nil)
    }

    /// Loads a plugin from a manifest (`.scrimplugin`) or a library, and returns its id.
    ///
    /// Throws `exists` when it is loaded already, or its id or kinds are taken; `io`, `value`, `unsupported` for a file
    /// that cannot be loaded or breaks the contract; `plugin` when the plugin hangs or ends while it is loaded; `busy`
    /// while it is being loaded: see `takeAwaited`.
    @discardableResult
    package func load(path: String) throws(SceneError) -> String {
        // A library without a manifest is opened at once; its contract serves as the manifest.
        var contract: (Contract, (any PluginProgram)?)?
        let manifest: Manifest
        if path.hasSuffix(".scrimplugin") {
            manifest = try Manifest(file: path)
        } else {
            guard path.contains("/") else {
                throw SceneError(.io, "\"\(path)\": name the file with its folder, as in ./\(path)")
            }
            guard let read = try self.contract(of: path, isIsolated: worker != nil, isOwn: false, fresh: true) else {
                throw pending(path)
            }
            manifest = Manifest(of: read.0)
            contract = read
        }
        guard let known = plugins.first(where: { $0.manifest.id == manifest.id }) else {
            let plugin = try add(manifest, origin: path)
            do throws(SceneError) {
                try open(plugin, fresh: true, scene: nil, contract)
            } catch {
                // A failed plugin that was not discovered is removed again.
                plugins.removeAll { $0 === plugin }
                registry.promised.removeAll { name in manifest.kinds.contains { $0.name == name } }
                registry.promisedLayers.removeAll { name in manifest.kinds.contains { $0.name == name } }
                registry.filters.removeAll { name in manifest.kinds.contains { $0.name == name } }
                registry.decoders.removeLast(manifest.decoders.count)
                throw error
            }
            return manifest.id
        }
        // It is not in use, so this file replaces it.
        guard !known.isLoaded || known.state == .unloaded else {
            throw SceneError(.exists, "the plugin \"\(manifest.id)\" is loaded; reload it instead")
        }
        guard manifest.kinds == known.manifest.kinds else {
            throw SceneError(.exists, "the plugin \"\(manifest.id)\" in \"\(known.origin)\" brings other kinds")
        }
        let old = (known.origin, known.manifest)
        (known.origin, known.manifest) = (path, manifest)
        do throws(SceneError) {
            try open(known, fresh: true, scene: nil, contract)
        } catch {
            (known.origin, known.manifest) = old
            throw error
        }
        return manifest.id
    }

    /// Unloads a plugin. Its kinds stay known and are used again by their next object: code is never unmapped.
    ///
    /// Throws `busy` while the scene has an object of one of its kinds.
    package func unload(_ id: String, in scene: Scene) throws(SceneError) {
        let plugin = try find(id)
        guard plugin.isLoaded, plugin.state != .unloaded else {
            throw SceneError(.value, "the plugin \"\(id)\" is not loaded")
        }
        for kind in plugin.kinds {
            if let slot = objects(of: kind, in: scene).first {
                throw SceneError(.busy, "\"\(scene.name(of: slot))\" is a \(kind.name)")
            }
        }
        for kind in plugin.kinds {
            drawings.drop(kind)
            if kind.family == .behavior { behaviors?.drop(plugin) }
            kind.lifecycle.apply(.unload)
        }
        plugin.isolated?.rest()
        plugin.reason = ""
        calls.tell(.unloaded, id, "unloaded")
    }

    /// Loads the current version of a plugin's file in addition to the old one, gives its kinds the new schema, and
    /// drops the old code's instances. Returns the slots of these objects, which have to be drawn again.
    ///
    /// Values that the new schema does not allow are reset to the default. A failed reload keeps the old version.
    /// Throws as `load` does, and `busy` for the output in use.
    @discardableResult
    package func reload(_ id: String, in scene: Scene) throws(SceneError) -> [Slot] {
        let plugin = try find(id)
        for kind in plugin.kinds where outputs.contains(where: { $0.output?.kind === kind }) {
            throw SceneError(.busy, "an output uses \"\(kind.name)\"")
        }
        if plugin.origin.hasSuffix(".scrimplugin") {
            let manifest = try Manifest(file: plugin.origin)
            guard manifest.id == id, manifest.kinds == plugin.manifest.kinds else {
                throw SceneError(.unsupported, "the manifest of \"\(id)\" names another id or other kinds than before")
            }
            try open(plugin, fresh: true, scene: scene)
            plugin.manifest = manifest
        } else {
            try open(plugin, fresh: true, scene: scene)
        }
        calls.services.glyphs.forgetAll(of: id)
        return plugin.kinds.flatMap { objects(of: $0, in: scene) }
    }

    private func objects(of kind: PluginKind, in scene: Scene) -> [Slot] {
        guard kind.id != .none else { return [] }
        return scene.rows.indices.lazy.map { Slot($0) }.filter {
            let row = scene.rows[Int($0)]
            return scene.kinds.base(row.kind) == kind.id && row.flags.contains(.isAlive)
                && !row.flags.contains(.isRemoved)
        }
    }

    /// Opens the library, checks it against the manifest, and adopts its kinds; on an error nothing changes.
    private func open(
        _ plugin: Plugin, fresh: Bool, scene: Scene?, _ read: (Contract, (any PluginProgram)?)? = nil
    ) throws(SceneError) {
        let path = libraryPath(plugin)
        let isOwn = trust(plugin.origin) == .own
        // Decoders are only used by the decoding process.
        if plugin.manifest.kinds.isEmpty {
            guard unsafe access(path, R_OK) == 0 else { throw SceneError(.io, "\"\(path)\" cannot be read") }
            if !isOwn { guard try checkDecoders(of: path) else { throw pending(path) } }
            plugin.isChecked = true
            plugin.path = path
            return
        }
        let isReload = plugin.isLoaded
        var opened: (any PluginProgram)?
        var isPending = false
        do throws(SceneError) {
            guard plugin.manifest.abi == scrimABI >> 16 else {
                throw SceneError(
                    .unsupported,
                    "the plugin speaks contract \(plugin.manifest.abi), this host speaks \(scrimABI >> 16)")
            }
            let isIsolated = isIsolated(plugin.manifest, origin: plugin.origin)
            let both: (Contract, (any PluginProgram)?)
            if let read {
                both = read
            } else {
                guard
                    let new = try contract(
                        of: path, isIsolated: isIsolated, isOwn: isOwn, fresh: fresh, for: fresh ? nil : plugin)
                else {
                    isPending = true
                    throw pending(path)
                }
                both = new
            }
            let (contract, isolated) = both
            opened = isolated
            try check(contract, against: plugin.manifest)
            for kind in plugin.kinds {
                guard let new = contract.kinds.first(where: { $0.name == kind.name }) else { continue }
                adopt(new, as: kind, scene: scene)
                kind.lifecycle.apply(isReload ? .reload : .load)
            }
            plugin.isolated?.close()
            plugin.isolated = isolated
        } catch {
            opened?.close()
            if isPending { throw error }
            let error = SceneError(error.code, "the plugin \"\(plugin.manifest.id)\": \(error.message)")
            if !isReload {
                for kind in plugin.kinds { kind.lifecycle.apply(.refuse) }
                (plugin.reason, plugin.refusal) = (error.message, error.code)
            }
            calls.tell(.refused, plugin.manifest.id, error.message)
            throw error
        }
        plugin.path = path
        plugin.reason = ""
        let version = plugin.manifest.version
        calls.tell(
            isReload ? .reloaded : .loaded, plugin.manifest.id, "\(isReload ? "reloaded" : "loaded") version \(version)"
        )
    }

    private func pending(_ path: String) -> SceneError { SceneError(.busy, "\"\(path)\" is being loaded") }

    /// The contract of a library, loaded here or in a process of its own; nil while it is loading. A foreign library is
    /// always loaded in a process first and checked there. `plugin` is loaded when that is done, whether it is
    /// requested again or not.
    private func contract(
        of path: String, isIsolated: Bool, isOwn: Bool, fresh: Bool, for plugin: Plugin? = nil
    ) throws(SceneError) -> (Contract, (any PluginProgram)?)? {
        guard let worker, isIsolated || !isOwn else {
            return (unsafe try Contract(Library.entry(of: path, fresh: fresh)), nil)
        }
        let opening = try opening(of: path, worker)
        guard let outcome = outcome(of: opening, path, for: plugin) else { return nil }
        switch outcome {
        case .success(let contract) where isIsolated: return (contract, opening.isolated)
        case .failure(let error) where opening.isolated.conversation.refusal != .outputs:
            opening.close()
            throw error
        // It runs in the daemon: an output has descriptors to wait for; other plugins were permitted.
        default:
            opening.close()
            return (unsafe try Contract(Library.entry(of: path, fresh: fresh)), nil)
        }
    }

    /// Checks a library of decoders in a process; false while that is going on. Throws the reason why it must not be
    /// used.
    private func checkDecoders(of path: String) throws(SceneError) -> Bool {
        guard let worker else { return true }
        let opening = try opening(of: path, worker)
        guard let outcome = outcome(of: opening, path, for: nil) else { return false }
        opening.close()
        if case .failure(let error) = outcome, opening.isolated.conversation.refusal == nil { throw error }
        return true
    }

    /// Checks the foreign decoders. Those that hang, or break the contract, are not used.
    package func checkDecoders() {
        for plugin in plugins where plugin.manifest.kinds.isEmpty && !plugin.isChecked {
            do throws(SceneError) { try open(plugin, fresh: false, scene: nil) } catch {
                (plugin.reason, plugin.refusal) = (error.message, error.code)
                calls.tell(.refused, plugin.manifest.id, "the plugin \"\(plugin.manifest.id)\": \(error.message)")
            }
        }
    }

    /// The process in which a library is being opened; a new one when there is none, or the file has changed.
    private func opening(of path: String, _ worker: String) throws(SceneError) -> PluginOpening {
        // A file that cannot be read is reported without starting a process.
        let file = try PluginFile(path).identity(path)
        if let known = openings[path] {
            if known.file == file { return known }
            known.close()
            openings[path] = nil
        }
        let isolated = IsolatedPlugin(calls.services, program: worker, library: path)
        let opening = try PluginOpening(isolated, file)
        openings[path] = opening
        return opening
    }

    /// The outcome of an opening; nil when the line has to wait for it.
    private func outcome(of opening: PluginOpening, _ path: String, for plugin: Plugin?) -> Result<
        Contract, SceneError
    >? {
        let waits = reactor != nil && !isPainting && canWait?() ?? false
        let timeout: UInt64 =
            if waits {
                0
            } else if reactor == nil || calls.services.mayWaitLong {
                calls.services.loadingTime
            } else {
                // Waits only once: a frame may ask repeatedly.
                opening.isWatched ? 0 : PluginConversation.briefTimeout
            }
        if let outcome = opening.outcome(within: timeout) {
            openings[path] = nil
            return outcome
        }
        if waits { isAwaited = true }
        if let reactor {
            opening.whenKnown(in: reactor) { [weak self, weak opening, weak plugin] in
                if let self, let opening { ended(opening, path, plugin) }
            }
        }
        return nil
    }

    private func ended(_ opening: PluginOpening, _ path: String, _ plugin: Plugin?) {
        // The error is reported, and kept for later requests.
        if let plugin, !plugin.isLoaded, openings[path] === opening { try? open(plugin, fresh: false, scene: nil) }
        onOpened?()
        // The opening was replaced meanwhile.
        guard openings[path] === opening else { return }
        opening.close()
        openings[path] = nil
    }

    private func check(_ contract: Contract, against manifest: Manifest) throws(SceneError) {
        guard contract.id == manifest.id else {
            throw SceneError(.value, "the library is \"\(contract.id)\", the manifest says \"\(manifest.id)\"")
        }
        for promise in manifest.kinds {
            guard let kind = contract.kinds.first(where: { $0.name == promise.name }) else {
                throw SceneError(.value, "the manifest promises the kind \"\(promise.name)\", the library has none")
            }
            guard kind.family == promise.family else {
                throw SceneError(.value, "the manifest gives \"\(promise.name)\" another interface than the library")
            }
        }
        for kind in contract.kinds where !manifest.kinds.contains(where: { $0.name == kind.name }) {
            throw SceneError(.value, "the library brings the kind \"\(kind.name)\", the manifest does not name it")
        }
    }

    /// Installs a kind's new table and schema.
    ///
    /// A property keeps its number for good, so that no value, animation or change record ever refers to another one; a
    /// removed property stays in the schema as read-only.
    private func adopt(_ new: ContractKind, as kind: PluginKind, scene: Scene?) {
        if kind.family == .filter {
            // Filters have no objects: the kind is known by the name of a function.
            kind.types = new.properties.map(\.type)
            kind.contract = new
            filterRevision += 1
            return
        }
        drawings.drop(kind)
        if kind.family == .behavior { behaviors?.drop(kind.plugin) }
        let common = kind.family.commonSchema
        let old = kind.id == .none ? common : registry[kind.id].properties
        var schema = old
        let open = new.properties.first(where: \.isOpen)?.name
        for number in common.count..<old.count {
            let gone = old[number]
            // Properties named by clients stay.
            if let open, gone.name.hasPrefix(open) { continue }
            schema[number] = Property(
                gone.name, gone.type, gone.initial, choices: gone.choices, effect: .none, isReadOnly: true,
                help: "gone since a reload")
        }
        schema.replaceSubrange(
            0..<common.count, with: new.traits.contains(.usesTime) ? LayerProperty.timedSchema : common)
        kind.numbers = []
        kind.types = new.properties.map(\.type)
        for property in new.properties {
            if let number = schema.firstIndex(where: { $0.name == property.name }) {
                schema[number] = property
                kind.numbers.append(PropertyID(UInt16(number)))
            } else {
                kind.numbers.append(PropertyID(UInt16(schema.count)))
                schema.append(property)
            }
        }
        kind.figure = new.drawsFigure ? Figure(new.properties, kind.numbers) : nil
        if let scene { resetWhatNoLongerFits(kind, schema, common.count, scene) }
        kind.id = registry.add(
            Kind(
                name: kind.name, family: kind.family, help: new.help, plugin: kind.plugin.manifest.id,
                traits: new.traits, properties: schema))
        calls.add(kind)
        kind.contract = new
    }

    private func resetWhatNoLongerFits(_ kind: PluginKind, _ schema: [Property], _ first: Int, _ scene: Scene) {
        let old = registry[kind.id].properties
        for slot in objects(of: kind, in: scene) {
            for number in first..<old.count {
                let id = PropertyID(UInt16(number))
                if scene.styles.isSet(slot, id),
                    schema[number].isReadOnly || !schema[number].accepts(scene.value(slot, id))
                {
                    // The default value is always valid, and the property is not read-only.
                    try? scene.set(slot, id, old[number].initial)
                }
            }
        }
    }
}

extension Manifest {
    /// A manifest for a library without one, made from its contract.
    fileprivate init(of contract: Contract) {
        self.init()
        id = contract.id
        version = contract.version
        abi = contract.abi >> 16
        kinds = contract.kinds.map { PromisedKind(name: $0.name, family: $0.family) }
        decoders = contract.decoders.map { PromisedDecoder(name: $0.name, mediaType: "image/*", endings: []) }
    }
}
