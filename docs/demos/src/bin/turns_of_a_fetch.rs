//! One fetch of stage 2, turn by turn: `fetch` returns at once, and the event loop does the rest.
//!
//!     cargo run -p demos --bin turns_of_a_fetch

use std::cell::Cell;
use std::rc::Rc;
use std::sync::Arc;
use std::time::Duration;

use common::{Options, Target};
use practice_site::{Answer, Site};
use stage2_callbacks::fetch::fetch;
use stage2_callbacks::reactor::Reactor;

/// An answer of three pieces, with pauses between them.
const ANSWER: &str = "HTTP/1.0 200 OK\r\nContent-Length: 12\r\n\r\nHello, world";
const PIECE: usize = ANSWER.len().div_ceil(3);
const PAUSE: Duration = Duration::from_millis(200);

fn main() {
    let site = Site::builder().page("/", Answer::raw(ANSWER).in_pieces(PIECE, PAUSE)).start().unwrap();
    let (target, options) = (Target::page(Arc::new(site.url("/"))), Arc::new(Options::new([])));
    let reactor = Rc::new(Reactor::new().unwrap());
    let has_ended = Rc::new(Cell::new(false));
    let ends = Rc::clone(&has_ended);
    fetch(target, &options, &reactor, move |_, result| {
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
