//! Tests of the whole crawl.

mod contract;
mod shutdown;
mod storm;
