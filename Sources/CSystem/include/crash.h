#pragma once

/// Writes a report to standard error when a signal of a fault ends the program: the signal, the address, and the calls that led to it,
/// as `PROGRAM(FUNCTION+OFFSET)`, which `addr2line` and `swift demangle` read. Signals that somebody handles already are left alone.
/// `name` begins the first line.
void sys_report_crashes(const char *_Nonnull name);
