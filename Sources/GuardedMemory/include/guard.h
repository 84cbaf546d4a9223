#pragma once

#include <stdbool.h>

/// From here on each piece of memory that is asked for ends at a page that nobody may touch, and no address is used twice: reading or
/// writing behind a piece, or in one that was given back, ends the process with status 1 and a line that says so on standard output.
/// The up to 15 bytes between the end of a piece and that page are looked at when it is given back.
///
/// Holds for the first 100,000 pieces and for one in 512 of those behind them, for 25,000 at a time, of up to 64 MiB; the rest is the system's. False: not possible here (a sanitizer has
/// the allocator, or the C library has another one).
bool guard_memory(void);
