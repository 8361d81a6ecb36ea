//! Tests of the whole crawl. The tests of its parts run first: they name the part that is wrong.

mod contract;
mod cross;
#[cfg(feature = "https")]
mod https;
mod programs;
mod session;
mod session_failures;
#[path = "../tools/mod.rs"]
mod tools;
#[cfg(all(unix, feature = "https"))]
#[cfg(not(feature = "https"))]
mod without_https;

::contract::allocations!(stage4_async::crawl, 33.0);
test_tools::examples!();
::contract::faults!("async", "keep-alive");
::contract::storm!(stage4_async::crawl);

mod keep_alive {
    contract::contract!(stage4_async::strategies::keep_alive::crawl, ["--strategy=keep-alive"], usize::MAX);
}

// The program is the same in every stage. In this one, it has the most options.
mod program {
    contract::program!(stage4_async::crawl, []);
}
