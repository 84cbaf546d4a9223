#pragma once

// Zip files by libarchive, which is loaded when the first is read or written. Files of others are read by a confined process.

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#if defined(__clang__)
#pragma clang assume_nonnull begin
#endif

/// False when there is no libarchive.
bool scrim_archive_is_there(void);

/// An archive being written.
typedef struct scrim_archive_writer scrim_archive_writer;

/// Writes a zip to a descriptor; the same entries give the same bytes. Null when there is no memory.
scrim_archive_writer *_Nullable scrim_archive_writer_new(int file);
/// Begins an entry of so many bytes.
bool scrim_archive_writer_entry(scrim_archive_writer *writer, const char *name, uint64_t size);
bool scrim_archive_writer_data(scrim_archive_writer *writer, const void *bytes, size_t size);
/// Ends the archive and frees the writer. False when something could not be written.
bool scrim_archive_writer_finish(scrim_archive_writer *writer);

/// The kinds of records that a reader sends: a byte, four bytes of a length (as the machine has them), and so many bytes.
enum scrim_archive_record {
    /// An entry of the directory: eight bytes of its size, a byte that is 1 for a regular file, its name.
    SCRIM_ARCHIVE_ENTRY = 'e',
    /// The directory ends. The reader goes on when it was sent a byte.
    SCRIM_ARCHIVE_LISTED = 'l',
    /// The bytes of the next entry begin.
    SCRIM_ARCHIVE_NEXT = 'n',
    SCRIM_ARCHIVE_DATA = 'd',
    /// All entries were sent.
    SCRIM_ARCHIVE_DONE = 'z',
    /// A reason why it cannot be read.
    SCRIM_ARCHIVE_FAILED = 'x',
};

/// Starts a confined process that reads the zip behind a descriptor and sends records. A socket; -1 with errno when it cannot be made.
/// Closing the socket ends the process, which the caller has to wait for.
int scrim_archive_reader(int file, pid_t *process);

/// The version of a library that is installed, as text; false when it is not there or does not say one. `library`: pango, harfbuzz, freetype,
/// pixman, or that of a decoder: spng, libwebp, libavif, libheif, libjxl, libtiff, ffmpeg.
bool scrim_library_version(const char *library, char *text, size_t size);

#if defined(__clang__)
#pragma clang assume_nonnull end
#endif
