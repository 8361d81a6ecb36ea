//! The times of turns.

use std::sync::Arc;
use std::time::{Duration, Instant};

use common::crawl::services::Services;
use common::fetch::pace::{MAX_CRAWL_DELAY, Pacer};
use common::fetch::resolve::Resolver;
use common::{Attempt, Options, Phase, Target};
use url::Url;

const DELAY: Duration = Duration::from_secs(10);

/// Takes a turn at `host` for each pause in seconds. Returns the seconds from `now` until each turn.
fn turns<const N: usize>(pacer: &Pacer, now: Instant, host: &str, pauses: [u64; N]) -> [u64; N] {
    pauses.map(|pause| pacer.turn_from(now, &url(host), DELAY, Duration::from_secs(pause)).as_secs())
}

fn url(host: &str) -> Url {
    Url::parse(&format!("http://{host}/")).expect("a URL")
}

#[test]
fn each_turn_at_a_host_is_a_delay_after_the_last() {
    let (pacer, now) = (Pacer::default(), Instant::now());
    assert_eq!(turns(&pacer, now, "a.example", [0, 0, 0]), [0, 10, 20]);
    assert_eq!(
        turns(&pacer.clone(), now, "A.example.:81", [0]),
        [30],
        "a host is its name, whatever the port"
    );
    assert_eq!(turns(&pacer, now, "www.a.example", [0]), [0]);
    assert_eq!(turns(&pacer, now, "b.example", [3, 0, 60]), [3, 13, 60], "a pause moves the turns after it");
}

#[test]
fn a_turn_that_was_not_taken_expires() {
    let (pacer, now) = (Pacer::default(), Instant::now());
    assert_eq!(turns(&pacer, now, "a.example", [0, 0]), [0, 10]);
    assert_eq!(turns(&pacer, now + Duration::from_secs(13), "a.example", [0, 0]), [7, 17]);
    assert_eq!(turns(&pacer, now + Duration::from_secs(99), "a.example", [0, 0]), [0, 10]);
}

#[test]
fn a_delay_may_be_none_or_overflow_the_clock() {
    let pacer = Pacer::default();
    let turn = |delay, pause| pacer.turn(&url("a.example"), delay, pause);
    assert_eq!([(); 2].map(|()| turn(Duration::ZERO, DELAY)), [DELAY; 2], "every turn is free");
    let pacer = Pacer::default();
    let turn = || pacer.turn(&url("a.example"), Duration::MAX, Duration::ZERO);
    assert_eq!(turn(), Duration::ZERO);
    assert!(turn() > DELAY && turn() > DELAY);
}

#[test]
fn a_host_may_ask_for_more_and_not_for_less() {
    for (asked, second) in [(25, 25), (5, 10), (1 << 40, MAX_CRAWL_DELAY.as_secs())] {
        let (pacer, now) = (Pacer::default(), Instant::now());
        pacer.slow_down(&url("a.example"), Duration::from_secs(asked));
        assert_eq!(turns(&pacer, now, "a.example", [0, 0]), [0, second]);
        assert_eq!(turns(&pacer, now, "b.example", [0, 0]), [0, 10]);
    }
}

/// Begins requests at these seconds, each with the second of its turn. Returns the seconds of those that must wait.
fn begin<const N: usize>(pacer: &Pacer, now: Instant, begun: [(u64, u64); N]) -> [Option<u64>; N] {
    let seconds = |second| now + Duration::from_secs(second);
    begun.map(|(second, turn)| {
        let later = pacer.begin(seconds(second), &url("a.example"), DELAY, seconds(turn), None).err()?;
        Some((later - now).as_secs())
    })
}

#[test]
fn of_turns_that_have_passed_one_begins_and_the_others_go_to_the_end_of_the_line() {
    let (pacer, now) = (Pacer::default(), Instant::now());
    assert_eq!(turns(&pacer, now, "a.example", [0; 4]), [0, 10, 20, 30]);
    let begun = [(25, 10), (25, 0), (25, 20), (30, 30)];
    assert_eq!(begin(&pacer, now, begun), [None, Some(40), Some(50), Some(35)]);
    assert_eq!(begin(&pacer, now, [(35, 35), (45, 40), (55, 50)]), [None, None, None]);
}

#[test]
fn a_request_that_begins_late_moves_the_next_turn_and_not_the_line() {
    let (pacer, now) = (Pacer::default(), Instant::now());
    assert_eq!(turns(&pacer, now, "a.example", [0; 3]), [0, 10, 20]);
    assert_eq!(begin(&pacer, now, [(4, 0), (10, 10), (14, 14)]), [None, Some(14), None]);
    assert_eq!(begin(&pacer, now, [(24, 20)]), [None]);
}

/// An address that drops packets takes seconds. Meanwhile, other requests begin.
#[test]
fn a_further_address_waits_for_a_later_turn_only_if_another_request_has_begun() {
    let found = ["10.0.0.1:80", "10.0.0.2:80"].map(|address| address.parse().expect("an address"));
    let resolver = Resolver::blocking(move |_, _| Ok(found.to_vec()));
    let options = Options {
        delay: Duration::from_millis(1),
        services: Services { resolver, ..Services::default() },
        ..Options::new([])
    };
    let pacer = options.services.pacer.clone();
    let options = Arc::new(options);
    let [first, last] = [(); 2].map(|()| Attempt::first(&Target::page(Arc::new(url("a.example"))), &options));
    assert_eq!(first.resolve().expect("its turn has come"), found[0]);
    while let Err(error) = last.resolve() {
        last.again(error).expect("it comes too early");
        last.pause().expect("there is no interrupt");
    }
    // As if the delay were longer by now.
    pacer.slow_down(first.url(), DELAY);
    for attempt in [&last, &first] {
        attempt.enter(Phase::Connecting);
        attempt.again(attempt.timed_out()).expect("another address is left");
    }
    assert_eq!(last.resolve().expect("no request has begun since"), found[1]);
    let before = Instant::now();
    let hint = "two requests would begin at once: `begin` must check the pace for each address";
    let error = first.resolve().expect_err(hint);
    assert_eq!(error.cause.kind(), "too-early");
    first.again(error).expect("it is tried again");
    assert!(first.starts_at() > before + DELAY / 2);
    assert_eq!(first.tries(), 1);
}
