//! The storm: error paths, by faults at every byte and at random, from `contract`.

contract::storm!(work::crawl);
