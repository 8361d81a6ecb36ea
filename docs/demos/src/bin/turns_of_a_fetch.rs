//! One fetch of stage 2, turn by turn: `fetch` returns at once, and the event loop does the rest.

use std::cell::Cell;
use std::rc::Rc;
use std::sync::Arc;
use std::time::Duration;

use common::{Options, Target};
use practice_site::{Answer, Site};
use stage2_callbacks::fetch::fetch;
use stage2_callbacks::reactor::Reactor;

const ANSWER: &str = "HTTP/1.0 200 OK\r\nContent-Length: 12\r\n\r\nHello, world";

fn main() {
    // Three pieces, with pauses between them.
    let answer = Answer::raw(ANSWER).in_pieces(ANSWER.len().div_ceil(3), Duration::from_millis(200));
    let site = Site::builder().page("/", answer).start().unwrap();
    let (target, services) = (Target::page(Arc::new(site.url("/"))), Arc::new(Options::new([]).into()));
    let reactor = Rc::new(Reactor::new().unwrap());
    let has_ended = Rc::new(Cell::new(false));
    let ends = Rc::clone(&has_ended);
    fetch(target, &services, &reactor, move |_, result| {
        println!("fetched: status {}", result.unwrap().status);
        ends.set(true);
    });
    println!("fetch has returned");
    for turn in 1.. {
        reactor.turn().unwrap();
        println!("turn {turn} has ended");
        if has_ended.get() {
            break;
        }
    }
}
