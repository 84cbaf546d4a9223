import Geometry
package import Living
import Scene

/// Which files `data` may read.
extension World {
    /// The settings' patterns, with folders of the environment put in.
    package var sourceRules: SourceRules {
        let text = scene.value(Scene.daemon, SettingsProperty.sourcePaths.id).string
        let patterns = text.split(separator: ":").compactMap { pattern -> String? in
            let variable = "$XDG_RUNTIME_DIR/"
            guard pattern.hasPrefix(variable) else { return String(pattern) }
            return loading.files.runtimeFolder.map { $0 + "/" + pattern.dropFirst(variable.count) }
        }
        return SourceRules(patterns)
    }

    /// Throws `value` for a source that is none, `denied` for a path that may not be read.
    func checkSource(of slot: Slot) throws(SceneError) {
        let text = scene.value(slot, DataProperty.source.id).string
        guard !text.isEmpty else { return }
        let source: SourcePath
        do throws(ValueSyntax) {
            source = try ByteView.with(text) { (text) throws(ValueSyntax) in try SourcePath(text) }
        } catch {
            throw SceneError(.value, "source: \(error.message)")
        }
        // It stays, and is not read: the settings may be others by now.
        if scene.objects.isRestoring { return }
        guard let opening = sourceRules.opening(of: source.path) else {
            throw SceneError(.denied, "source: \"\(source.path)\" fits none of daemon's sourcePaths")
        }
        if let reason = loading.files.refusal(of: opening) {
            throw SceneError(.denied, "source: \"\(source.path)\": \(reason)")
        }
    }
}
