//! The storm: error paths, by faults at every byte and at random, from `contract`.

contract::storm!(stage3_futures::crawl);
