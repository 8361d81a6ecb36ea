//! Redirects that lead nowhere: in a circle, or further than the limit.

use std::collections::{HashMap, HashSet};

use url::Url;

use super::seen::SeenUrls;
use crate::report::{Record, report_order};

/// Turns the last redirect of each chain that leads nowhere into an error.
///
/// That is known only at the end of the crawl: a late link may lead into a chain with more redirects left.
pub(super) fn mark(records: &mut [Record], seen: &SeenUrls, max_redirects: u16) {
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
    let redirects = records.iter().enumerate().filter(|(_, record)| record.is_redirect());
    let redirects: HashMap<_, _> = redirects.map(|(index, record)| (&record.url, index)).collect();
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
