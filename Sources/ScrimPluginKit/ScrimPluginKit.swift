// ScrimPluginKit
