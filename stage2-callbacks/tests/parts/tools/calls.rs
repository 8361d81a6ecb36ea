//! Calls of a socket that fail as they rarely do: these functions stand in for those of the C library.

#![allow(unsafe_code, reason = "the functions of the C library have pointers")]

use std::cell::Cell;
use std::ffi::{c_int, c_void};
use std::ptr::{null, null_mut};

use libc::{sockaddr, socklen_t};

/// The name of a function, and the error of its next call.
type Failing = Option<(&'static str, c_int)>;

thread_local! {
    static FAILING: Cell<Failing> = const { Cell::new(None) };
    static MOST_SENT: Cell<usize> = const { Cell::new(usize::MAX) };
    static WRITES: Cell<usize> = const { Cell::new(0) };
}

/// Makes the next call of a function in this thread fail, without being made. With the error 0, it returns 0.
pub fn fail(name: &'static str, error: c_int) {
    FAILING.set(Some((name, error)));
}

/// Makes each write to a socket in this thread take at most `count` bytes. To each ten thousandth one, there is no room, so that
/// one that repeats itself lets the test read.
pub fn send_at_most(count: usize) {
    MOST_SENT.set(count);
}

/// Makes a call, or fails.
fn make(name: &str, call: impl FnOnce() -> isize) -> isize {
    let Some((_, error)) = FAILING.get().filter(|(failing, _)| *failing == name) else { return call() };
    FAILING.set(None);
    // SAFETY: the location is this thread's own.
    unsafe { *libc::__errno_location() = error };
    -isize::from(error != 0)
}

/// # Safety
/// As that of the C library.
#[unsafe(no_mangle)]
unsafe extern "C" fn send(socket: c_int, bytes: *const c_void, count: usize, flags: c_int) -> isize {
    let (most, writes) = (MOST_SENT.get(), WRITES.get() + 1);
    WRITES.set(writes);
    if most < usize::MAX && writes % 10_000 == 0 {
        fail("send", libc::EAGAIN);
    }
    // SAFETY: it is the same call, with the arguments of the caller.
    make("send", || unsafe { libc::sendto(socket, bytes, count.min(most), flags, null(), 0) })
}

/// # Safety
/// As that of the C library.
#[unsafe(no_mangle)]
unsafe extern "C" fn recv(socket: c_int, bytes: *mut c_void, count: usize, flags: c_int) -> isize {
    // SAFETY: it is the same call, with the arguments of the caller.
    make("recv", || unsafe { libc::recvfrom(socket, bytes, count, flags, null_mut(), null_mut()) })
}

/// # Safety
/// As that of the C library.
#[unsafe(no_mangle)]
unsafe extern "C" fn getpeername(socket: c_int, peer: *mut sockaddr, length: *mut socklen_t) -> c_int {
    // SAFETY: it is the same call, with the arguments of the caller.
    make("getpeername", || unsafe { libc::syscall(libc::SYS_getpeername, socket, peer, length) as isize })
        as c_int
}
