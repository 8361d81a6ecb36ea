//! Callbacks and their tokens: an event calls the callback that it is for, or none.

use std::cell::Cell;
use std::rc::Rc;

use mio::Token;

use crate::tools::{keeping, note, setup, turn_until, unless_borrowed, unless_panics};

#[test]
fn no_token_is_used_twice() {
    let (reactor, log) = setup();
    let tokens = ["a", "b", "c"].map(|name| reactor.add(note(&log, name)));
    reactor.remove(tokens[0]);
    reactor.remove(tokens[2]);
    let added = ["d", "e"].map(|name| reactor.add(note(&log, name)));
    // Events for those that were removed, which were under way.
    tokens.into_iter().for_each(|token| reactor.dispatch(token));
    let rule = "a stale event called another callback: never give a token again, and take the number from `next_key`";
    assert_eq!(*log.borrow(), ["b"], "{rule}");
    added.into_iter().for_each(|token| reactor.dispatch(token));
    assert_eq!(*log.borrow(), ["b", "d", "e"], "each token calls the callback that it was returned for");
}

// mio 219: an event that was on its way when its socket was deregistered.
#[test]
fn a_token_without_a_callback_is_ignored() {
    let (reactor, log) = setup();
    let removed = reactor.add(note(&log, "removed"));
    reactor.remove(removed);
    let hint = "a callback is removed a second time, and `remove` panics: it must do nothing";
    unless_panics(hint, || reactor.remove(removed));
    let hint = "an event comes for a callback that is gone, and `dispatch` panics: it must do nothing";
    unless_panics(hint, || {
        [removed, Token(usize::MAX)].into_iter().for_each(|token| reactor.dispatch(token))
    });
    assert!(log.borrow().is_empty(), "a callback that was removed is called");
}

#[test]
fn a_callback_is_called_at_each_event() {
    let (reactor, log) = setup();
    let token = reactor.add(note(&log, "called"));
    reactor.dispatch(token);
    assert_eq!(log.borrow().len(), 1, "`dispatch` must call the callback of the token that `add` returned");
    (0..2).for_each(|_| reactor.dispatch(token));
    assert_eq!(log.borrow().len(), 3, "a callback stays registered until it is removed");
}

#[test]
fn the_first_token_is_not_that_of_the_waker() {
    let (reactor, log) = setup();
    let first = reactor.add(note(&log, "called"));
    assert!(first != Token(0), "`add` returned `WAKER`, the token of mio's `Waker`: `next_key` is never 0");
}

#[test]
fn a_callback_may_remove_itself_and_add_another_one() {
    let (reactor, log) = setup();
    let token = Rc::new(Cell::new(None));
    let callback = {
        let (reactor, log, token) = (Rc::clone(&reactor), Rc::clone(&log), Rc::clone(&token));
        move || {
            let Some(token) = token.take() else { return log.borrow_mut().push("a removed callback") };
            reactor.remove(token);
            reactor.post(reactor.add(note(&log, "other")));
        }
    };
    token.set(Some(reactor.add(callback)));
    let posted = token.get().unwrap();
    reactor.post(posted);
    reactor.post(posted);
    turn_until(&reactor, "what was posted is not called", || log.borrow().first().copied());
    assert_eq!(*log.borrow(), ["other"], "a callback that has removed itself must stay removed");
}

#[test]
fn a_removed_callback_may_use_the_reactor_when_it_is_dropped() {
    let (reactor, log) = setup();
    let (used, noted) = (Rc::clone(&reactor), note(&log, "dropped"));
    let token = reactor.add(keeping(move || {
        used.remove(Token(usize::MAX));
        noted();
    }));
    let hint = "`remove` drops the callback while the map is borrowed: end the borrow first";
    unless_borrowed(hint, || reactor.remove(token));
    assert_eq!(*log.borrow(), ["dropped"], "a callback that is removed must be dropped, with what it owns");
}

#[test]
fn no_callback_is_called_after_the_loop_is_stopped() {
    let (reactor, log) = setup();
    let stops = Rc::clone(&reactor);
    reactor.dispatch(reactor.add(move || stops.stop()));
    reactor.dispatch(reactor.add(note(&log, "called")));
    assert!(log.borrow().is_empty(), "a callback was called after another one had stopped the loop");
}
