//! Tests of the whole crawl. The tests of its parts run first: they name the part that is wrong.

mod children;
mod contract;
mod interrupted;

test_tools::examples!();
::contract::faults!("threads", "spin", "processes");
::contract::storm!(stage1_blocking::crawl);

mod one_by_one {
    contract::contract!(stage1_blocking::strategies::one_by_one, ["--strategy", "one-by-one"], 1);
}

mod spin {
    contract::contract!(stage1_blocking::strategies::spin::crawl, ["--strategy", "spin"], 1);
}

mod processes {
    /// Crawls with children that run this stage's program: the test itself is another program.
    fn crawl(job: common::Job) -> std::io::Result<common::Report> {
        let program = std::path::Path::new(env!("CARGO_BIN_EXE_stage1-blocking"));
        stage1_blocking::strategies::processes::crawl(program, job)
    }

    contract::contract!(crawl, ["--strategy", "processes"], 50);
}
