#pragma once

#include <arpa/inet.h>
#include <microhttpd.h>

// What of libmicrohttpd is variadic or a macro.

static const uint64_t http_size_unknown = MHD_SIZE_UNKNOWN;

/// A server on 127.0.0.1 whose descriptor is polled by the caller. Port 0: a free one.
/// `connections` at a time, each given up after `timeout` seconds without a byte.
static inline struct MHD_Daemon *_Nullable http_start(
    uint16_t port, MHD_AccessHandlerCallback _Nonnull access, MHD_RequestCompletedCallback _Nonnull completed,
    void *_Nonnull context, unsigned connections, unsigned timeout) {
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons(port)};
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    return MHD_start_daemon(
        MHD_USE_EPOLL | MHD_ALLOW_SUSPEND_RESUME, port, NULL, NULL, access, context,
        MHD_OPTION_SOCK_ADDR, (struct sockaddr *)&address, MHD_OPTION_NOTIFY_COMPLETED, completed, context,
        MHD_OPTION_CONNECTION_LIMIT, connections, MHD_OPTION_CONNECTION_TIMEOUT, timeout,
        MHD_OPTION_CONNECTION_MEMORY_LIMIT, (size_t)(64 << 10), MHD_OPTION_END);
}

/// Readable when there is work for MHD_run; -1 when there is none.
static inline int http_descriptor(struct MHD_Daemon *_Nonnull server) {
    const union MHD_DaemonInfo *info = MHD_get_daemon_info(server, MHD_DAEMON_INFO_EPOLL_FD);
    return info ? info->epoll_fd : -1;
}

/// Connections that are open.
static inline unsigned http_connections(struct MHD_Daemon *_Nonnull server) {
    const union MHD_DaemonInfo *info = MHD_get_daemon_info(server, MHD_DAEMON_INFO_CURRENT_CONNECTIONS);
    return info ? info->num_connections : 0;
}

static inline uint16_t http_port(struct MHD_Daemon *_Nonnull server) {
    const union MHD_DaemonInfo *info = MHD_get_daemon_info(server, MHD_DAEMON_INFO_BIND_PORT);
    return info ? info->port : 0;
}
