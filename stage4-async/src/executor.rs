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
    let bell = Bell { rung: Arc::default(), alarm: Arc::clone(reactor.alarm()) };
    let rung = Arc::clone(&bell.rung);
    let mut pool = LocalPool::new();
    let future = Ringing { future: Box::pin(future), bell, wakers: None };
    let mut output = pool.spawner().spawn_local_with_handle(future).map_err(io::Error::other)?;
    loop {
        // Wake-ups up to here are dealt with by the pool's run, later ones perhaps not.
        rung.store(false, SeqCst);
        pool.run_until_stalled();
        if let Some(output) = (&mut output).now_or_never() {
            return Ok(output);
        }
        reactor.turn(|| rung.load(SeqCst))?;
    }
}

/// A future whose wakers ring: the pool's own only unpark its thread, and that would not end a
/// sleep in the reactor.
struct Ringing<F> {
    future: Pin<Box<F>>,
    bell: Bell,
    /// The pool's waker, and the one that was made of it.
    wakers: Option<(Waker, Waker)>,
}

impl<F: Future> Future for Ringing<F> {
    type Output = F::Output;

    fn poll(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<F::Output> {
        let this = &mut *self;
        let wakers = this.wakers.take().filter(|(pool, _)| pool.will_wake(cx.waker()));
        let (_, waker) = this.wakers.insert(wakers.unwrap_or_else(|| this.bell.wakers(cx.waker())));
        this.future.as_mut().poll(&mut Context::from_waker(waker))
    }
}

#[derive(Clone)]
struct Bell {
    rung: Arc<AtomicBool>,
    alarm: Arc<Alarm>,
}

impl Bell {
    fn wakers(&self, pool: &Waker) -> (Waker, Waker) {
        let ringing = RingingWaker { pool: pool.clone(), bell: self.clone() };
        (pool.clone(), Waker::from(Arc::new(ringing)))
    }
}

struct RingingWaker {
    pool: Waker,
    bell: Bell,
}

impl Wake for RingingWaker {
    fn wake(self: Arc<Self>) {
        self.wake_by_ref();
    }

    fn wake_by_ref(self: &Arc<Self>) {
        self.pool.wake_by_ref();
        self.bell.rung.store(true, SeqCst);
        self.bell.alarm.ring();
    }
}
