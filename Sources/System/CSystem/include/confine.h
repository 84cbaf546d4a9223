#pragma once

// Confines a process that reads untrusted files (programs.h: several programs). A negative result means an error in errno.

#include <stdbool.h>
#include <stdint.h>
#include <sys/inotify.h>
#include <sys/types.h>

#if defined(__clang__)
#pragma clang assume_nonnull begin
#endif

/// Sets permanent limits: address space in bytes, seconds of CPU time, descriptors; no file writes, no core dumps.
/// Privileges cannot be gained, and other processes cannot inspect it.
int sys_limit(uint64_t addresses, uint64_t cpu_seconds, uint64_t descriptors);

/// From now on only system calls for computing, memory and the already open sockets are allowed; others fail with
/// EPERM, calls of another architecture end the process. Neither executable memory nor processes can be created.
/// Applies to all threads. ENOSYS: not supported on this architecture; EINVAL: no seccomp filters in the kernel.
int sys_confine(void);

/// Call before loading a library into a process that sys_confine confines later: files can be read and mapped, but
/// nothing can be changed, created, sent or executed. Otherwise like sys_confine.
int sys_confine_loading(void);

/// Restricts the files that a process may read: `begin` creates a list, `allow` adds a folder with its contents, or a
/// file (missing ones are skipped), and `confine` applies it permanently to this thread and all threads created later.
/// Negative results as above; ENOSYS or EOPNOTSUPP: no Landlock in the kernel.
int sys_files_begin(void);
int sys_files_allow(int list, const char *path);
/// Allows the folders of the libraries that the process has loaded.
int sys_files_allow_loaded(int list);
int sys_files_confine(int list);

/// A descriptor that becomes readable when the process ends.
int sys_process_descriptor(pid_t process);

/// Size of this process's address space in bytes.
uint64_t sys_address_space(void);

/// Size of this process's address space in bytes, from an open descriptor of /proc/self/statm; 0: unknown.
uint64_t sys_address_space_by(int status);

/// Limits the address space of the process to `addresses` bytes, at most to the limit of `sys_limit`.
int sys_allow_addresses(uint64_t addresses);

#if defined(__clang__)
#pragma clang assume_nonnull end
#endif
