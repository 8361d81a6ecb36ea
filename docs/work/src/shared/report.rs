//! [`assemble`]: the report, from the records that all workers have left.

use std::io;
use std::time::Duration;

use common::extra::resume::Replay;
use common::text::number;
use common::{Options, Report, Services};
use program::log;

use super::fault::Fault;
use super::queue::Store;

/// How many bytes of records one call returns. A slow line needs a while for them.
const PAGE: usize = 256 * 1024;

/// Returns the report of the whole crawl, and says on stderr what was taken over. The records are settled again, because what
/// a frontier does depends on nothing but the outcomes and their order.
///
/// # Errors
/// If Redis does not answer or has lost something, or if a record is damaged.
pub async fn assemble(store: &Store, options: &Options) -> io::Result<Report> {
    // Redis has counted the pages. Workers put the links of large pages in parts, so a replay would admit others.
    let mut replay = Replay::new(&Services::new(Options { max_pages: None, ..options.clone() }));
    let broken = |error| Fault::Damaged(format!("a broken record: {error}"));
    // The first entry is no record.
    let mut from = "(0-1".to_owned();
    while !from.is_empty() {
        let mut page = store.keys.step("page");
        let (lines, next): (Vec<Vec<u8>>, _) = store.call(page.arg(&from).arg(PAGE)).await?;
        for line in lines {
            replay.settle(&line).map_err(broken)?;
        }
        from = next;
    }
    let counts: (Option<_>, Option<usize>, Option<i64>, Option<u64>, u64) =
        store.call(&store.keys.step("counts")).await?;
    let (pauses, taken_over, pages_left, settled, began) = counts;
    if let Some(taken_over) = taken_over {
        let what = "a page was taken over from another worker, and perhaps fetched twice";
        log::say!("{}, {what}", number(taken_over, "time"));
    }
    let report = replay.into_frontier().finish();
    let beyond_max_pages = usize::try_from(-pages_left.unwrap_or_default()).unwrap_or_default();
    Ok(Report {
        pauses: pauses.unwrap_or_default(),
        elapsed: Duration::from_millis(settled.unwrap_or(began) - began),
        beyond_max_pages,
        unfinished: report.unfinished.saturating_sub(beyond_max_pages),
        // No answer came in an earlier run: all workers belong to one crawl.
        answered_before: 0,
        ..report
    })
}
