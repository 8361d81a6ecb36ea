//! What a trace finds odd, in programs that are wrong, and in the stages, which are not.

use std::cell::RefCell;
use std::future::{pending, poll_fn};
use std::pin::pin;
use std::rc::Rc;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering::SeqCst};
use std::sync::{Arc, Mutex, PoisonError};
use std::task::{Context, Poll, Wake, Waker};
use std::thread;
use std::time::Duration;

use common::Options;
use common::trace::findings::findings;
use common::trace::{Entry, Event, entries, note, parks, start, task};
use practice_site::Site;
use stage3_futures::executor::{Executor, Spawner};
use stage3_futures::queue::Queue;
use stage3_futures::reactor::Reactor;
use stage3_futures::timer::Sleep;

static LAST: AtomicU32 = AtomicU32::new(0);

/// Runs `program` in a thread of its own. Returns what is odd in what it and its threads, whose names begin with its own,
/// have done: `program` returns the moment at which its trace ends.
fn odd(program: impl FnOnce() -> Vec<Entry> + Send + 'static) -> Vec<String> {
    // To look up the lines of one trace holds up the threads of another one.
    static ONE_BY_ONE: Mutex<()> = Mutex::new(());
    let _guard = ONE_BY_ONE.lock().unwrap_or_else(PoisonError::into_inner);
    start();
    let name = format!("program {}.", LAST.fetch_add(1, SeqCst));
    let thread = thread::Builder::new().name(name.clone()).spawn(program).unwrap();
    let mut recorded = thread.join().unwrap();
    recorded.retain(|entry| entry.thread.starts_with(&name));
    findings(&recorded)
}

#[track_caller]
fn assert_says(odd: &[String], expected: &[&str]) {
    let says = |text: &&&str| odd.iter().any(|odd| odd.contains(**text));
    let unsaid: Vec<_> = expected.iter().filter(|text| !says(text)).collect();
    assert!(unsaid.is_empty() && odd.len() == 1, "{unsaid:?} is not in {odd:#?}");
}

/// Spawns tasks.
type Spawn = fn(&Spawner, &Reactor);

/// Tasks of which one is wrong, and what is said of it.
const TASKS: [(Spawn, &[&str]); 7] = [
    (
        |spawner, _| {
            drop(spawner.spawn(poll_fn(|cx| {
                drop(cx.waker().clone());
                Poll::<()>::Pending
            })));
        },
        &["is pending, and nothing holds its waker", "findings.rs:", "was dropped without a call"],
    ),
    (|spawner, _| drop(spawner.spawn(pending::<()>())), &["is pending, and its last poll cloned no waker"]),
    (
        |spawner, _| {
            let old = Rc::<RefCell<Option<Waker>>>::default();
            for old in [Rc::clone(&old), old] {
                drop(spawner.spawn(poll_fn(move |cx| {
                    old.borrow_mut().get_or_insert_with(|| cx.waker().clone());
                    Poll::<()>::Pending
                })));
            }
        },
        &["its last poll cloned no waker", "is kept (", "must keep that task's waker"],
    ),
    (
        |spawner, _| drop(spawner.spawn(async { thread::sleep(Duration::from_millis(120)) })),
        &["held its thread for 12", "a poll must not block"],
    ),
    (
        |spawner, _| {
            let mut left = 40;
            drop(spawner.spawn(poll_fn(move |cx| {
                left -= 1;
                cx.waker().wake_by_ref();
                if left == 0 { Poll::Ready(()) } else { Poll::Pending }
            })));
        },
        &["has woken itself in 20 polls in a row"],
    ),
    (
        |spawner, _| {
            let target = || "http://site/".to_owned();
            note(|| Event::Put { target: target() });
            note(|| Event::Done { target: target(), outcome: "200".into() });
            drop(spawner.spawn(async {
                let queue = Queue::default();
                queue.put(1);
                queue.join().await;
            }));
        },
        &["The only fetch has ended, and task", "it was not marked as done"],
    ),
    (
        |spawner, reactor| {
            let reactor = reactor.clone();
            drop(spawner.spawn(async move {
                let (near, _far) = test_tools::socket::connection();
                near.set_nonblocking(true).unwrap();
                let stream = stage3_futures::stream::TcpStream::new(&reactor, near);
                let mut read = pin!(stream.read_chunk());
                poll_fn(|cx| {
                    let polled = read.as_mut().poll(cx).map(drop);
                    // As after an event that the selector has reported, once.
                    note(|| Event::Armed { socket: 1, read: false, write: false });
                    polled
                })
                .await;
            }));
        },
        &["waits for bytes to read from socket", "was not asked again: it reports once"],
    ),
];

#[test]
fn a_task_that_is_wrong_is_explained() {
    for (spawn, expected) in TASKS {
        let odd = odd(move || {
            let executor = Executor::new().unwrap();
            spawn(executor.spawner(), executor.reactor());
            // The trace ends a moment later, while the tasks are there.
            let sleep = Sleep::new(executor.reactor(), Duration::from_millis(30));
            let entries = async {
                sleep.await;
                entries()
            };
            executor.run_until_complete(entries).unwrap()
        });
        assert_says(&odd, expected);
    }
}

#[test]
fn a_future_that_is_never_polled() {
    let odd = odd(|| {
        drop(task("future", async {}));
        entries()
    });
    assert_says(&odd, &["was made, and dropped before its first poll"]);
}

/// The waker of an executor that is wrong.
struct Flag(AtomicBool);

impl Wake for Flag {
    fn wake(self: Arc<Self>) {
        self.0.store(true, SeqCst);
    }
}

#[test]
fn a_flag_that_is_cleared_after_the_poll() {
    let odd = odd(|| {
        let flag = Arc::new(Flag(AtomicBool::new(true)));
        let waker = Waker::from(Arc::clone(&flag));
        let mut future = pin!(task(
            "main",
            poll_fn(|cx| {
                cx.waker().wake_by_ref();
                Poll::<()>::Pending
            })
        ));
        let _ = future.as_mut().poll(&mut Context::from_waker(&waker));
        flag.0.store(false, SeqCst);
        entries()
    });
    assert_says(&odd, &["main was woken while it was polled", "Clear the flag before the poll"]);
}

#[test]
fn a_loop_that_is_not_notified() {
    let odd = odd(|| {
        let waker = Waker::from(Arc::new(Flag(AtomicBool::new(true))));
        let name = format!("{}waker", thread::current().name().unwrap());
        let mut future = pin!(task(
            "main",
            poll_fn(|cx| {
                let waker = cx.waker().clone();
                let wakes = move || {
                    thread::sleep(Duration::from_millis(20));
                    waker.wake();
                };
                drop(thread::Builder::new().name(name.clone()).spawn(wakes));
                Poll::<()>::Pending
            })
        ));
        let _ = future.as_mut().poll(&mut Context::from_waker(&waker));
        parks(None, || {
            thread::sleep(Duration::from_millis(60));
            entries()
        })
    });
    assert_says(
        &odd,
        &["main was woken by the thread `program", "sleeps on: set the flag, and then notify the loop"],
    );
}

#[test]
fn a_crawl_of_a_stage_has_nothing_odd() {
    for crawl in [stage3_futures::crawl, stage4_async::crawl] {
        let mut odd = odd(move || {
            let site = Site::comics().unwrap();
            crawl(&Options { max_pages: Some(20), ..Options::new([site.url("/")]) }).unwrap();
            entries()
        });
        // A busy machine may stop a thread for long.
        odd.retain(|text| !text.contains("held its thread"));
        assert_eq!(odd, [""; 0]);
    }
}

#[test]
fn fetches_one_after_the_other() {
    let odd = odd(|| {
        let site = Site::comics().unwrap();
        stage4_async::crawl(&Options { max_pages: Some(6), max_tasks: 1, ..Options::new([site.url("/")]) })
            .unwrap();
        entries()
    });
    assert_says(&odd, &["Never more than one fetch was in flight, although up to"]);
}
