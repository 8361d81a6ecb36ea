//! Tests of the whole crawl.

mod contract;
#[cfg(unix)]
mod log;
#[cfg(unix)]
mod shared;
mod shutdown;
#[cfg(unix)]
#[path = "../tools/mod.rs"]
mod tools;

::contract::storm!(work::crawl);

mod program {
    contract::program!(work::crawl, ["--drain", "0"]);
}
