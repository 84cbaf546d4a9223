#define _GNU_SOURCE
#include "crash.h"

#include <execinfo.h>
#include <signal.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const struct { int number; const char *name; } faults[] = {
    {SIGSEGV, "SIGSEGV"}, {SIGBUS, "SIGBUS"}, {SIGILL, "SIGILL"}, {SIGFPE, "SIGFPE"}, {SIGABRT, "SIGABRT"}, {SIGTRAP, "SIGTRAP"},
};
enum { fault_count = sizeof faults / sizeof *faults, most_frames = 64 };

static const char *program;

static void put(const char *text) {
    if (write(STDERR_FILENO, text, strlen(text)) < 0) return;
}

static void put_address(const void *address) {
    char text[2 + 2 * sizeof(uintptr_t) + 1] = "0x";
    uintptr_t value = (uintptr_t)address;
    for (unsigned at = 0; at < 2 * sizeof value; at++) text[2 + at] = "0123456789abcdef"[value >> (8 * sizeof value - 4 - 4 * at) & 15];
    put(text);
}

/// Calls nothing that allocates: the allocator may have caused the fault.
static void report(int number, siginfo_t *info, void *context) {
    (void)context;
    put(program);
    put(": error: crashed by ");
    for (int at = 0; at < fault_count; at++)
        if (faults[at].number == number) put(faults[at].name);
    put(" at ");
    put_address(info->si_addr);
    put("\n");
    void *frames[most_frames];
    int count = backtrace(frames, most_frames);
    backtrace_symbols_fd(frames, count, STDERR_FILENO);
    // The handler is reset by now: the program ends as usual, with a core dump.
    if (info->si_code <= 0) raise(number);
}

void sys_report_crashes(const char *name) {
    // A separate stack, for stack overflows.
    enum { stack_size = 64 << 10 };
    stack_t stack = {.ss_sp = malloc(stack_size), .ss_size = stack_size};
    if (stack.ss_sp == NULL || sigaltstack(&stack, NULL) != 0) return;
    if ((program = strdup(name)) == NULL) return;
    // The first call loads a library, which must not happen in a handler.
    void *frame;
    backtrace(&frame, 1);
    for (int at = 0; at < fault_count; at++) {
        struct sigaction before;
        if (sigaction(faults[at].number, NULL, &before) != 0 || before.sa_handler != SIG_DFL) continue;
        struct sigaction action = {.sa_sigaction = report, .sa_flags = SA_SIGINFO | SA_ONSTACK | SA_RESETHAND | SA_NODEFER};
        sigemptyset(&action.sa_mask);
        sigaction(faults[at].number, &action, NULL);
    }
}
