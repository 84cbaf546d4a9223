#pragma once

#include <stddef.h>
#include <stdint.h>

#if defined(__clang__)
#pragma clang assume_nonnull begin
#endif

/// CRC-32C (Castagnoli) of bytes, with the processor's instruction if available.
uint32_t sys_crc32c(const void *bytes, size_t size);

/// CRC-32C with tables, on any processor.
uint32_t sys_crc32c_by_table(const void *bytes, size_t size);

#if defined(__clang__)
#pragma clang assume_nonnull end
#endif
