// libarchive's functions, found at run time.
#ifndef SCRIM_PACK_LIBRARY_H
#define SCRIM_PACK_LIBRARY_H

#include <archive.h>
#include <archive_entry.h>

#define SCRIM_ARCHIVE(X)                                                                                               \
    X(archive_read_new)                                                                                                \
    X(archive_read_support_format_zip_seekable)                                                                        \
    X(archive_read_open_fd)                                                                                            \
    X(archive_read_next_header)                                                                                        \
    X(archive_read_data_block)                                                                                         \
    X(archive_read_free)                                                                                               \
    X(archive_error_string)                                                                                            \
    X(archive_entry_pathname)                                                                                          \
    X(archive_entry_size)                                                                                              \
    X(archive_entry_size_is_set)                                                                                       \
    X(archive_entry_filetype)                                                                                          \
    X(archive_entry_hardlink)                                                                                          \
    X(archive_write_new)                                                                                               \
    X(archive_write_set_format_zip)                                                                                    \
    X(archive_write_open_fd)                                                                                           \
    X(archive_write_header)                                                                                            \
    X(archive_write_data)                                                                                              \
    X(archive_write_close)                                                                                             \
    X(archive_write_free)                                                                                              \
    X(archive_entry_new)                                                                                               \
    X(archive_entry_set_pathname)                                                                                      \
    X(archive_entry_set_size)                                                                                          \
    X(archive_entry_set_filetype)                                                                                      \
    X(archive_entry_set_perm)                                                                                          \
    X(archive_entry_set_mtime)                                                                                         \
    X(archive_entry_free)

typedef struct {
#define X(name) __typeof__(&name) name;
    SCRIM_ARCHIVE(X)
#undef X
} scrim_archive_functions;

/// Null when the library is not there.
const scrim_archive_functions *scrim_archive_load(void);

#endif
