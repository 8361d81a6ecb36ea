//! [`max_tasks`]: how many fetches may be in flight with the descriptors that the system gives.

use common::text::number;
use common::{Options, Strategy};

use crate::say::say;

/// How many descriptors are for what is not a fetch: the terminal, the selector, files, lookups of names.
const OTHERS: u64 = 24;

/// Raises the limit on descriptors, and returns how many fetches may be in flight: as many as the options say, unless that
/// is more than the limit allows. Then it says so.
pub fn max_tasks(stage: &str, options: &Options, strategy: &Strategy, has_site: bool) -> usize {
    // Where the limit is unknown, it is none.
    let limit = rlimit::increase_nofile_limit(u64::MAX).unwrap_or(u64::MAX);
    // The practice site has the other end of each connection.
    let of_fetch = strategy.descriptors + u64::from(has_site);
    let most = limit.saturating_sub(OTHERS) / of_fetch;
    let most = usize::try_from(most).unwrap_or(usize::MAX).max(1);
    if most < options.max_tasks {
        let requests = number(most, "request");
        say(stage, format_args!("at most {requests} in flight, because of the limit of {limit} descriptors"));
    }
    options.max_tasks.min(most)
}
