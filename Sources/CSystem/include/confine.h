#pragma once

// What confines a process that reads files from anybody. A result below zero means that errno says why.

#include <stdbool.h>
#include <stdint.h>
#include <sys/inotify.h>
#include <sys/types.h>

#if defined(__clang__)
#pragma clang assume_nonnull begin
#endif

/// Limits that are never lifted: addresses in bytes, seconds of CPU time, descriptors; nothing is written to files,
/// no core is dumped. Privileges cannot be gained, and nobody may look into the process.
int sys_limit(uint64_t addresses, uint64_t cpu_seconds, uint64_t descriptors);

/// From here on only what computing, memory and the sockets that are open already need goes through to the kernel; the rest
/// fails with EPERM, calls of another architecture end the process. Neither executable memory nor processes can be made.
/// Holds for all threads.
/// ENOSYS: not known for this machine; EINVAL: the kernel has no filters.
int sys_confine(void);

/// Before a library is loaded into a process that sys_confine confines then: files can be read and mapped, nothing can be changed, made,
/// sent or executed. As sys_confine otherwise.
int sys_confine_loading(void);

/// The files that a process may read from a moment on: a list that is made with `begin`, filled with `allow` (a folder with all below it, or one
/// file; one that is not there is left out), and put in force with `confine`, for all threads that are made later and for this one, for good.
/// Results below zero as above; ENOSYS or EOPNOTSUPP: the kernel has no Landlock.
int sys_files_begin(void);
int sys_files_allow(int list, const char *path);
/// Allows the folders of the libraries that the process has loaded.
int sys_files_allow_loaded(int list);
int sys_files_confine(int list);

/// A descriptor that becomes readable when the process ends.
int sys_process_descriptor(pid_t process);

/// How many bytes of addresses this process has.
uint64_t sys_address_space(void);

/// How many bytes of addresses this process has, by an open descriptor of /proc/self/statm; 0: not known.
uint64_t sys_address_space_by(int status);

/// From here on the process may have `addresses` bytes, and never more than `sys_limit` said.
int sys_allow_addresses(uint64_t addresses);

#if defined(__clang__)
#pragma clang assume_nonnull end
#endif
