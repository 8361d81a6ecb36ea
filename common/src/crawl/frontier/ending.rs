//! What only the end of a crawl shows: which redirects lead nowhere, in a circle or further than the limit; and where each URL was
//! found: on the first page of the report that links to it.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use url::Url;

use super::seen::{Seen, SeenUrls};
use crate::fetch::error::Cause;
use crate::report::{Record, report_order};

/// Turns the last redirect of each chain that leads nowhere into an error.
///
/// That is known only at the end of the crawl: a late link may lead into a chain with more redirects left.
pub(super) fn mark_dead_ends(records: &mut [Record], seen: &SeenUrls, max_redirects: u16) {
    let cut =
        |record: &Record| seen.is_cut(&record.url).then(|| format!("more than {max_redirects} in a row"));
    let cut = records.iter().enumerate().filter_map(|(index, record)| Some((index, cut(record)?)));
    let dead_ends: Vec<_> = cut.chain(circles(records, seen)).collect();
    for (index, why) in dead_ends {
        records[index].leads_nowhere(why);
    }
}

/// Returns the redirects that lead back, and where. Each circle has one.
///
/// Where a circle is entered depends on the start. The first start in the order of the report counts.
fn circles(records: &[Record], seen: &SeenUrls) -> Vec<(usize, String)> {
    let redirects = redirects(records);
    let is_start = |url: &Url| seen.get(url).is_some_and(|seen| seen.is_root || seen.found_on().is_some());
    let mut starts: Vec<_> = redirects.iter().filter(|(url, _)| is_start(url)).collect();
    starts.sort_unstable_by(|(a, _), (b, _)| report_order(a, b));
    let (mut circles, mut known) = (Vec::new(), HashSet::new());
    for (_, &start) in starts {
        let (mut chain, mut at) = (HashSet::new(), start);
        while known.insert(at) {
            chain.insert(at);
            let next = records[at].next_url.as_ref().and_then(|next| redirects.get(next));
            let Some(&next) = next else { break };
            if chain.contains(&next) {
                circles.push((at, format!("it leads back to {}", records[next].url)));
            }
            at = next;
        }
    }
    circles
}

/// Names the start of each chain that leads nowhere, once it is known where each redirect was found.
pub(super) fn name_starts(records: &mut [Record]) {
    let redirects = redirects(records);
    let start_of = |record: &Record| {
        let mut start = None;
        let mut found_on = record.found_on.as_ref();
        // The loop ends: without the redirects that lead back, there is no circle.
        while let Some(&index) = found_on.and_then(|url| redirects.get(url)) {
            (start, found_on) = (found_on.cloned(), records[index].found_on.as_ref());
        }
        start
    };
    let leads_nowhere = |record: &Record| {
        record.error.as_ref().is_some_and(|error| matches!(error.cause, Cause::Redirect { .. }))
    };
    let dead_ends = records.iter().enumerate().filter(|(_, record)| leads_nowhere(record));
    let starts: Vec<_> = dead_ends.filter_map(|(index, record)| Some((index, start_of(record)?))).collect();
    for (index, found) in starts {
        if let Some(Cause::Redirect { start, .. }) =
            records[index].error.as_mut().map(|error| &mut error.cause)
        {
            *start = Some(found);
        }
    }
}

/// Returns the redirects that lead on, by their URLs.
fn redirects(records: &[Record]) -> HashMap<Arc<Url>, usize> {
    let redirects = records.iter().enumerate().filter(|(_, record)| record.is_redirect());
    redirects.map(|(index, record)| (Arc::clone(&record.url), index)).collect()
}

/// Sets `found_on` and `new_links` in all records.
pub(super) fn note_found_on(records: &mut [Record], seen: &mut SeenUrls) {
    // A redirect counts only if the crawl reached its target, which is known only now.
    for (index, record) in records.iter().enumerate() {
        let next = record.next_url.as_ref().filter(|_| record.is_redirect());
        if let Some(seen) = next.and_then(|next| seen.get_mut(next)) {
            record_found_on(seen, index, records);
        }
    }
    for found_on in seen.iter().filter_map(|(_, seen)| seen.found_on()) {
        let record = &mut records[found_on];
        record.new_links += u32::from(!record.is_redirect());
    }
    for index in 0..records.len() {
        let found_on = seen.get(&records[index].url).and_then(Seen::found_on);
        records[index].found_on = found_on.map(|index| Arc::clone(&records[index].url));
    }
}

/// Records that the record `on` leads to a URL.
///
/// The first record in the order of the report counts, because the order of time differs from crawl
/// to crawl. Pages come before redirects.
pub(super) fn record_found_on(seen: &mut Seen, on: usize, records: &[Record]) {
    let comes_first = |other: usize| {
        let [other, on] = [other, on].map(|index| &records[index]);
        let redirects = other.is_redirect().cmp(&on.is_redirect());
        redirects.then_with(|| report_order(&other.url, &on.url)).is_le()
    };
    if !seen.is_root && !seen.found_on().is_some_and(comes_first) {
        seen.find_on(on);
    }
}
