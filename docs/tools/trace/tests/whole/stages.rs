//! What a trace finds odd in a task that nothing can wake, and in the stages, where nothing is.

use std::future::poll_fn;
use std::task::Poll;
use std::thread;
use std::time::Duration;

use common::crawl::strategy::Crawl;
use common::{Options, Phase};
use practice_site::Site;
use stage3_futures::executor::Executor;
use stage3_futures::timer::Sleep;
use trace::findings::findings;
use trace::{Entry, entries, start};

/// Runs `program` in a thread of its own. Returns what is odd in what it and its threads, whose names begin
/// with its own, have done: `program` returns the moment at which its trace ends.
fn odd(name: &'static str, program: impl FnOnce() -> Vec<Entry> + Send + 'static) -> Vec<String> {
    start();
    let thread = thread::Builder::new().name(name.into()).spawn(program).unwrap();
    let mut recorded = thread.join().unwrap();
    recorded.retain(|entry| entry.thread.starts_with(name));
    let mut odd = findings(&recorded, recorded.last().map_or(0, |last| last.at));
    // A busy machine may stop a thread for long.
    odd.retain(|text| !text.contains("held its thread"));
    odd
}

fn crawl(max_tasks: usize, crawl: Crawl) -> Vec<Entry> {
    let site = Site::comics().unwrap();
    let options = Options { max_pages: Some(20), max_tasks, ..Options::new([site.url("/")]) };
    crawl(options.into()).unwrap();
    entries()
}

#[test]
fn a_real_task_is_explained_and_a_crawl_of_a_stage_has_nothing_odd() {
    let hangs = odd("hangs", || {
        let executor = Executor::new().unwrap();
        drop(executor.spawner().spawn(poll_fn(|cx| {
            drop(cx.waker().clone());
            Poll::<()>::Pending
        })));
        let sleep = Sleep::new(executor.reactor(), Duration::from_millis(30));
        let end = async {
            sleep.await;
            entries()
        };
        executor.run_until_complete(end).unwrap()
    });
    let [text] = &hangs[..] else { panic!("{hangs:#?}") };
    for part in
        ["is pending, and nothing holds its waker: the clone by `", "tests/whole/stages.rs:", "was dropped"]
    {
        assert!(text.contains(part), "{text}");
    }
    assert_eq!(odd("futures", || crawl(10, stage3_futures::crawl)), [""; 0]);
    assert_eq!(odd("async", || crawl(10, stage4_async::crawl)), [""; 0]);
    let single = odd("single", || crawl(1, stage4_async::crawl));
    assert!(single.concat().starts_with("Never more than one fetch was in flight"), "{single:#?}");
}

/// The phases of a fetch, for each of which the story has words of its own.
#[test]
fn the_story_knows_every_phase_of_a_fetch() {
    use Phase::*;
    let phases = [Resolving, Connecting, Securing, Sending, Reading, Decoding].map(|phase| phase.to_string());
    let sentences = include_str!("../../src/sentence.rs");
    for phase in phases {
        assert!(sentences.contains(&format!("\"{phase}\" =>")), "sentence.rs has no words for {phase}");
    }
}
