//! An event is a hint: a callback may be called although nothing has happened.

use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;
use std::time::{Duration, Instant};

use common::{Options, Target};
use mio::Token;
use practice_site::{Answer, Site};
use stage2_callbacks::fetch::fetch;
use stage2_callbacks::reactor::Reactor;

#[test]
fn callbacks_that_are_called_for_nothing_change_nothing() {
    let answer = Answer::html("a page in pieces").in_pieces(20, Duration::from_millis(1));
    let site = Site::builder().page("/", answer).start().unwrap();
    let (reactor, options) = (Rc::new(Reactor::new().unwrap()), Arc::new(Options::new([])));
    let ended = Rc::<RefCell<Vec<_>>>::default();
    let note = Rc::clone(&ended);
    let fetched = move |_, result| note.borrow_mut().push(result);
    fetch(Target::page(Arc::new(site.url("/"))), &options, &reactor, fetched);
    reactor.set_timer(Instant::now() + Duration::from_secs(60), || panic!("hung"));
    while ended.borrow().is_empty() {
        reactor.turn().unwrap();
        // More tokens than a fetch uses, and each in every state of the fetch.
        (0..100).for_each(|token| reactor.dispatch(Token(token)));
    }
    let responses: Vec<_> = ended.take().into_iter().map(Result::unwrap).collect();
    let [response] = &responses[..] else { panic!("{} ends", responses.len()) };
    assert_eq!((response.tries, &response.body[..]), (1, &b"a page in pieces"[..]));
}
