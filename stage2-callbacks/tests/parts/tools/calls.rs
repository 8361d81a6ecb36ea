//! Calls of a socket that return what they rarely do: these functions stand in for those of the C library.
//!
//! Each thread tells what its next calls return. Otherwise, the system is called.

#![allow(unsafe_code, reason = "the functions of the C library have pointers")]

use std::cell::Cell;
use std::ffi::{c_int, c_void};
use std::ptr::{null, null_mut};
use std::thread::LocalKey;

use libc::{EAGAIN, EINPROGRESS, EINTR, sockaddr, socklen_t};

/// The error that the next call returns without being made.
type Odd = Cell<Option<c_int>>;

thread_local! {
    static SEND: Odd = const { Cell::new(None) };
    /// How many bytes the next write takes at most.
    static PART: Cell<Option<usize>> = const { Cell::new(None) };
    static RECV: Odd = const { Cell::new(None) };
    /// How many writes there were, and how many calls of `getpeername`.
    static COUNTS: Cell<(usize, usize)> = const { Cell::new((0, 0)) };
    static PEER: Odd = const { Cell::new(None) };
}

/// Makes a signal interrupt the next write of this thread.
pub fn interrupt_write() {
    SEND.set(Some(EINTR));
}

/// Makes the next write of this thread take `count` bytes at most, and the one after it return `WouldBlock`.
pub fn block_write_after(count: usize) {
    PART.set(Some(count));
    SEND.set(Some(EAGAIN));
}

/// Makes a signal interrupt the next read of this thread.
pub fn interrupt_read() {
    RECV.set(Some(EINTR));
}

/// Makes the socket without a peer, of which this thread asks next, one whose connect is in progress. Not so on Linux, but
/// some systems call it so.
pub fn call_unconnected_in_progress() {
    PEER.set(Some(EINPROGRESS));
}

/// Returns how many writes this thread has made so far, and how often it has asked for the peer of a socket.
pub fn counts() -> (usize, usize) {
    COUNTS.get()
}

/// Returns what the call is to return, if it is not to be made.
fn odd(odd: &'static LocalKey<Odd>) -> Option<isize> {
    let number = odd.take()?;
    // SAFETY: the location is this thread's own.
    unsafe { *libc::__errno_location() = number };
    Some(-1)
}

/// # Safety
/// As that of the C library.
#[unsafe(no_mangle)]
unsafe extern "C" fn send(socket: c_int, bytes: *const c_void, count: usize, flags: c_int) -> isize {
    let (writes, questions) = COUNTS.get();
    COUNTS.set((writes + 1, questions));
    // SAFETY: it is the same call, with the arguments of the caller, or with fewer bytes.
    let call = |count| unsafe { libc::sendto(socket, bytes, count, flags, null(), 0) };
    match PART.take() {
        Some(most) => call(count.min(most)),
        None => odd(&SEND).unwrap_or_else(|| call(count)),
    }
}

/// # Safety
/// As that of the C library.
#[unsafe(no_mangle)]
unsafe extern "C" fn recv(socket: c_int, bytes: *mut c_void, count: usize, flags: c_int) -> isize {
    // SAFETY: it is the same call, with the arguments of the caller.
    odd(&RECV)
        .unwrap_or_else(|| unsafe { libc::recvfrom(socket, bytes, count, flags, null_mut(), null_mut()) })
}

/// # Safety
/// As that of the C library.
#[unsafe(no_mangle)]
unsafe extern "C" fn getpeername(socket: c_int, peer: *mut sockaddr, length: *mut socklen_t) -> c_int {
    let (writes, questions) = COUNTS.get();
    COUNTS.set((writes, questions + 1));
    // SAFETY: it is the same call, with the arguments of the caller.
    let call = || unsafe { libc::syscall(libc::SYS_getpeername, socket, peer, length) as isize };
    odd(&PEER).unwrap_or_else(call) as c_int
}
