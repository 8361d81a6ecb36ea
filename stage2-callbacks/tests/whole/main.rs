//! Tests of the whole crawl. The tests of its parts run first: they name the part that is wrong.

mod contract;

::contract::allocations!(stage2_callbacks::crawl, 34.0);
test_tools::examples!();
::contract::faults!("callbacks");
::contract::storm!(stage2_callbacks::crawl);
