//! Where each URL was found: the first page of the report that links to it.

use std::sync::Arc;

use super::seen::{Seen, SeenUrls};
use crate::report::{Record, report_order};

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
