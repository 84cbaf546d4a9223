#pragma once

// Files that lines name. Where SCRIM_PACK is a folder, they are those of the pack that was unpacked there, whatever else the machine has;
// where SCRIM_COLLECT is one, each file that is opened is copied there, for a pack to be made.

#include <stdbool.h>

#if defined(__clang__)
#pragma clang assume_nonnull begin
#endif

/// Opens a file for reading, never waiting: open with O_RDONLY, O_CLOEXEC, O_NONBLOCK and O_NOCTTY.
int sys_open_named(const char *path);
/// stat of such a file, into a struct stat.
int sys_stat_named(const char *path, void *status);
/// True when files come from a pack.
bool sys_has_pack(void);
/// A file that was said as `path` is the one at `found`: where files are collected, it is kept by that name too.
void sys_collect_named(const char *path, const char *found);
/// Where fonts are collected, keeps the file of one that is used.
void sys_collect_font(const char *path);
/// Where fonts are collected, notes the family that stands for one that was asked for.
void sys_collect_family(const char *asked, const char *found);

#if defined(__clang__)
#pragma clang assume_nonnull end
#endif
