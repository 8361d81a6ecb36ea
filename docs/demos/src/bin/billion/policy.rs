//! Which host is asked next.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, VecDeque};

use crate::options::Time;

/// Hands out pages, each by the number of its host.
pub trait Policy {
    fn take(&mut self) -> Option<usize>;

    /// Takes back a host that has more pages, and that may be asked again at the time `allowed`.
    fn give_back(&mut self, host: usize, allowed: Time);
}

/// One queue of all pages: the page that was found first comes first.
pub struct OneQueue(pub VecDeque<usize>);

impl Policy for OneQueue {
    fn take(&mut self) -> Option<usize> {
        self.0.pop_front()
    }

    fn give_back(&mut self, _: usize, _: Time) {}
}

/// A queue for each host. The hosts take turns.
pub struct RoundRobin(pub VecDeque<usize>);

impl Policy for RoundRobin {
    fn take(&mut self) -> Option<usize> {
        self.0.pop_front()
    }

    fn give_back(&mut self, host: usize, _: Time) {
        self.0.push_back(host);
    }
}

/// A queue for each host. The host that may be asked first comes first.
pub struct EarliestFirst(pub BinaryHeap<Reverse<(Time, usize)>>);

impl Policy for EarliestFirst {
    fn take(&mut self) -> Option<usize> {
        self.0.pop().map(|Reverse((_, host))| host)
    }

    fn give_back(&mut self, host: usize, allowed: Time) {
        self.0.push(Reverse((allowed, host)));
    }
}
