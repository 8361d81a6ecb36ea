//! The addresses of one fetch: which one it connects to, and what a refusal costs.

use std::net::SocketAddr;

use common::crawl::services::Services;
use common::fetch::resolve::Resolver;
use common::{Cause, Options, Phase, Response};
use common_fuzz::web::{attempt, broken};

fn address(number: u8) -> SocketAddr {
    SocketAddr::from(([10, 0, 0, number], 80))
}

/// Returns options for a host whose addresses are 10.0.0.1 to 10.0.0.`count`.
fn addresses(count: u8) -> Options {
    let found: Vec<_> = (1..=count).map(address).collect();
    Options {
        services: Services {
            resolver: Resolver::blocking(move |_, _| Ok(found.clone())),
            ..Services::default()
        },
        ..Options::new([])
    }
}

/// Asserts that a fetch takes these addresses in turn, each in this try, and fails there for this reason.
#[track_caller]
fn assert_takes<const N: usize>(count: u8, turns: [(u8, u32, Cause); N]) {
    let attempt = attempt(&addresses(count));
    for (number, tries, cause) in turns {
        assert_eq!((attempt.resolve().unwrap(), attempt.tries()), (address(number), tries));
        attempt.enter(if matches!(cause, Cause::Connect(_)) { Phase::Connecting } else { Phase::Reading });
        attempt.again(attempt.error(cause)).expect("another address or try");
    }
}

#[test]
fn an_address_that_refuses_costs_no_try_while_another_is_left() {
    let refused = || Cause::Connect(broken());
    assert_takes(2, [(1, 1, refused()), (2, 1, refused()), (1, 2, refused()), (2, 2, refused())]);
}

/// The first three refuse, and the fourth accepts and breaks. No number of tries may keep the fifth out of reach.
#[test]
fn a_try_begins_after_the_address_that_failed_last() {
    let refused = || Cause::Connect(broken());
    let broken = Cause::Reset(broken());
    let (fourth, fifth) = ((4, 1, broken), (5, 2, Cause::Closed));
    assert_takes(5, [(1, 1, refused()), (2, 1, refused()), (3, 1, refused()), fourth, fifth]);
}

#[test]
fn an_address_for_which_no_descriptor_was_left_comes_again() {
    let lacking = || Cause::OutOfDescriptors(broken());
    let closed = Cause::Closed;
    assert_takes(
        3,
        [(1, 1, Cause::Closed), (2, 2, lacking()), (2, 2, lacking()), (2, 2, closed), (3, 3, Cause::Closed)],
    );
}

#[test]
fn the_address_that_answered_comes_first_from_then_on() {
    let options = addresses(2);
    let first = attempt(&options);
    first.resolve().unwrap();
    first.enter(Phase::Connecting);
    first.again(first.io_error(broken())).unwrap();
    assert_eq!(first.resolve().unwrap(), address(2));
    first.response(Response::default());
    assert_eq!(attempt(&options).resolve().unwrap(), address(2));
}
