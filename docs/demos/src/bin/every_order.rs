//! A lost wake-up that `shuttle` finds: it runs two threads in every order of their steps. In the fix, no order hangs.

use std::cell::RefCell;
use std::future::poll_fn;
use std::panic::{self, UnwindSafe, catch_unwind};
use std::process;
use std::sync::Arc;
use std::task::{Context, Poll, Waker};

use shuttle::future::block_on;
use shuttle::scheduler::DfsScheduler;
use shuttle::sync::Mutex;
use shuttle::{Config, Runner, thread};

thread_local! {
    /// What happens in this order. The threads of `shuttle` are one thread of the system.
    static STEPS: RefCell<Vec<&'static str>> = const { RefCell::new(Vec::new()) };
}

demos::main!(wrong, fixed);

/// The state that a thread sets when its work is done.
#[derive(Default)]
struct Shared {
    is_done: Mutex<bool>,
    waker: Mutex<Option<Waker>>,
}

fn wrong() {
    in_every_order(|shared, cx| {
        if shared.is_done() {
            return Poll::Ready(());
        }
        shared.store(cx.waker());
        Poll::Pending
    });
}

fn fixed() {
    in_every_order(|shared, cx| {
        shared.store(cx.waker());
        if shared.is_done() { Poll::Ready(()) } else { Poll::Pending }
    });
}

fn in_every_order(poll: fn(&Shared, &mut Context<'_>) -> Poll<()>) {
    run(move || {
        let shared = Arc::new(Shared::default());
        let its_shared = Arc::clone(&shared);
        thread::spawn(move || its_shared.finish());
        block_on(poll_fn(|cx| poll(&shared, cx)));
    });
}

impl Shared {
    fn is_done(&self) -> bool {
        let is_done = *self.is_done.lock().unwrap();
        note(if is_done { "the future looks: done" } else { "the future looks: not done" });
        is_done
    }

    fn store(&self, waker: &Waker) {
        *self.waker.lock().unwrap() = Some(waker.clone());
        note("the future stores its waker");
    }

    fn finish(&self) {
        *self.is_done.lock().unwrap() = true;
        note("the thread is done");
        let waker = self.waker.lock().unwrap().take();
        note(if waker.is_some() { "the thread calls the waker" } else { "the thread finds no waker" });
        if let Some(waker) = waker {
            waker.wake();
        }
    }
}

/// Notes a step of this order.
fn note(step: &'static str) {
    STEPS.with_borrow_mut(|steps| steps.push(step));
}

/// Runs `test` once for each order. If one hangs, prints its steps, and ends the process.
fn run(test: impl Fn() + Send + Sync + UnwindSafe + 'static) {
    let mut config = Config::new();
    config.silence_warnings = true;
    // `shuttle` itself prints how to repeat the order.
    panic::set_hook(Box::new(|_| ()));
    let in_order = move || {
        STEPS.take();
        test();
    };
    match catch_unwind(move || Runner::new(DfsScheduler::new(None, false), config).run(in_order)) {
        Ok(orders) => println!("{orders} orders, and none hangs"),
        Err(panic) => {
            println!("{}", panic.downcast_ref::<String>().map_or("", String::as_str));
            STEPS.take().iter().for_each(|step| println!("- {step}"));
            process::exit(3);
        }
    }
}
