#pragma once

#include <stddef.h>
#include <stdint.h>

#if defined(__clang__)
#pragma clang assume_nonnull begin
#endif

/// Takes blocks of 64 bytes into the state of a SHA-256 (FIPS 180-4), by the processor's own instructions where it has them.
void sys_sha256(uint32_t state[_Nonnull 8], const void *blocks, size_t count);

/// The same without them, on any processor.
void sys_sha256_plain(uint32_t state[_Nonnull 8], const void *blocks, size_t count);

/// Multiplies red, green and blue of pixels of four bytes by their alpha, rounded.
void sys_premultiply(uint8_t *pixels, size_t count);

#if defined(__clang__)
#pragma clang assume_nonnull end
#endif
