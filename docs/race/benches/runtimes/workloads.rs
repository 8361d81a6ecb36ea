//! What is asked of each runtime. A workload returns what it took, without making the runtime.

use std::time::{Duration, Instant};

use futures::StreamExt;
use futures::channel::mpsc::unbounded;
use futures::future::maybe_done;
use smol::future::{poll_once, yield_now};

use crate::measure::cpu_time;
use crate::runtime::Runtime;

pub const TASKS: u32 = 5_000;

/// Tasks that end when they are polled for the first time.
pub async fn spawn<R: Runtime>(runtime: R) -> Duration {
    let started = cpu_time();
    let tasks: Vec<_> = (0..TASKS).map(|_| runtime.spawn(async {})).collect();
    for task in tasks {
        task.await;
    }
    cpu_time() - started
}

const YIELDING: u32 = 100;
pub const WAKE_UPS: u32 = YIELDING * 200;

/// Tasks that take turns: each wakes itself, and waits to be polled again.
pub async fn wake_and_poll<R: Runtime>(runtime: R) -> Duration {
    let yields = async || {
        for _ in 0..WAKE_UPS / YIELDING {
            yield_now().await;
        }
    };
    let tasks: Vec<_> = (0..YIELDING).map(|_| runtime.spawn(yields())).collect();
    let started = cpu_time();
    for task in tasks {
        task.await;
    }
    cpu_time() - started
}

pub const ROUND_TRIPS: u32 = 5_000;

/// Two tasks that send to each other, so that one of them waits at any time.
pub async fn ping_pong<R: Runtime>(runtime: R) -> Duration {
    let (to_echo, mut from_player) = unbounded();
    let (to_player, mut from_echo) = unbounded();
    let started = cpu_time();
    let echo = runtime.spawn(async move {
        while let Some(ball) = from_player.next().await {
            to_player.unbounded_send(ball).expect("the player waits for it");
        }
    });
    let player = runtime.spawn(async move {
        for ball in 0..ROUND_TRIPS {
            to_echo.unbounded_send(ball).expect("the echo waits for it");
            from_echo.next().await;
        }
    });
    player.await;
    echo.await;
    cpu_time() - started
}

pub const TIMERS: u32 = 5_000;

/// One task with many timers: all of them are set, then they fire, 500 in each of ten milliseconds.
///
/// So this is what keeping them costs: no runtime's timers are so coarse that it would spare them a turn.
pub async fn timers<R: Runtime>(runtime: R) -> Duration {
    let started = cpu_time();
    let first = Instant::now() + Duration::from_millis(10);
    let at = |n: u32| first + Duration::from_millis((n % 10).into());
    // On a busy machine, a timer may be done when it is polled for the first time.
    let timer = |n| Box::pin(maybe_done(runtime.sleep_until(at(n))));
    let mut timers: Vec<_> = (0..TIMERS).map(timer).collect();
    for timer in &mut timers {
        poll_once(timer).await;
    }
    for timer in timers {
        timer.await;
    }
    cpu_time() - started
}

pub const SLEEPERS: u32 = 10_000;

/// Tasks that sleep all at once, and end one after the other, each in a microsecond of its own.
pub async fn sleepers<R: Runtime>(runtime: R) -> Duration {
    let started = cpu_time();
    let first = Instant::now() + Duration::from_millis(20);
    // Not in order, so that a timer is not just added at the end.
    let at = |n: u32| first + Duration::from_micros((n * 7 % SLEEPERS).into());
    let sleep = |n| {
        let (own, at) = (runtime.clone(), at(n));
        runtime.spawn(async move { own.sleep_until(at).await })
    };
    let tasks: Vec<_> = (0..SLEEPERS).map(sleep).collect();
    for task in tasks {
        task.await;
    }
    cpu_time() - started
}
