//! The storm: error paths, by faults at every byte and at random, from `common::contract`.

common::storm!(stage4_async::crawl);
