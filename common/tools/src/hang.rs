//! [`Main`]: the waker of a test's main future. If the test hangs, it says which wake-up is missing.

use std::fmt::Debug;
use std::future::{Future, poll_fn};
use std::pin::pin;
use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::SeqCst;
use std::sync::mpsc::{Sender, channel};
use std::sync::{Arc, Mutex};
use std::task::{Context, Poll, Wake, Waker};
use std::time::Duration;

/// The waker of a test's main future. It passes each wake-up on to the executor.
#[derive(Default)]
pub struct Main {
    is_woken: AtomicBool,
    executor: Mutex<Option<Waker>>,
    /// Where the executor is to describe itself, in the next poll of the main future.
    asks: Mutex<Option<Sender<String>>>,
}

impl Wake for Main {
    fn wake(self: Arc<Self>) {
        self.is_woken.store(true, SeqCst);
        let executor = self.executor.lock().unwrap().clone();
        executor.into_iter().for_each(Waker::wake);
    }
}

impl Main {
    /// Returns what `future` returns, which is the main future of `executor`.
    pub async fn poll_on<F: Future>(self: Arc<Main>, executor: &impl Debug, future: F) -> F::Output {
        let mut future = pin!(future);
        let polls = |cx: &mut Context<'_>| {
            *self.executor.lock().unwrap() = Some(cx.waker().clone());
            if let Some(answer) = self.asks.lock().unwrap().take() {
                let _ = answer.send(format!("{executor:#?}"));
                return Poll::Pending;
            }
            self.is_woken.store(false, SeqCst);
            let waker = Waker::from(Arc::clone(&self));
            future.as_mut().poll(&mut Context::from_waker(&waker))
        };
        poll_fn(polls).await
    }

    /// Says why the main future is pending. Call it from another thread.
    pub fn explain(self: &Arc<Main>) -> String {
        // One clone is the caller's, one is in `poll_on`.
        let held = Arc::strong_count(self) - 2;
        let is_polled = self.executor.lock().unwrap().is_some();
        let why = match (self.is_woken.load(SeqCst), held) {
            _ if !is_polled => "was never polled",
            (true, _) => "was woken, but was not polled again",
            (false, 0) => {
                "waits, and nothing holds its waker: it was never stored, or dropped without a call"
            }
            (false, _) => "waits, and its waker is stored, but was not called",
        };
        format!("this hangs. The main future {why}.{}", self.tasks().unwrap_or_default())
    }

    /// Returns what the executor says of its tasks.
    fn tasks(&self) -> Option<String> {
        let executor = self.executor.lock().unwrap().clone()?;
        let (answer, answered) = channel();
        *self.asks.lock().unwrap() = Some(answer);
        executor.wake();
        let silent = " Its executor does not poll it although another thread has called its waker.";
        Some(match answered.recv_timeout(Duration::from_millis(500)) {
            Ok(tasks) => format!("\n{tasks}"),
            Err(_) => silent.to_owned(),
        })
    }
}
