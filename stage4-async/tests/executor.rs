//! The `futures` crate's pool, which sleeps in the reactor.

mod tools;

use std::future::poll_fn;
use std::sync::atomic::AtomicUsize;
use std::sync::atomic::Ordering::SeqCst;
use std::sync::{Arc, Mutex};
use std::task::{Poll, Waker};
use std::thread;
use std::time::{Duration, Instant};

use futures::channel::oneshot;
use futures::future::join_all;
use futures::stream::FuturesUnordered;
use futures::{StreamExt, join};
use stage3_futures::timer::Sleep;
use tools::{block, counted, yield_now};

#[test]
fn block_on_returns_the_output() {
    assert_eq!(block(async |_| 7), 7);
}

#[test]
fn a_future_that_is_woken_during_its_own_poll_is_polled_again() {
    block(async |_| yield_now().await);
}

#[test]
fn nobody_wakes_before_the_time() {
    block(async |reactor| {
        let at = Instant::now() + Duration::from_millis(20);
        Sleep::until(&reactor, at).await;
        assert!(Instant::now() >= at);
    });
}

#[test]
fn futures_that_sleep_end_in_the_order_of_their_times() {
    let order = block(async |reactor| {
        let sleep = async |milliseconds| {
            Sleep::new(&reactor, Duration::from_millis(milliseconds)).await;
            milliseconds
        };
        [50, 10, 30].map(sleep).into_iter().collect::<FuturesUnordered<_>>().collect::<Vec<_>>().await
    });
    assert_eq!(order, [10, 30, 50]);
}

#[test]
fn a_future_that_waits_is_polled_when_it_is_woken_and_not_before() {
    let polls = Arc::new(AtomicUsize::new(0));
    let counts = Arc::clone(&polls);
    block(async move |reactor| {
        let waits = counted(&counts, Sleep::new(&reactor, Duration::from_millis(30)));
        let others = async {
            for _ in 0..10 {
                Sleep::new(&reactor, Duration::from_millis(1)).await;
            }
        };
        // Each of the two is a future of its own in the set, so that it is polled on its own.
        let all = FuturesUnordered::new();
        all.push(Box::pin(waits) as std::pin::Pin<Box<dyn Future<Output = ()>>>);
        all.push(Box::pin(others));
        all.collect::<Vec<_>>().await;
    });
    assert_eq!(polls.load(SeqCst), 2);
}

#[test]
fn a_whole_program_that_waits_is_not_polled() {
    let polls = Arc::new(AtomicUsize::new(0));
    let counts = Arc::clone(&polls);
    block(async move |reactor| counted(&counts, Sleep::new(&reactor, Duration::from_millis(30))).await);
    assert_eq!(polls.load(SeqCst), 2);
}

#[test]
fn work_on_another_thread_ends_the_sleep() {
    let (worker, own) = block(async |_| {
        let work = smol::unblock(|| thread::current().id());
        (work.await, thread::current().id())
    });
    assert_ne!(worker, own);
}

#[test]
fn two_works_on_other_threads_go_on_at_once() {
    block(async |_| {
        let barrier = Arc::new(std::sync::Barrier::new(2));
        let meet = || {
            let barrier = Arc::clone(&barrier);
            smol::unblock(move || barrier.wait().is_leader())
        };
        let (first, second) = join!(meet(), meet());
        assert!(first ^ second);
    });
}

#[test]
fn a_wake_up_from_another_thread_ends_the_sleep_whenever_it_comes() {
    block(async |_| {
        for round in 0..2000_u64 {
            let (sender, receiver) = oneshot::channel();
            let thread = thread::spawn(move || {
                (0..round % 50 * 20).for_each(|_| std::hint::spin_loop());
                sender.send(round)
            });
            assert_eq!(receiver.await, Ok(round));
            thread.join().unwrap().unwrap();
        }
    });
}

#[test]
fn a_wake_up_that_comes_on_the_way_from_the_poll_to_the_sleep_is_not_lost() {
    const ROUNDS: usize = 50_000;
    let left = Arc::new((AtomicUsize::new(0), Mutex::new(None::<Waker>)));
    let wakes = Arc::clone(&left);
    // It is awake all the time, so that it can be quick enough, and not always equally so.
    let thread = thread::spawn(move || {
        for round in 1..=ROUNDS {
            while wakes.0.load(SeqCst) < round {
                thread::yield_now();
            }
            (0..round % 100).for_each(|_| std::hint::spin_loop());
            wakes.1.lock().unwrap().take().unwrap().wake();
        }
    });
    block(async move |_| {
        for round in 1..=ROUNDS {
            let mut is_left = false;
            let woken = poll_fn(|cx| {
                if std::mem::replace(&mut is_left, true) {
                    return Poll::Ready(());
                }
                *left.1.lock().unwrap() = Some(cx.waker().clone());
                left.0.store(round, SeqCst);
                Poll::Pending
            });
            woken.await;
        }
    });
    thread.join().unwrap();
}

#[test]
fn many_wake_ups_from_many_threads_are_all_heard() {
    let sum = block(async |_| {
        let works = (0..100_u32).map(|number| smol::unblock(move || number));
        join_all(works).await.into_iter().sum::<u32>()
    });
    assert_eq!(sum, 4950);
}

#[cfg(unix)]
#[test]
fn a_loop_that_waits_for_a_timer_takes_no_time_of_the_processor() {
    let time = Duration::from_millis(200);
    let taken = block(async move |reactor| {
        let before = tools::processor_time();
        Sleep::new(&reactor, time).await;
        tools::processor_time() - before
    });
    assert!(taken < time / 4, "{taken:?} of {time:?}");
}
