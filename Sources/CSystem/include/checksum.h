#pragma once

#include <stddef.h>
#include <stdint.h>

#if defined(__clang__)
#pragma clang assume_nonnull begin
#endif

/// CRC-32C (Castagnoli) of bytes, by the processor's own instruction where it has one.
uint32_t sys_crc32c(const void *bytes, size_t size);

/// The same by tables, on any processor.
uint32_t sys_crc32c_by_table(const void *bytes, size_t size);

#if defined(__clang__)
#pragma clang assume_nonnull end
#endif
