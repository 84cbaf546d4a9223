// Eight pixels at a time.
#if defined(__x86_64__)
#include <immintrin.h>
#include "plain.h"

#pragma clang attribute push(__attribute__((target("avx2"))), apply_to = function)
#define WIDE 32
#include "wide.h"

SCRIM_LOOPS_OVER_ROWS
#include "outline.h"
#include "shapes.h"

const struct scrim_row_loops scrim_rows_avx2 = SCRIM_LOOPS("8 pixels, AVX2");
#pragma clang attribute pop
#endif
