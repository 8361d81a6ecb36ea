//! [`Reactor`]: its turns are those of the test.

use std::cell::RefCell;
use std::io;
use std::sync::Arc;

use crate::wake::Notifier;

/// What a turn does. It gets `has_work`.
type Turn = dyn FnMut(&mut dyn FnMut() -> bool) -> io::Result<()>;

pub struct Reactor {
    notifier: Arc<Notifier>,
    turn: RefCell<Box<Turn>>,
}

impl Reactor {
    pub fn new() -> io::Result<Reactor> {
        let turn = RefCell::new(Box::new(|_: &mut dyn FnMut() -> bool| Ok(())) as Box<Turn>);
        Ok(Reactor { notifier: Arc::new(Notifier::new(|| ())), turn })
    }

    pub fn notifier(&self) -> &Arc<Notifier> {
        &self.notifier
    }

    pub fn set_turn(&self, turn: impl FnMut(&mut dyn FnMut() -> bool) -> io::Result<()> + 'static) {
        self.turn.replace(Box::new(turn));
    }

    pub fn turn(&self, has_work: impl FnOnce() -> bool) -> io::Result<()> {
        let mut has_work = Some(has_work);
        let mut has_work = || has_work.take().expect("it is asked once")();
        (self.turn.borrow_mut())(&mut has_work)
    }
}
