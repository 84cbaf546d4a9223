// Counts what the whole program takes from the heap: malloc and its kin, by taking their place.
#pragma once
#include <stdint.h>

/// Calls that took memory, of all threads since the start.
uint64_t allocations_made(void);
/// Bytes that are in use now.
uint64_t allocations_bytes(void);
