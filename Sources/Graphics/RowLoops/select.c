// Chooses the loops once, before main.
#include "plain.h"

static const struct scrim_row_loops *versions[4];
static size_t count;

struct scrim_row_loops scrim_rows;

__attribute__((constructor)) static void choose_version(void) {
    versions[count++] = &scrim_rows_plain;
    versions[count++] = &scrim_rows_wide4;
#if defined(__x86_64__)
    __builtin_cpu_init();
    if (__builtin_cpu_supports("avx2")) {
        versions[count++] = &scrim_rows_avx2;
        if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw")
            && __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512dq"))
            versions[count++] = &scrim_rows_avx512;
    }
#endif
    scrim_rows = *versions[count - 1];
}

size_t scrim_row_loops_count(void) { return count; }

const struct scrim_row_loops *scrim_row_loops_at(size_t index) { return index < count ? versions[index] : 0; }
