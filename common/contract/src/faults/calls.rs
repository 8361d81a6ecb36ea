//! The system calls of a crawl, and the errors that their manual pages name.

/// A system call, and what may come of its failure.
pub(super) struct Call {
    pub(super) name: &'static str,
    /// The names of its errors.
    pub(super) errors: &'static str,
    /// The phases that a fetch may fail in.
    pub(super) phases: &'static str,
    /// Whether there may be no crawl or no report without the call.
    pub(super) is_vital: bool,
}

/// Makes a call that costs a fetch no more than a try.
const fn call(name: &'static str, errors: &'static str, phases: &'static str) -> Call {
    Call { name, errors, phases, is_vital: false }
}

/// Makes a call that a crawl cannot begin, go on or end without.
const fn vital(name: &'static str, errors: &'static str, phases: &'static str) -> Call {
    Call { name, errors, phases, is_vital: true }
}

/// The calls that `strace -f -c` shows, but for those whose failure ends or stops a process inside a library:
///
/// - `futex`: an injected error keeps a wake-up from the kernel, and then the C library waits for ever or aborts.
/// - `getrandom`: the standard library panics at EAGAIN, and repeats EINTR for ever.
/// - what a new thread calls before its first line, such as `sigaltstack`.
///
/// Of errors that are handled alike, one stands for all.
pub(super) const CALLS: &[Call] = &[
    call("socket", "EACCES EMFILE ENFILE ENOBUFS ENOMEM", "resolving connecting"),
    call(
        "connect",
        "EADDRNOTAVAIL EAGAIN EALREADY ECONNREFUSED ECONNRESET EHOSTUNREACH EINPROGRESS EINTR EISCONN ENETUNREACH \
        EPERM ETIMEDOUT",
        "resolving connecting",
    ),
    call("poll", "EINTR ENOMEM", "resolving connecting"),
    call("ioctl", "ENOTTY", "resolving connecting"),
    call("getpeername", "EINPROGRESS ENOBUFS ENOTCONN", "connecting"),
    call("getsockopt", "ENOPROTOOPT", "connecting"),
    call("setsockopt", "EDOM EINVAL", "sending reading"),
    // In a child process, these fail unseen. Its parent notices while it reads.
    call("sendto", "EAGAIN ECONNRESET EINTR ENOBUFS ENOTCONN EPIPE", "resolving sending reading"),
    call("recvfrom", "EAGAIN ECONNREFUSED ECONNRESET EINTR ENOMEM ETIMEDOUT", "resolving reading"),
    vital("epoll_create1", "EMFILE ENOMEM", ""),
    vital("epoll_ctl", "ENOENT ENOMEM ENOSPC", "connecting sending reading"),
    vital("epoll_wait", "EINTR EINVAL", "connecting reading"),
    vital("epoll_pwait", "EINTR EINVAL", "connecting reading"),
    vital("eventfd2", "EMFILE ENOMEM", ""),
    vital("timerfd_create", "EMFILE ENODEV", ""),
    vital("timerfd_settime", "EINVAL", "connecting reading"),
    vital("fcntl", "EMFILE", "resolving connecting"),
    call("close", "EINTR EIO", ""),
    vital("clone3", "EAGAIN ENOSYS", "resolving connecting"),
    vital("mmap", "ENOMEM", "resolving connecting"),
    vital("mprotect", "ENOMEM", "resolving connecting"),
    call("madvise", "ENOMEM", ""),
    call("openat", "EACCES EMFILE ENOENT", "resolving connecting"),
    call("newfstatat", "ENOMEM", "resolving connecting"),
    call("prlimit64", "EPERM", ""),
    vital("rt_sigaction", "EINVAL", "connecting"),
    vital("read", "EAGAIN EINTR EIO", "resolving connecting sending reading"),
    vital("write", "EAGAIN EIO ENOSPC EPIPE", "resolving connecting sending reading"),
    vital("pipe2", "EMFILE", "connecting"),
    vital("execve", "EAGAIN ENOENT", "connecting"),
    vital("dup2", "EINTR", "connecting"),
    vital("setpgid", "EPERM", "connecting"),
    vital("readlink", "ENOENT", ""),
    call("wait4", "ECHILD EINTR", "connecting reading"),
    call("kill", "ESRCH", ""),
];
