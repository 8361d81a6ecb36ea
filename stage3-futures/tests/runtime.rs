//! Futures that others wrote run on this executor: all they have in common is a waker.

mod tools;

use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use event_listener::Event;
use futures::channel::{mpsc, oneshot};
use futures::future::{Either, join_all, select};
use futures::stream::FuturesUnordered;
use futures::{SinkExt, StreamExt};
use smol::lock::{Barrier, Mutex, Semaphore};
use stage3_futures::timer::Sleep;
use tools::{run, yield_now};

#[test]
fn join_all_of_tasks_gives_all_results() {
    let results = run(async |_, spawner| join_all((0..100).map(|n| spawner.spawn(async move { n }))).await);
    assert_eq!(results, Vec::from_iter((0..100).map(Ok)));
}

#[test]
fn select_ends_with_the_first_of_two() {
    let hour = Duration::from_secs(3600);
    let is_short = run(async move |reactor, _| {
        let (long, short) = (Sleep::new(&reactor, hour), Sleep::new(&reactor, Duration::from_millis(5)));
        matches!(select(long, short).await, Either::Right(_))
    });
    assert!(is_short);
}

#[test]
fn futures_unordered_tell_what_ends_first() {
    let order = run(async |reactor, _| {
        let sleeps = [30, 5].map(|milliseconds| {
            let sleep = Sleep::new(&reactor, Duration::from_millis(milliseconds));
            async move {
                sleep.await;
                milliseconds
            }
        });
        sleeps.into_iter().collect::<FuturesUnordered<_>>().collect::<Vec<_>>().await
    });
    assert_eq!(order, [5, 30]);
}

#[test]
fn a_oneshot_channel_brings_a_value_from_another_task() {
    let value = run(async |_, spawner| {
        let (sender, receiver) = oneshot::channel();
        let receiver = spawner.spawn(receiver);
        yield_now().await;
        sender.send(7).unwrap();
        receiver.await
    });
    assert_eq!(value, Ok(Ok(7)));
}

#[test]
fn a_bounded_channel_has_its_sender_wait() {
    let received = run(async |_, spawner| {
        let (mut sender, receiver) = mpsc::channel(0);
        drop(spawner.spawn(async move {
            for number in 0..100 {
                sender.send(number).await.unwrap();
            }
        }));
        receiver.collect::<Vec<_>>().await
    });
    assert_eq!(received, Vec::from_iter(0..100));
}

#[test]
fn an_async_channel_brings_values_from_a_thread() {
    let received = run(async |_, _| {
        let (sender, receiver) = smol::channel::bounded(1);
        let thread = thread::spawn(move || (0..100).for_each(|number| sender.send_blocking(number).unwrap()));
        let mut received = Vec::new();
        while let Ok(number) = receiver.recv().await {
            received.push(number);
        }
        thread.join().unwrap();
        received
    });
    assert_eq!(received, Vec::from_iter(0..100));
}

#[test]
fn a_mutex_is_held_across_waiting_by_one_task_at_a_time() {
    let count = run(async |_, spawner| {
        let count = Rc::new(Mutex::new(0));
        let add = |count: Rc<Mutex<u32>>| async move {
            let mut count = count.lock().await;
            let before = *count;
            yield_now().await;
            *count = before + 1;
        };
        join_all((0..50).map(|_| spawner.spawn(add(Rc::clone(&count))))).await;
        *count.lock().await
    });
    assert_eq!(count, 50);
}

#[test]
fn a_semaphore_lets_as_many_in_as_it_has_permits() {
    let (most, after) = run(async |_, spawner| {
        let semaphore = Arc::new(Semaphore::new(3));
        let inside = Rc::new(RefCell::new((0, 0)));
        let visit = || {
            let (semaphore, inside) = (Arc::clone(&semaphore), Rc::clone(&inside));
            async move {
                let _permit = semaphore.acquire().await;
                let (now, most) = *inside.borrow();
                inside.replace((now + 1, most.max(now + 1)));
                yield_now().await;
                inside.borrow_mut().0 -= 1;
            }
        };
        join_all((0..20).map(|_| spawner.spawn(visit()))).await;
        let (after, most) = inside.take();
        (most, after)
    });
    assert_eq!((most, after), (3, 0));
}

#[test]
fn a_barrier_holds_all_until_the_last_one_has_come() {
    let leaders = run(async |_, spawner| {
        let barrier = Arc::new(Barrier::new(10));
        let waits = (0..10).map(|_| {
            let barrier = Arc::clone(&barrier);
            spawner.spawn(async move { barrier.wait().await.is_leader() })
        });
        join_all(waits).await.into_iter().filter(|led| *led == Ok(true)).count()
    });
    assert_eq!(leaders, 1);
}

#[test]
fn an_event_wakes_all_who_listen() {
    run(async |_, spawner| {
        let event = Event::new();
        let listeners: Vec<_> = (0..10).map(|_| spawner.spawn(event.listen())).collect();
        yield_now().await;
        event.notify(usize::MAX);
        assert!(join_all(listeners).await.iter().all(Result::is_ok));
    });
}

#[test]
fn work_on_another_thread_is_awaited() {
    let threads = run(async |_, _| {
        let working = smol::unblock(|| thread::current().id()).await;
        (working, thread::current().id())
    });
    assert_ne!(threads.0, threads.1);
}
