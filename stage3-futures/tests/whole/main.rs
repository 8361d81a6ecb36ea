//! Tests of the whole crawl. The tests of its parts run first: they name the part that is wrong.

mod contract;
mod dropping;
mod nothing_spins;
mod panics;
#[path = "../tools/mod.rs"]
mod tools;

mod allocations {
    contract::allocations!(stage3_futures::crawl, 32.0);
}

mod examples {
    test_tools::examples!();
}

mod faults {
    contract::faults!("futures");
}

mod storm {
    contract::storm!(stage3_futures::crawl);
}
