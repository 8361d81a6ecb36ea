//! Tools that the tests share: a watchdog, wakers and futures that count, connections.

#![allow(dead_code, unused_imports, reason = "no test needs all of it")]

mod hang;

use std::cell::RefCell;
use std::future::{Future, poll_fn};
use std::net::{Ipv4Addr, SocketAddr, TcpListener, TcpStream};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::pin::{Pin, pin};
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::AtomicUsize;
use std::sync::atomic::Ordering::SeqCst;
use std::task::{Context, Poll, Wake, Waker};
use std::thread;
use std::time::Duration;

use contract::returning;
pub use contract::{watched, watched_or};
use hang::Main;
use stage3_futures::executor::{Executor, Spawner};
use stage3_futures::reactor::Reactor;

/// Runs `test` on an executor of its own, watched. If it hangs, the panic says why.
#[track_caller]
pub fn run<T: Send + 'static>(test: impl AsyncFnOnce(Reactor, Spawner) -> T + Send + 'static) -> T {
    let main = Arc::<Main>::default();
    let hangs = Arc::clone(&main);
    let test = move || {
        let executor = Executor::new().unwrap();
        let test = test(executor.reactor().clone(), executor.spawner().clone());
        executor.run_until_complete(main.poll_on(&executor, test)).unwrap()
    };
    watched_or(test, move || hangs.explain())
}

/// A waker that counts how often it is woken.
#[derive(Default)]
pub struct Count(AtomicUsize);

impl Count {
    pub fn new() -> (Arc<Count>, Waker) {
        let count = Arc::<Count>::default();
        (Arc::clone(&count), Waker::from(count))
    }

    pub fn get(&self) -> usize {
        self.0.load(SeqCst)
    }
}

impl Wake for Count {
    fn wake(self: Arc<Self>) {
        self.0.fetch_add(1, SeqCst);
    }
}

/// Returns a future that counts the polls of `future`.
pub fn counted<F: Future>(polls: &Arc<AtomicUsize>, future: F) -> impl Future<Output = F::Output> + use<F> {
    let polls = Arc::clone(polls);
    let mut future = Box::pin(future);
    poll_fn(move |cx| {
        polls.fetch_add(1, SeqCst);
        future.as_mut().poll(cx)
    })
}

/// Polls a future once.
pub fn poll<F: Future + Unpin>(future: &mut F, waker: &Waker) -> Poll<F::Output> {
    let message = "a poll does not return: instead of waiting, it must return `Pending`";
    returning(message, || Pin::new(future).poll(&mut Context::from_waker(waker)))
}

/// The place where a future leaves its waker.
pub type Left = Rc<RefCell<Option<Waker>>>;

/// Returns a future that leaves its waker, and is ready at its poll number `last`.
pub fn leaving(left: &Left, last: usize) -> impl Future<Output = ()> + use<> {
    let left = Rc::clone(left);
    let mut polls = 0;
    poll_fn(move |cx| {
        polls += 1;
        *left.borrow_mut() = Some(cx.waker().clone());
        if polls == last { Poll::Ready(()) } else { Poll::Pending }
    })
}

/// Waits until every task that is ready now has been polled.
pub fn yield_now() -> impl Future<Output = ()> {
    let mut yielded = false;
    poll_fn(move |cx| {
        if std::mem::replace(&mut yielded, true) {
            return Poll::Ready(());
        }
        cx.waker().wake_by_ref();
        Poll::Pending
    })
}

/// Returns the CPU time of this thread.
#[cfg(unix)]
pub fn cpu_time() -> Duration {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    Duration::try_from(time).unwrap()
}

/// Returns a listener and its address.
pub fn listener() -> (TcpListener, SocketAddr) {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
    let address = listener.local_addr().unwrap();
    (listener, address)
}

/// Returns the two ends of a connection. The first one is non-blocking, for the reactor.
pub fn connection() -> (TcpStream, TcpStream) {
    let (listener, address) = listener();
    let near = TcpStream::connect(address).unwrap();
    near.set_nonblocking(true).unwrap();
    (near, listener.accept().unwrap().0)
}

/// Returns a file in the place of a socket: on Linux, no selector watches it.
#[cfg(target_os = "linux")]
pub fn unwatchable() -> TcpStream {
    let file = std::fs::File::open(std::env::current_exe().unwrap()).unwrap();
    TcpStream::from(std::os::fd::OwnedFd::from(file))
}

/// So many turns must be enough for an event, and so many polls for a future. Each takes a millisecond, or more while the machine is busy.
const TURNS: usize = 1000;

/// Turns the reactor until `done` returns true. If that never comes, the test fails, and says `why`.
#[track_caller]
pub fn turn_until(reactor: &Reactor, why: &str, mut done: impl FnMut() -> bool) {
    let mut turns = 0;
    while !done() {
        assert!(turns < TURNS, "{why}");
        turns += 1;
        // A turn that waited would hang if no event came.
        reactor.turn(|| true).unwrap();
        thread::sleep(Duration::from_millis(1));
    }
}

/// Polls `future` until it is ready: once, and again after each wake-up. In between, it turns the reactor.
#[track_caller]
pub fn drive<F: Future>(reactor: &Reactor, future: F) -> F::Output {
    let mut future = pin!(future);
    let (count, waker) = Count::new();
    for _ in 0..TURNS {
        let before = count.get();
        if let Poll::Ready(output) = future.as_mut().poll(&mut Context::from_waker(&waker)) {
            return output;
        }
        assert!(Arc::strong_count(&count) > 2, "the future returned `Pending`, and stored its waker nowhere");
        turn_until(reactor, "the future returned `Pending`, and was not woken", || count.get() > before);
    }
    panic!("the future was woken and polled {TURNS} times, and is still pending");
}

thread_local! {
    /// What the [`acting_waker`] of this thread does.
    static ACTION: RefCell<Option<Box<dyn FnOnce()>>> = RefCell::default();
}

/// Returns a waker that calls `action` when it is woken, or when its last clone is dropped, whichever comes first.
pub fn acting_waker(action: impl FnOnce() + 'static) -> Waker {
    ACTION.set(Some(Box::new(action)));
    Waker::from(Arc::new(Acting))
}

/// Returns whether the [`acting_waker`] of this thread has acted.
pub fn has_acted() -> bool {
    ACTION.with_borrow(Option::is_none)
}

struct Acting;

impl Wake for Acting {
    fn wake(self: Arc<Self>) {
        drop(self);
    }
}

impl Drop for Acting {
    fn drop(&mut self) {
        // At its end, a thread has no action any more.
        let action = ACTION.try_with(RefCell::take).ok().flatten().filter(|_| !thread::panicking());
        let acted = action.map(|action| catch_unwind(AssertUnwindSafe(action)));
        assert!(
            !matches!(acted, Some(Err(_))),
            "a waker was called or dropped during a borrow of what it uses: end the borrow first"
        );
    }
}
