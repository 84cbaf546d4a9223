#pragma once

// What Glibc's Swift module lacks. The headers import directly; the functions below stand for what is hidden behind
// _GNU_SOURCE, a macro or a variadic. They wrap and add no logic: a result below zero means that errno says why.

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/signalfd.h>
#include <sys/timerfd.h>
#include <sys/types.h>

#if defined(__clang__)
#pragma clang assume_nonnull begin
#endif

/// accept4 with SOCK_NONBLOCK and SOCK_CLOEXEC.
int sys_accept(int listener);

/// memfd_create with MFD_CLOEXEC and MFD_ALLOW_SEALING.
int sys_memfd(const char *name);

/// F_ADD_SEALS: shrink, grow and, when asked, write and further seals. (fcntl is variadic.)
int sys_seal(int descriptor, bool writing);

/// 1 for a memory file (memfd_create) with F_SEAL_SHRINK, 0 for one without; below zero it is none, or not of common pages.
int sys_is_kept_whole(int descriptor);

/// Has the disk hold room for `size` bytes of a file from `offset` on, so that appending there costs less; the file's length stays. Not
/// every file system can.
int sys_reserve(int descriptor, int64_t offset, int64_t size);

/// Opens a file below a folder for reading (for both when `writing`), without waiting. `type` is S_IFREG or S_IFIFO: EINVAL for
/// anything else. EXDEV and ELOOP: symbolic links lead out of the folder, or are those of /proc that lead anywhere.
int sys_open_beneath(const char *folder, const char *path, mode_t type, bool writing);

/// flock with LOCK_EX | LOCK_NB: in Swift the structure of the same name hides the function.
int sys_try_lock(int descriptor);

/// A lock of the whole file for this process: F_SETLK. EAGAIN: another one has it, whose id goes to `owner`, 0 when it is not known.
/// Closing any descriptor of the file ends it.
int sys_lock(int descriptor, pid_t *owner);

/// pthread_clockjoin_np by CLOCK_MONOTONIC: waits for so many nanoseconds at most. False when the thread still runs then.
bool sys_join_within(pthread_t thread, int64_t nanoseconds);

/// FD_CLOEXEC and O_NONBLOCK set. (fcntl is variadic.)
int sys_set_cloexec(int descriptor);
int sys_set_nonblocking(int descriptor);

/// Who connected: SO_PEERCRED. (struct ucred is behind _GNU_SOURCE.)
int sys_peer(int socket, uid_t *user, pid_t *process);

/// The most descriptors that one call receives or sends.
enum { SYS_DESCRIPTORS_MAX = 16 };

/// recvmsg with MSG_CMSG_CLOEXEC: up to SYS_DESCRIPTORS_MAX descriptors go to `descriptors`, their number to `count`.
/// What the kernel hands over beyond that is closed; `truncated` tells whether anything was.
ssize_t sys_receive(int socket, void *bytes, size_t size, int *descriptors, int *count, bool *truncated);

/// sendmsg with MSG_NOSIGNAL, and the descriptors as SCM_RIGHTS (at most SYS_DESCRIPTORS_MAX; more is EINVAL).
ssize_t sys_send(int socket, const void *bytes, size_t size, const int *_Nullable descriptors, int count);

/// recv after ppoll, for so many nanoseconds at most: EAGAIN when nothing came, 0 at the end.
ssize_t sys_receive_within(int socket, void *bytes, size_t size, uint64_t nanoseconds);

/// recvmsg that waits, with MSG_CMSG_CLOEXEC: `descriptor` is the one that came along, or -1. (Room for one: the kernel closes others.)
ssize_t sys_receive_waiting(int socket, void *bytes, size_t size, int *descriptor);

/// Has another process of ours run on the processor on which this thread runs, unless that is `before`. The processor; -1: not known.
int sys_move_here(pid_t process, int before);

/// prctl(PR_SET_PDEATHSIG) and prctl(PR_SET_NAME). (prctl is variadic.)
int sys_die_with_parent(int signal);
int sys_set_thread_name(const char *name);

/// getrandom without flags.
ssize_t sys_random(void *bytes, size_t size);

/// WIFEXITED, WEXITSTATUS, WIFSIGNALED, WTERMSIG: macros.
bool sys_exited(int status);
int sys_exit_status(int status);
bool sys_was_signaled(int status);
int sys_termination_signal(int status);

/// A descriptor that becomes readable when the clock on the wall is set, or goes on behind a sleep of the machine: `sys_rewatch_wall` makes it
/// tell the next time, too.
int sys_watch_wall(void);
int sys_rewatch_wall(int watch);

#if defined(__clang__)
#pragma clang assume_nonnull end
#endif
