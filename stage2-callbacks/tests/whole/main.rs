//! Tests of the whole crawl. The tests of its parts run first: they name the part that is wrong.

mod contract;

mod allocations {
    contract::allocations!(stage2_callbacks::crawl, 34.0);
}

mod examples {
    test_tools::examples!();
}

mod faults {
    contract::faults!("callbacks");
}

mod storm {
    contract::storm!(stage2_callbacks::crawl);
}
