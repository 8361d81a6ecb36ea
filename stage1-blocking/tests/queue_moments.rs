//! The moment between a look and a wait: a thread that gives the lock back there is notified too early, and sleeps on.

use std::hint;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use stage1_blocking::queue::Queue;

mod tools;

use tools::waiter::{Waiter, queue};

/// How many waits end shortly before their threads would sleep. About every tenth is near enough to be missed.
const NEAR: u32 = 1000;

/// How long a test looks for such waits. On a machine that has other things to do, two threads seldom run at once.
const MOST: Duration = Duration::from_secs(1);

/// A wait that ends so soon after its notification is one without a sleep.
const AWAKE: Duration = Duration::from_micros(3);

/// After so many waits that end too late, even without a pause, both threads seem to share one processor.
const LATE: u32 = 20;

/// The pause before each wait, so that its end may also come too early. The longest pause before an end is longer.
const LEAD: u32 = 30;
const LONGEST: u32 = 150;

/// The round after the last one.
const OVER: u32 = u32::MAX;

/// What happens in each round. One thread waits, and another one prepares the wait and ends it.
#[derive(Clone, Copy)]
struct Round {
    prepare: fn(&Queue<u32>),
    wait: fn(&Queue<u32>),
    end: fn(&Queue<u32>),
}

/// The round that has begun, and the one that has ended.
#[derive(Default)]
struct Progress {
    begun: AtomicU32,
    ended: AtomicU32,
}

fn pause(length: u32) {
    (0..length).for_each(|_| hint::spin_loop());
}

/// Waits until `place` holds a value that is wanted.
fn meet(place: &AtomicU32, is_wanted: impl Fn(u32) -> bool) -> u32 {
    for spins in 0.. {
        let round = place.load(Ordering::SeqCst);
        if is_wanted(round) {
            return round;
        }
        // The other thread may need this processor.
        if spins % 1000 == 999 { thread::yield_now() } else { hint::spin_loop() }
    }
    unreachable!("the loop goes on")
}

/// Ends one wait after another: a little later than the last one if that was without a sleep, or else a little earlier.
/// Returns how many were without.
fn end_waits(round: Round, queue: &Queue<u32>, progress: &Progress, began: Instant) -> u32 {
    let (mut length, mut near, mut late) = (0, 0, 0);
    for number in 1.. {
        if near == NEAR || late == LATE || began.elapsed() > MOST {
            break;
        }
        (round.prepare)(queue);
        progress.begun.store(number, Ordering::SeqCst);
        pause(length);
        let ends = Instant::now();
        (round.end)(queue);
        meet(&progress.ended, |ended| ended == number);
        if ends.elapsed() < AWAKE {
            (length, near, late) = ((length + 1) % LONGEST, near + 1, 0);
        } else {
            (length, late) = if length > 0 { (length - 1, 0) } else { (0, late + 1) };
        }
    }
    progress.begun.store(OVER, Ordering::SeqCst);
    near
}

/// Closes the queue at the end of a test. Otherwise a thread would look for the other one, which sleeps on, for ever.
struct Close(Arc<Queue<u32>>);

impl Drop for Close {
    fn drop(&mut self) {
        let queue = Arc::clone(&self.0);
        // It waits for the lock.
        thread::spawn(move || queue.close());
    }
}

/// Lets many waits end shortly before their sleep. Panics with `message` if a thread sleeps on.
#[track_caller]
fn meet_before_the_sleep(round: Round, message: &str) {
    // Each of the tests needs two processors.
    static ONE_AT_A_TIME: Mutex<()> = Mutex::new(());
    let _turn = ONE_AT_A_TIME.lock().unwrap_or_else(PoisonError::into_inner);
    let (began, mut near) = (Instant::now(), 0);
    while near < NEAR && began.elapsed() < MOST {
        let (queue, progress) = (queue(), Arc::new(Progress::default()));
        let waits = Arc::clone(&progress);
        let waiter = Waiter::start(&queue, move |queue| {
            for number in 1.. {
                if meet(&waits.begun, |begun| begun == number || begun == OVER) == OVER {
                    break;
                }
                pause(LEAD);
                (round.wait)(queue);
                waits.ended.store(number, Ordering::SeqCst);
            }
        });
        let ender = Waiter::start(&queue, move |queue| end_waits(round, queue, &progress, began));
        let _end = Close(Arc::clone(&queue));
        waiter.result(message);
        near += ender.result("every wait has ended");
    }
}

#[test]
fn no_item_is_missed_between_the_look_and_the_wait() {
    let wait = |queue: &Queue<u32>| {
        queue.get();
    };
    let round = Round { prepare: |_| {}, wait, end: |queue| queue.put(1) };
    meet_before_the_sleep(
        round,
        "an item was put, and a getter sleeps on: keep the lock from the look to the wait, which gives it back",
    );
}

#[test]
fn no_end_is_missed_between_the_look_and_the_wait() {
    let prepare = |queue: &Queue<u32>| {
        queue.put(1);
        queue.get();
    };
    let round = Round { prepare, wait: Queue::join, end: Queue::task_done };
    meet_before_the_sleep(
        round,
        "all is done, and a joiner sleeps on: keep the lock from the look to the wait, which gives it back",
    );
}
