//! The macros that make a stage's tests.

/// Makes a test of each scenario of the [contract](crate) for crawls, against a stage's `crawl`.
///
/// It is for the integration tests of a package whose program has the package's name. A strategy that is not the
/// default needs its name and the most fetches that it may have in flight: `contract!(crawl, "processes", 50)`.
#[macro_export]
macro_rules! contract {
    ($crawl:expr) => {
        $crate::make_tests!(of crawl, $crawl, [], usize::MAX);
    };
    ($crawl:expr, $strategy:literal, $most_at_once:expr) => {
        $crate::make_tests!(of crawl, $crawl, ["--strategy", $strategy], $most_at_once);
    };
    ($crawl:expr, $arguments:expr) => {
        $crate::make_tests!(of crawl, $crawl, $arguments, usize::MAX);
    };
}

/// Makes a test of each scenario for programs, which runs with these arguments before those of the scenario.
#[macro_export]
macro_rules! program {
    ($crawl:expr, $arguments:expr) => {
        $crate::make_tests!(of program, $crawl, $arguments, usize::MAX);
    };
}

#[doc(hidden)]
#[macro_export]
macro_rules! make_tests {
    (of $of:ident, $crawl:expr, $arguments:expr, $most_at_once:expr) => {
        const STAGE: $crate::Stage = $crate::Stage {
            name: env!("CARGO_PKG_NAME"),
            program: env!(concat!("CARGO_BIN_EXE_", env!("CARGO_PKG_NAME"))),
            arguments: &$arguments,
            crawl: $crawl,
            most_at_once: $most_at_once,
        };
        $crate::with_scenarios!($of $crate::make_tests);
    };
    ($of:ident: $($(#[$on:meta])? $group:ident { $($(#[$only:meta])? $scenario:ident)* })*) => {
        $($(#[$on])? mod $group {
            $($(#[$only])? #[test]
            fn $scenario() {
                $crate::run::$of::$group::$scenario(&super::STAGE);
            })*
        })*
    };
}

/// Makes the tests of the storm, against a stage's `crawl`: sites that fail in any way, at any byte.
///
/// `STORM_CASES` is the number of random cases, and `STORM_SEED` the seed of the first. A failure prints both.
#[macro_export]
macro_rules! storm {
    ($crawl:expr) => {
        #[test]
        fn faults_at_every_byte_are_withstood() {
            $crate::faults_at_every_byte($crawl);
        }

        #[test]
        fn faults_at_random_are_withstood() {
            $crate::faults_at_random($crawl);
        }
    };
}

/// Makes the test of what a page costs a stage's `crawl`, which must have one thread: fewer allocations than `most`.
#[macro_export]
macro_rules! allocations {
    ($crawl:expr, $most:literal) => {
        #[test]
        fn a_page_costs_few_allocations() {
            // The stage has the allocator that counts: a test without this one needs none.
            let count = |crawl: &mut dyn FnMut()| allocation_counter::measure(crawl).count_total;
            let allocations = $crate::allocations_of_a_page($crawl, count);
            assert!(allocations < $most, "a page costs {allocations} allocations");
        }
    };
}

/// Makes the test of a stage's program whose system calls fail, with each of these strategies.
#[macro_export]
macro_rules! faults {
    ($($strategy:literal),*) => {
        #[test]
        #[ignore = "needs strace"]
        fn system_calls_that_fail_are_withstood() {
            let program = env!(concat!("CARGO_BIN_EXE_", env!("CARGO_PKG_NAME")));
            $crate::system_calls_fail(program, &[$($strategy),*]);
        }
    };
}
