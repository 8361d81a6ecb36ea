//! Tests of the whole crawl. The tests of its parts run first: they name the part that is wrong.

mod children;
mod contract;
mod interrupted;
mod processes;

test_tools::examples!();
::contract::faults!("threads", "spin", "processes");
::contract::storm!(stage1_blocking::crawl);

mod one_by_one {
    contract::contract!(stage1_blocking::strategies::one_by_one, ["--strategy", "one-by-one"], 1);
}

mod spin {
    contract::contract!(stage1_blocking::strategies::spin::crawl, ["--strategy", "spin"], 1);
}
