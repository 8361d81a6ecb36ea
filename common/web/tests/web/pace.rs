//! The times of turns.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use common::fetch::resolve::Resolver;
use common::{Options, Phase};
use common_fuzz::offline;
use url::Url;
use web::pace::{MAX_CRAWL_DELAY, Pacer};

const DELAY: Duration = Duration::from_secs(10);

/// Takes a turn at `host` for each pause in seconds. Returns the seconds from `now` until each turn.
fn turns<const N: usize>(pacer: &Pacer, now: Instant, host: &str, pauses: [u64; N]) -> [u64; N] {
    pauses.map(|pause| pacer.plan_from(now, &url(host), DELAY, Duration::from_secs(pause)).as_secs())
}

fn url(host: &str) -> Url {
    offline::url(&format!("http://{host}/"))
}

#[test]
fn each_turn_at_a_host_is_a_delay_after_the_last() {
    let (pacer, now) = (Pacer::default(), Instant::now());
    assert_eq!(turns(&pacer, now, "a.example", [0, 0, 0]), [0, 10, 20]);
    assert_eq!(turns(&pacer.clone(), now, "A.example.:81", [0]), [30], "a host is a name, whatever the port");
    assert_eq!(turns(&pacer, now, "www.a.example", [0]), [0]);
    assert_eq!(turns(&pacer, now, "b.example", [3, 0, 60]), [3, 0, 60], "a pause holds up no other turn");
    pacer.pause(now, &url("c.example"), Duration::ZERO, None);
    assert_eq!(turns(&pacer, now, "c.example", [0, 60, 0]), [0, 60, 10], "not even after a pause of a host");
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
    let turn = |delay, pause| pacer.plan(&url("a.example"), delay, pause);
    assert_eq!([(); 2].map(|()| turn(Duration::ZERO, DELAY)), [DELAY; 2], "every turn is free");
    let pacer = Pacer::default();
    let turn = || pacer.plan(&url("a.example"), Duration::MAX, Duration::ZERO);
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
        let later = pacer.start(seconds(second), &url("a.example"), DELAY, seconds(turn), None).err()?;
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
    let found = [1, 2].map(|number| ([10, 0, 0, number], 80).into());
    let (options, pacer) =
        (Options { delay: Duration::from_millis(1), ..Options::new([]) }, Pacer::default());
    let mut services = web::services_at(options, &pacer);
    services.set_resolver(Resolver::blocking(move |_, _| Ok(found.to_vec())));
    let [first, last] = [(); 2].map(|()| offline::attempt_with(services.clone()));
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
    let hint = "two requests would begin at once: `begin_request` must check the pace for each address";
    let error = first.resolve().expect_err(hint);
    assert_eq!(error.cause.kind(), "again");
    first.again(error).expect("it is tried again");
    assert!(first.starts_at() > before + DELAY / 2);
    assert_eq!(first.timed_out().tries, 1);
}

/// Crawls `urls` of a host, `tasks` at a time, on a clock of its own. The host answers after 5 ms, and asks for a
/// pause of one second unless it `accepts` a URL that is asked for now. Returns how often each URL was tried, as
/// far as that cost a try, and how long all of it takes.
fn crawl(urls: usize, tasks: usize, mut accepts: impl FnMut(Instant, usize) -> bool) -> (Vec<u32>, Duration) {
    let (pacer, host, start) = (Pacer::default(), url("a.example"), Instant::now());
    let plan = |now| now + pacer.plan_from(now, &host, Duration::ZERO, Duration::ZERO);
    let mut tries = vec![1; urls];
    // What comes next: a URL begins at its turn, or its request, which has begun at a time, is answered.
    let mut events: BTreeMap<_, _> = (0..tasks).map(|url| ((plan(start), url), None)).collect();
    let (mut unseen, mut end) = (tasks..urls, start);
    let mut first_tries = vec![start; urls];
    while let Some(((now, url), begun)) = events.pop_first() {
        end = now;
        let Some((begun, is_accepted)) = begun else {
            match pacer.start(now, &host, Duration::ZERO, now, None) {
                Ok(()) => {
                    events.insert((now + Duration::from_millis(5), url), Some((now, accepts(now, url))))
                }
                Err(later) => events.insert((later, url), None),
            };
            continue;
        };
        if !is_accepted && tries[url] < 4 {
            tries[url] += u32::from(pacer.pause(now, &host, Duration::from_secs(1), Some(begun)));
            events.insert((plan(now), url), None);
            continue;
        }
        match is_accepted {
            true => pacer.accepted(now, &host),
            false => pacer.refused(&host, first_tries[url]),
        }
        if let Some(next) = unseen.next() {
            first_tries[next] = now;
            events.insert((plan(now), next), None);
        }
    }
    (tries, end - start)
}

#[test]
fn a_host_that_limits_its_rate_refuses_no_request_in_all_its_tries() {
    let mut last = None;
    let (tries, time) = crawl(31, 10, |now, _| {
        let accepts = last.is_none_or(|last| now >= last + Duration::from_secs(1));
        last = if accepts { Some(now) } else { last };
        accepts
    });
    assert!(tries.iter().all(|tries| *tries <= 2), "a refusal of what was in flight costs no try: {tries:?}");
    assert!(time < Duration::from_secs(33), "each pause has an answer: {time:?}");
}

/// After the first request has been refused four times, ten are tried in each pause: three batches, three pauses each.
#[test]
fn a_host_that_refuses_all_requests_is_given_up_in_batches() {
    let (tries, time) = crawl(31, 10, |_, _| false);
    assert_eq!(tries, [4; 31]);
    let most = Duration::from_secs(3 + 4 * 3 + 3);
    assert!(time < most, "the requests wait for each other: {time:?}");
}

#[test]
fn after_a_pause_of_a_host_all_its_requests_go_on_at_once() {
    let start = Instant::now();
    let (_, time) = crawl(1000, 1000, |now, _| now > start + Duration::from_millis(500));
    assert!(time < Duration::from_millis(1500), "they go on one after the other: {time:?}");
}

#[test]
fn a_page_that_is_always_refused_costs_the_host_three_pauses() {
    let (tries, time) = crawl(500, 10, |_, url| url != 100);
    assert_eq!(tries[100], 4);
    assert_eq!(tries.iter().filter(|tries| **tries > 1).count(), 1);
    assert!(time < Duration::from_secs(4), "{time:?}");
}
