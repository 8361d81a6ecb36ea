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
use stage3_futures::wake::Alarm;

/// Runs `future` on this thread until it is ready, and returns its output.
///
/// # Errors
/// What the selector says.
pub fn block_on<F: Future + 'static>(reactor: &Reactor, future: F) -> io::Result<F::Output> {
    let bell = Bell::new(reactor);
    let mut pool = LocalPool::new();
    let spawned = pool.spawner().spawn_local_with_handle(bell.ring_for(future));
    let mut output = spawned.map_err(io::Error::other)?;
    bell.run_until(|| {
        pool.run_until_stalled();
        (&mut output).now_or_never()
    })
}

/// Ends the sleep in a reactor when a task is woken.
///
/// It is needed because `LocalPool` would park its thread, and its wakers unpark it; our thread
/// sleeps in the reactor instead, which they know nothing of.
#[derive(Clone)]
pub struct Bell {
    reactor: Reactor,
    rung: Arc<Rung>,
}

struct Rung {
    alarm: Arc<Alarm>,
    rung: AtomicBool,
}

impl Bell {
    /// A bell for who sleeps in `reactor`.
    pub fn new(reactor: &Reactor) -> Bell {
        let rung = Rung { alarm: Arc::clone(reactor.alarm()), rung: AtomicBool::new(false) };
        Bell { reactor: reactor.clone(), rung: Arc::new(rung) }
    }

    /// Makes a future whose wakers ring.
    pub fn ring_for<F: Future>(&self, future: F) -> Ringing<F> {
        Ringing { future: Box::pin(future), rung: Arc::clone(&self.rung), wakers: None }
    }

    /// Has `run` run what it can, and sleeps in the reactor until the bell rings or a turn of the
    /// reactor has woken somebody; again and again, until `run` returns something.
    ///
    /// # Errors
    /// What the selector says.
    pub fn run_until<T>(&self, mut run: impl FnMut() -> Option<T>) -> io::Result<T> {
        loop {
            // Who rang up to here is run now; who rings from now on may come too late for that.
            self.rung.rung.store(false, SeqCst);
            if let Some(output) = run() {
                return Ok(output);
            }
            self.reactor.turn(|| self.rung.rung.load(SeqCst))?;
        }
    }
}

/// The future of [`Bell::ring_for`].
pub struct Ringing<F> {
    future: Pin<Box<F>>,
    rung: Arc<Rung>,
    /// The executor's waker, and the one that was made of it.
    wakers: Option<(Waker, Waker)>,
}

impl<F: Future> Future for Ringing<F> {
    type Output = F::Output;

    fn poll(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<F::Output> {
        let this = &mut *self;
        let wakers = this.wakers.take().filter(|(plain, _)| plain.will_wake(cx.waker()));
        let (_, waker) = this.wakers.insert(wakers.unwrap_or_else(|| this.rung.wakers(cx.waker())));
        this.future.as_mut().poll(&mut Context::from_waker(waker))
    }
}

impl Rung {
    fn wakers(self: &Arc<Self>, plain: &Waker) -> (Waker, Waker) {
        let ringing = RingingWaker { plain: plain.clone(), rung: Arc::clone(self) };
        (plain.clone(), Waker::from(Arc::new(ringing)))
    }
}

struct RingingWaker {
    plain: Waker,
    rung: Arc<Rung>,
}

impl Wake for RingingWaker {
    fn wake(self: Arc<Self>) {
        self.wake_by_ref();
    }

    fn wake_by_ref(self: &Arc<Self>) {
        self.plain.wake_by_ref();
        self.rung.rung.store(true, SeqCst);
        self.rung.alarm.ring();
    }
}
