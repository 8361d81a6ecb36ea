//! Tests of the whole crawl.

mod contract;
#[cfg(unix)]
mod shared;
mod shutdown;
#[cfg(unix)]
#[path = "../tools/mod.rs"]
mod tools;

mod program {
    contract::program!(work::crawl, ["--drain", "0"]);
}

mod storm {
    contract::storm!(work::crawl);
}
