//! Whose turn it is when.

use std::sync::Arc;
use std::time::{Duration, Instant};

use common::fetch::pace::{LONGEST_WISH, Pacer};
use common::{Attempt, Cause, Options, Target};
use url::Url;

const DELAY: Duration = Duration::from_secs(10);

fn url(url: &str) -> Url {
    Url::parse(url).expect("a URL")
}

/// In how many seconds from `now` the turns are of those who ask for a URL, `pause` seconds from now or later.
fn turns<const N: usize>(pacer: &Pacer, now: Instant, asked: [(&str, u64); N]) -> [u64; N] {
    let turn = |(at, pause)| pacer.turn_from(now, &url(at), DELAY, Duration::from_secs(pause)).as_secs();
    asked.map(turn)
}

#[test]
fn each_turn_is_a_delay_behind_the_last() {
    let asked = [("http://a.example/", 0); 4];
    assert_eq!(turns(&Pacer::default(), Instant::now(), asked), [0, 10, 20, 30]);
}

#[test]
fn turns_that_nobody_took_are_over() {
    let (pacer, now) = (Pacer::default(), Instant::now());
    let asked = [("http://a.example/", 0); 2];
    assert_eq!(turns(&pacer, now, asked), [0, 10]);
    assert_eq!(turns(&pacer, now + Duration::from_secs(13), asked), [7, 17]);
    assert_eq!(turns(&pacer, now + Duration::from_secs(99), asked), [0, 10]);
}

#[test]
fn a_pause_moves_the_turns_behind_it() {
    let asked = [("http://a.example/", 3), ("http://a.example/", 0), ("http://a.example/", 60)];
    assert_eq!(turns(&Pacer::default(), Instant::now(), asked), [3, 13, 60]);
}

#[test]
fn a_host_is_its_name_whatever_the_port() {
    let asked = ["http://a.example/", "http://A.example.:81/x", "http://b.example/", "http://www.a.example/"];
    assert_eq!(turns(&Pacer::default(), Instant::now(), asked.map(|at| (at, 0))), [0, 10, 0, 0]);
}

#[test]
fn without_a_delay_every_time_is_right() {
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
fn a_delay_that_no_clock_can_tell_is_for_ever() {
    let pacer = Pacer::default();
    let turn = || pacer.turn(&url("http://a.example/"), Duration::MAX, Duration::ZERO);
    assert_eq!(turn(), Duration::ZERO);
    assert!(turn() > DELAY && turn() > DELAY);
}

#[test]
fn one_pacer_may_ask_another() {
    let pacer = Pacer::asking(|pause| pause * 2);
    assert_eq!(pacer.turn(&url("http://a.example/"), DELAY, Duration::from_secs(4)).as_secs(), 8);
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
    assert!(first.start() <= Instant::now());
    assert!(second.start() > Instant::now() + DELAY / 2);
    assert!(second.deadline() >= before + DELAY * 2);
    assert!(second.error(Cause::Timeout).elapsed.is_zero());
}

#[test]
fn a_further_try_has_a_turn_too() {
    let options = Options { delay: DELAY, timeout: DELAY, ..Options::new([]) };
    let before = Instant::now();
    let [first, _second] = attempts(options);
    first.again(first.error(Cause::Closed)).expect("another try");
    assert!(first.start() > before + DELAY);
    assert!(first.deadline() >= before + DELAY * 3);
}
