// Empty: what depends on the chosen plugins is built behind them, so that one `swift build` makes all.
