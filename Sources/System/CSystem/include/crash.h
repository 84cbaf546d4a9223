#pragma once

/// Writes a report to standard error when a fault signal ends the program: the signal, the address, and the call stack
/// as `PROGRAM(FUNCTION+OFFSET)`, for `addr2line` and `swift demangle`. Signals with existing handlers are not changed.
/// `name` begins the first line.
void sys_report_crashes(const char *_Nonnull name);
