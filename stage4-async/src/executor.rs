//! [`block_on`]: the `futures` crate's `LocalPool`, and stage 3's reactor for it to sleep in.

use std::future::Future;
use std::io;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::SeqCst;
use std::task::{Context, Poll, Wake, Waker};

use futures::FutureExt;
use futures::executor::LocalPool;
use futures::task::LocalSpawnExt;
use stage3_futures::reactor::Reactor;
use stage3_futures::wake::Notifier;

/// Runs `future` on this thread until it is ready, and returns its output.
///
/// # Errors
/// What the selector says.
pub fn block_on<F: Future + 'static>(reactor: &Reactor, future: F) -> io::Result<F::Output> {
    let parker = Parker::new(reactor);
    let mut pool = LocalPool::new();
    let spawned = pool.spawner().spawn_local_with_handle(parker.unparked_by(future));
    let mut output = spawned.map_err(io::Error::other)?;
    parker.run_until(|| {
        pool.run_until_stalled();
        (&mut output).now_or_never()
    })
}

/// Parks a thread in a reactor, and unparks it when a task is woken.
///
/// It is needed because `LocalPool` would park its thread, and its wakers unpark it; our thread
/// sleeps in the reactor instead, which they know nothing of.
#[derive(Clone)]
pub struct Parker {
    reactor: Reactor,
    unparker: Arc<Unparker>,
}

struct Unparker {
    notifier: Arc<Notifier>,
    unparked: AtomicBool,
}

impl Parker {
    /// A parker for who sleeps in `reactor`.
    pub fn new(reactor: &Reactor) -> Parker {
        let unparker =
            Unparker { notifier: Arc::clone(reactor.notifier()), unparked: AtomicBool::new(false) };
        Parker { reactor: reactor.clone(), unparker: Arc::new(unparker) }
    }

    /// Makes a future whose wakers unpark the thread, too.
    pub fn unparked_by<F: Future>(&self, future: F) -> Unparking<F> {
        Unparking { future: Box::pin(future), unparker: Arc::clone(&self.unparker), wakers: None }
    }

    /// Has `run` run what it can, and sleeps in the reactor until it is unparked or a turn of the
    /// reactor has woken somebody; again and again, until `run` returns something.
    ///
    /// # Errors
    /// What the selector says.
    pub fn run_until<T>(&self, mut run: impl FnMut() -> Option<T>) -> io::Result<T> {
        loop {
            // Who unparked up to here is run now; who does so from now on may come too late for that.
            self.unparker.unparked.store(false, SeqCst);
            if let Some(output) = run() {
                return Ok(output);
            }
            self.reactor.turn(|| self.unparker.unparked.load(SeqCst))?;
        }
    }
}

/// The future of [`Parker::unparked_by`].
pub struct Unparking<F> {
    future: Pin<Box<F>>,
    unparker: Arc<Unparker>,
    /// The executor's waker, and the one that was made of it.
    wakers: Option<(Waker, Waker)>,
}

impl<F: Future> Future for Unparking<F> {
    type Output = F::Output;

    fn poll(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<F::Output> {
        let this = &mut *self;
        let wakers = this.wakers.take().filter(|(plain, _)| plain.will_wake(cx.waker()));
        let (_, waker) = this.wakers.insert(wakers.unwrap_or_else(|| this.unparker.wakers(cx.waker())));
        this.future.as_mut().poll(&mut Context::from_waker(waker))
    }
}

impl Unparker {
    fn wakers(self: &Arc<Self>, plain: &Waker) -> (Waker, Waker) {
        let unparking = UnparkingWaker { plain: plain.clone(), unparker: Arc::clone(self) };
        (plain.clone(), Waker::from(Arc::new(unparking)))
    }
}

struct UnparkingWaker {
    plain: Waker,
    unparker: Arc<Unparker>,
}

impl Wake for UnparkingWaker {
    fn wake(self: Arc<Self>) {
        self.wake_by_ref();
    }

    fn wake_by_ref(self: &Arc<Self>) {
        self.plain.wake_by_ref();
        self.unparker.unparked.store(true, SeqCst);
        self.unparker.notifier.notify();
    }
}
