#pragma once

#include <stdbool.h>

/// From now on each allocation ends at an inaccessible page, and no address is reused: accessing memory beyond an
/// allocation or after it was freed ends the process with status 1 and a message on standard output. The up to 15 bytes
/// between the end of an allocation and that page are checked when it is freed.
///
/// Applies to the first 100,000 allocations and to one in 512 after them, to 25,000 at a time, of up to 64 MiB each;
/// the system's allocator handles the rest. Returns false when not possible (with a sanitizer, or another C library).
bool guard_memory(void);
