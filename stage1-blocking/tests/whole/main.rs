//! Tests of the whole crawl. The tests of its parts run first: they name the part that is wrong.

mod children;
mod contract;
mod interrupted;
mod processes;

mod examples {
    test_tools::examples!();
}

mod faults {
    contract::faults!("threads", "spin", "processes");
}

mod one_by_one {
    contract::contract!(stage1_blocking::strategies::one_by_one, ["--strategy", "one-by-one"], 1);
}

mod spin {
    contract::contract!(stage1_blocking::strategies::spin::crawl, ["--strategy", "spin"], 1);
}

mod storm {
    contract::storm!(stage1_blocking::crawl);
}
