#pragma once

// Starts the programs that draw SVG and Lottie files for a decoding process, and confines them together.

#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#if defined(__clang__)
#pragma clang assume_nonnull begin
#endif

/// Forks a process that waits for a message on `socket` and then executes `words`, with the socket at descriptor 3. It ends with this
/// process, and when the other end is closed before. Call it while there is one thread. Negative: an error in errno.
pid_t sys_start_when_asked(int socket, char *_Nullable const *_Nonnull words);

/// A listening socket that no name leads to, and a connection to it, in `ends`.
int sys_listening_pair(int *ends);

/// Forks a process that executes `words` with the listening socket as the service manager passes one (LISTEN_FDS). It ends with this process.
pid_t sys_start_listening(int listener, char *_Nullable const *_Nonnull words);

/// Executes `words` in place of this process, with these descriptors at 3 and 4 and no others. Returns on an error only.
void sys_become(int third, int fourth, char *_Nullable const *_Nonnull words);

/// Limits the address space of programs that are executed from now on, in bytes, and denies them core dumps and more privileges.
int sys_limit_programs(uint64_t addresses);

/// From now on, also in executed programs: no sockets but those that are open, no inspection of processes, no changes of the system.
/// Errors as of sys_confine.
int sys_confine_programs(void);

/// As sys_files_allow, for programs to be executed too, or for a folder or file to be written too.
int sys_files_allow_running(int list, const char *path);
int sys_files_allow_changes(int list, const char *path);

/// Turns `height` packed rows of straight RGBA into rows of `stride` bytes of premultiplied words 0xAARRGGBB, in place.
void sys_words_of_rgba(uint8_t *pixels, size_t width, size_t height, size_t stride);

#if defined(__clang__)
#pragma clang assume_nonnull end
#endif
