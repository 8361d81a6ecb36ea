//! Tests of the whole crawl.

mod contract;
mod hosts;
#[cfg(all(unix, feature = "https-tests"))]
mod https;
#[cfg(unix)]
mod log;
#[cfg(unix)]
#[path = "../tools/proxy.rs"]
mod proxy;
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
