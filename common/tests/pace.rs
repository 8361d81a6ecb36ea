//! The times of turns.

use std::sync::Arc;
use std::time::{Duration, Instant};

use common::fetch::pace::{LONGEST_WISH, Pacer};
use common::{Attempt, Cause, Options, Target};
use url::Url;

const DELAY: Duration = Duration::from_secs(10);

fn url(url: &str) -> Url {
    Url::parse(url).expect("a URL")
}

/// Takes a turn for each URL and pause in seconds. Returns the seconds from `now` until each turn.
fn turns<const N: usize>(pacer: &Pacer, now: Instant, asked: [(&str, u64); N]) -> [u64; N] {
    let turn = |(at, pause)| pacer.turn_from(now, &url(at), DELAY, Duration::from_secs(pause)).as_secs();
    asked.map(turn)
}

#[test]
fn each_turn_is_a_delay_after_the_last() {
    let asked = [("http://a.example/", 0); 4];
    assert_eq!(turns(&Pacer::default(), Instant::now(), asked), [0, 10, 20, 30]);
}

#[test]
fn a_turn_that_was_not_taken_expires() {
    let (pacer, now) = (Pacer::default(), Instant::now());
    let asked = [("http://a.example/", 0); 2];
    assert_eq!(turns(&pacer, now, asked), [0, 10]);
    assert_eq!(turns(&pacer, now + Duration::from_secs(13), asked), [7, 17]);
    assert_eq!(turns(&pacer, now + Duration::from_secs(99), asked), [0, 10]);
}

#[test]
fn a_pause_moves_the_turns_after_it() {
    let asked = [("http://a.example/", 3), ("http://a.example/", 0), ("http://a.example/", 60)];
    assert_eq!(turns(&Pacer::default(), Instant::now(), asked), [3, 13, 60]);
}

#[test]
fn a_host_is_its_name_whatever_the_port() {
    let asked = ["http://a.example/", "http://A.example.:81/x", "http://b.example/", "http://www.a.example/"];
    assert_eq!(turns(&Pacer::default(), Instant::now(), asked.map(|at| (at, 0))), [0, 10, 0, 0]);
}

#[test]
fn without_a_delay_every_turn_is_free() {
    let pacer = Pacer::default();
    let turn = || pacer.turn(&url("http://a.example/"), Duration::ZERO, Duration::from_secs(1));
    assert_eq!([turn(), turn()], [Duration::from_secs(1); 2]);
}

#[test]
fn a_host_may_wish_for_more_and_not_for_less() {
    for (wish, second) in [(25, 25), (5, 10), (1 << 40, LONGEST_WISH.as_secs())] {
        let pacer = Pacer::default();
        pacer.wish(&url("http://a.example/x"), Duration::from_secs(wish));
        let asked = [("http://a.example/", 0); 2];
        assert_eq!(turns(&pacer, Instant::now(), asked), [0, second]);
        assert_eq!(turns(&pacer, Instant::now(), [("http://b.example/", 0); 2]), [0, 10]);
    }
}

#[test]
fn clones_share_their_turns() {
    let (pacer, now) = (Pacer::default(), Instant::now());
    assert_eq!(turns(&pacer.clone(), now, [("http://a.example/", 0)]), [0]);
    assert_eq!(turns(&pacer, now, [("http://a.example/", 0)]), [10]);
}

#[test]
fn a_delay_that_overflows_the_clock_is_very_long() {
    let pacer = Pacer::default();
    let turn = || pacer.turn(&url("http://a.example/"), Duration::MAX, Duration::ZERO);
    assert_eq!(turn(), Duration::ZERO);
    assert!(turn() > DELAY && turn() > DELAY);
}

fn attempts(options: Options) -> [Attempt; 2] {
    let target = Target::page(Arc::new(url("http://a.example/")));
    let options = Arc::new(options);
    [0, 1].map(|_| Attempt::first(&target, &options))
}

#[test]
fn a_fetch_pauses_until_its_turn_and_its_clock_starts_then() {
    let options = Options { delay: DELAY, timeout: DELAY, ..Options::new([]) };
    let before = Instant::now();
    let [first, second] = attempts(options);
    assert!(first.starts_at() <= Instant::now());
    assert!(second.starts_at() > Instant::now() + DELAY / 2);
    assert!(second.deadline() >= before + DELAY * 2);
    assert!(second.error(Cause::Timeout).elapsed.is_zero());
}

#[test]
fn a_further_try_takes_a_turn() {
    let options = Options { delay: DELAY, timeout: DELAY, ..Options::new([]) };
    let before = Instant::now();
    let [first, _second] = attempts(options);
    first.again(first.error(Cause::Closed)).expect("another try");
    assert!(first.starts_at() > before + DELAY);
    assert!(first.deadline() >= before + DELAY * 3);
}
