#include "checksum.h"

#include <stdbool.h>
#include <string.h>

/// Tables according to Kounavis and Berry, "A Systematic Approach to Building High Performance Software-Based CRC
/// Generators", 2005: four bytes at a time. Filled before main.
static uint32_t tables[4][256];

__attribute__((constructor)) static void fill(void) {
    for (uint32_t byte = 0; byte < 256; byte++) {
        uint32_t crc = byte;
        for (int bit = 0; bit < 8; bit++) crc = crc & 1 ? crc >> 1 ^ 0x82F63B78u : crc >> 1;
        tables[0][byte] = crc;
    }
    for (int byte = 0; byte < 256; byte++)
        for (int table = 1; table < 4; table++) {
            const uint32_t before = tables[table - 1][byte];
            tables[table][byte] = before >> 8 ^ tables[0][before & 0xFF];
        }
}

uint32_t sys_crc32c_by_table(const void *bytes, size_t size) {
    const uint8_t *at = bytes;
    uint32_t crc = ~0u;
    for (; size >= 4; size -= 4, at += 4) {
        const uint32_t word = crc ^ ((uint32_t)at[0] | (uint32_t)at[1] << 8 | (uint32_t)at[2] << 16 | (uint32_t)at[3] << 24);
        crc = tables[3][word & 0xFF] ^ tables[2][word >> 8 & 0xFF] ^ tables[1][word >> 16 & 0xFF] ^ tables[0][word >> 24];
    }
    for (; size > 0; size--, at++) crc = crc >> 8 ^ tables[0][(crc ^ *at) & 0xFF];
    return ~crc;
}

#if defined(__x86_64__)

static bool has_instruction(void) { return __builtin_cpu_supports("sse4.2"); }

__attribute__((target("sse4.2"))) static uint32_t by_instruction(const void *bytes, size_t size) {
    const uint8_t *at = bytes;
    uint64_t crc = ~0u;
    for (; size >= 8; size -= 8, at += 8) {
        uint64_t word;
        memcpy(&word, at, 8);
        crc = __builtin_ia32_crc32di(crc, word);
    }
    for (; size > 0; size--, at++) crc = __builtin_ia32_crc32qi((uint32_t)crc, *at);
    return ~(uint32_t)crc;
}

#elif defined(__aarch64__) && defined(__linux__)

#include <sys/auxv.h>

static bool has_instruction(void) { return getauxval(AT_HWCAP) & 1ul << 7; }

__attribute__((target("crc"))) static uint32_t by_instruction(const void *bytes, size_t size) {
    const uint8_t *at = bytes;
    uint32_t crc = ~0u;
    for (; size >= 8; size -= 8, at += 8) {
        uint64_t word;
        memcpy(&word, at, 8);
        crc = __builtin_arm_crc32cd(crc, word);
    }
    for (; size > 0; size--, at++) crc = __builtin_arm_crc32cb(crc, *at);
    return ~crc;
}

#else

static bool has_instruction(void) { return false; }

static uint32_t by_instruction(const void *bytes, size_t size) { return sys_crc32c_by_table(bytes, size); }

#endif

uint32_t sys_crc32c(const void *bytes, size_t size) {
    return has_instruction() ? by_instruction(bytes, size) : sys_crc32c_by_table(bytes, size);
}
