#define _GNU_SOURCE
#include "system.h"

#include <signal.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/// Runs the command in the guard's group, and waits for its end.
static void guard(const int *streams, char *const *words, char *const *variables) {
    pid_t command = fork();
    if (command == 0) {
        sigset_t none;
        sigemptyset(&none);
        sigprocmask(SIG_SETMASK, &none, NULL);
        for (int number = 0; number < 3; number++)
            if (dup2(streams[number], number) < 0) _exit(126);
        closefrom(3);
        execve(words[0], words, variables);
        _exit(127);
    }
    // Pipes end when the command has closed them, and sockets with the parent.
    closefrom(0);
    if (command < 0) _exit(126);
    sigset_t awaited;
    sigemptyset(&awaited);
    sigaddset(&awaited, SIGCHLD);
    sigaddset(&awaited, SIGTERM);
    bool ends = false;
    while (true) {
        const struct timespec two = {.tv_sec = 2};
        int received = sigtimedwait(&awaited, NULL, ends ? &two : NULL);
        if (received == SIGTERM) {
            // It reaches the guard, too, where it stays blocked.
            sigdelset(&awaited, SIGTERM);
            kill(0, SIGTERM);
            ends = true;
        }
        int status;
        if (waitpid(command, &status, WNOHANG) == command)
            _exit(WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status));
        if (ends && received < 0) kill(0, SIGKILL);
    }
}

int sys_spawn_in(posix_spawn_file_actions_t *actions, const char *folder) {
    return posix_spawn_file_actions_addchdir_np(actions, folder);
}

pid_t sys_spawn_guarded(const int *streams, char *const *words, char *const *variables) {
    sigset_t all, before;
    sigfillset(&all);
    sigprocmask(SIG_SETMASK, &all, &before);
    pid_t parent = getpid();
    pid_t process = fork();
    if (process != 0) {
        sigprocmask(SIG_SETMASK, &before, NULL);
        return process;
    }
    setpgid(0, 0);
    for (int number = 1; number < NSIG; number++) signal(number, SIG_DFL);
    prctl(PR_SET_PDEATHSIG, SIGTERM);
    if (getppid() != parent) _exit(143);
    guard(streams, words, variables);
    _exit(126);
}
