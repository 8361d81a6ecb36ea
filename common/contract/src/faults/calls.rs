//! The system calls of a crawl, and the errors that their manual pages name.

/// The calls that `strace -f -c` shows, with the names of their errors. Of errors that are handled alike, one stands for all.
///
/// Left out are those whose failure ends or stops a process inside a library:
///
/// - `futex`: an injected error keeps a wake-up from the kernel, and then the C library waits for ever or aborts.
/// - `getrandom`: the standard library panics at EAGAIN, and repeats EINTR for ever.
/// - what a new thread calls before its first line, such as `sigaltstack`.
pub(super) const CALLS: [(&str, &str); 35] = [
    ("socket", "EACCES EMFILE ENFILE ENOBUFS ENOMEM"),
    (
        "connect",
        "EADDRNOTAVAIL EAGAIN EALREADY ECONNREFUSED ECONNRESET EHOSTUNREACH EINPROGRESS EINTR EISCONN ENETUNREACH \
        EPERM ETIMEDOUT",
    ),
    ("poll", "EINTR ENOMEM"),
    ("ioctl", "ENOTTY"),
    ("getpeername", "EINPROGRESS ENOBUFS ENOTCONN"),
    ("getsockopt", "ENOPROTOOPT"),
    ("setsockopt", "EDOM EINVAL"),
    // In a child process, these fail unseen. Its parent notices while it reads.
    ("sendto", "EAGAIN ECONNRESET EINTR ENOBUFS ENOTCONN EPIPE"),
    ("recvfrom", "EAGAIN ECONNREFUSED ECONNRESET EINTR ENOMEM ETIMEDOUT"),
    ("epoll_create1", "EMFILE ENOMEM"),
    ("epoll_ctl", "ENOENT ENOMEM ENOSPC"),
    ("epoll_wait", "EINTR EINVAL"),
    ("epoll_pwait", "EINTR EINVAL"),
    ("eventfd2", "EMFILE ENOMEM"),
    ("timerfd_create", "EMFILE ENODEV"),
    ("timerfd_settime", "EINVAL"),
    ("fcntl", "EMFILE"),
    ("close", "EINTR EIO"),
    ("clone3", "EAGAIN ENOSYS"),
    ("mmap", "ENOMEM"),
    ("mprotect", "ENOMEM"),
    ("madvise", "ENOMEM"),
    ("openat", "EACCES EMFILE ENOENT"),
    ("newfstatat", "ENOMEM"),
    ("prlimit64", "EPERM"),
    ("rt_sigaction", "EINVAL"),
    ("read", "EAGAIN EINTR EIO"),
    ("write", "EAGAIN EIO ENOSPC EPIPE"),
    ("pipe2", "EMFILE"),
    ("execve", "EAGAIN ENOENT"),
    ("dup2", "EINTR"),
    ("setpgid", "EPERM"),
    ("readlink", "ENOENT"),
    ("wait4", "ECHILD EINTR"),
    ("kill", "ESRCH"),
];

/// The calls that a crawl cannot begin, go on or end without. A failure of another one costs a fetch no more than a try.
pub(super) const VITAL: &str = "epoll_create1 epoll_ctl epoll_wait epoll_pwait eventfd2 timerfd_create timerfd_settime \
    fcntl clone3 mmap mprotect rt_sigaction read write pipe2 execve dup2 setpgid readlink";
