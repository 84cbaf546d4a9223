// Eight pixels at a time.
#if defined(__x86_64__)
#include <immintrin.h>
#include "plain.h"

#pragma clang attribute push(__attribute__((target("avx2"))), apply_to = function)
#define WIDE 32
#include "wide.h"

void scrim_turned_avx2(
    uint32_t *to, const uint8_t *base, ptrdiff_t stride, size_t count, struct scrim_sample at,
    struct scrim_sample step) {
    turned(to, base, stride, count, at, step);
}

const struct scrim_row_loops scrim_rows_avx2 = SCRIM_LOOPS("8 pixels, AVX2");
#pragma clang attribute pop
#endif
