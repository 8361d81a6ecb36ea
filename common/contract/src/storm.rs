//! The storm: crawls of sites on which anything may go wrong, at any byte.
//!
//! Whatever a site does, a crawl ends with a report that has each URL once, and closes every socket. The report can
//! also be predicted: a stage only adds the waiting, so the rest of a case is computed without a network.
//!
//! - `case`: a small site, and the options of its crawl; `page`: its answers; `fault`: what goes wrong with them
//! - `chance`: cases at random, and for each byte of an answer
//! - `model`: the report that a case must have, from the parts of a crawl that never wait
//! - `judge`: what must hold of the crawl

mod case;
mod chance;
mod fault;
mod judge;
mod model;
mod page;

use std::path::PathBuf;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{SystemTime, UNIX_EPOCH};
use std::{env, fs};

use common::crawl::strategy::Crawl;
use common::lock::lock;
use proptest::strategy::Strategy;
use proptest::test_runner::{Config, RngSeed, TestError, TestRunner};

use case::Case;
use test_tools::watchdog::{assert_is_worth_running, until};

use crate::tools::{in_lanes, site};

/// The number of random cases without `STORM_CASES`.
const CASES: u64 = 300;

/// How many cases run at once: enough to keep a few processors busy, because a case spends most of its time waiting.
const LANES: usize = 48;

/// Descriptors are counted, so only one storm of a process may use any.
static ALONE: Mutex<()> = Mutex::new(());

/// Crawls random sites: `STORM_CASES` of them, the first with the seed `STORM_SEED`. A failure shows the smallest case that
/// fails, and its seed. In the end, every descriptor must be closed.
pub fn faults_at_random(crawl: Crawl) {
    let _alone = lock(&ALONE);
    assert_is_worth_running();
    let now = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |now| now.as_millis() as u64);
    let (cases, first) = (number("STORM_CASES", CASES), number("STORM_SEED", now));
    println!("{cases} cases, from STORM_SEED={first} on");
    // Opens what a process opens once and keeps, before the count.
    drop(site([]));
    let (case, open, has_failed) = (chance::case(), descriptors().len(), AtomicBool::new(false));
    let failures = in_lanes(cases, LANES, |number| {
        // After a failure, the other lanes finish their cases and start no more.
        if has_failed.load(Ordering::Relaxed) {
            return None;
        }
        let seed = first.wrapping_add(number);
        let failure = withstand(crawl, &case, seed).err()?;
        has_failed.store(true, Ordering::Relaxed);
        Some(format!("STORM_SEED={seed} STORM_CASES=1: {failure}"))
    });
    let failure = failures.into_iter().flatten().next();
    assert!(failure.is_none(), "{}", failure.unwrap_or_default());
    // Some threads may still be ending.
    let are_closed = until(|| descriptors().len() <= open);
    assert!(are_closed, "{open} descriptors were open before, now: {:?}", descriptors());
}

fn number(name: &str, default: u64) -> u64 {
    env::var(name).map_or(default, |text| text.parse().expect("STORM_CASES and STORM_SEED are numbers"))
}

/// Returns what each descriptor refers to, as Linux lists it. The descriptor of the list is always among them.
fn descriptors() -> Vec<PathBuf> {
    let Ok(list) = fs::read_dir("/proc/self/fd") else { return Vec::new() };
    list.filter_map(|entry| fs::read_link(entry.ok()?.path()).ok()).collect()
}

/// Crawls one case. If it fails, returns the failure of the smallest case that fails as well.
fn withstand(crawl: Crawl, case: impl Strategy<Value = Case>, seed: u64) -> Result<(), String> {
    // Shrinking a case crawls it many times, which is quick unless it hangs: then, a few times are enough.
    let config = Config {
        cases: 1,
        failure_persistence: None,
        max_shrink_iters: 400,
        max_shrink_time: 10_000,
        rng_seed: RngSeed::Fixed(seed),
        ..Config::default()
    };
    let tried = TestRunner::new(config).run(&case, |case| {
        judge::crawl(crawl, &case);
        Ok(())
    });
    tried.map_err(|failure| match failure {
        TestError::Fail(reason, case) => format!("{reason}; the smallest case that fails: {case:?}"),
        TestError::Abort(reason) => reason.to_string(),
    })
}
