//! [`assemble`]: the report, from the records that all workers have left.

use std::io;
use std::mem;
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
    let mut records = Records::from(store, "-");
    while let Some(lines) = records.next().await? {
        for line in lines.split_inclusive(|byte| *byte == b'\n') {
            replay.settle(line).map_err(|error| Fault::Damaged(format!("a record that is none: {error}")))?;
        }
    }
    let (pauses, taken_over, pages_left, elapsed): (_, usize, i64, i64) =
        store.call(&store.keys.step("counts")).await?;
    if taken_over > 0 {
        let what = "a page was taken over from another worker, and perhaps fetched twice";
        log::say!("{}, {what}", number(taken_over, "time"));
    }
    let report = replay.into_frontier().finish();
    let beyond_max_pages = usize::try_from(-pages_left).unwrap_or_default();
    Ok(Report {
        pauses,
        elapsed: Duration::from_millis(elapsed.try_into().unwrap_or_default()),
        beyond_max_pages,
        unfinished: report.unfinished.saturating_sub(beyond_max_pages),
        // No answer came in an earlier run: all workers belong to one crawl.
        answered_before: 0,
        ..report
    })
}

impl Store {
    /// Returns the line of one record.
    pub(super) async fn record(&self, record: &str) -> Result<Vec<u8>, Fault> {
        let lines = Records::from(self, record).next().await?.unwrap_or_default();
        let line = lines.split_inclusive(|byte| *byte == b'\n').next();
        line.map(<[u8]>::to_vec).ok_or_else(|| Fault::Damaged(format!("no record {record}")))
    }
}

/// Reads the records, in parts.
struct Records<'a> {
    store: &'a Store,
    /// Where the next part begins: a record, or nothing at the end, and a byte in it.
    from: (String, usize),
    /// The beginning of a line whose end is in the next part.
    cut: Vec<u8>,
}

impl Records<'_> {
    fn from<'a>(store: &'a Store, record: &str) -> Records<'a> {
        Records { store, from: (record.to_owned(), 0), cut: Vec::new() }
    }

    /// Returns the next lines, or `None` at the end.
    async fn next(&mut self) -> Result<Option<Vec<u8>>, Fault> {
        while !self.from.0.is_empty() {
            let mut page = self.store.keys.step("page");
            page.arg(&self.from.0).arg(self.from.1).arg(PAGE);
            let (mut part, record, byte): (Vec<u8>, _, _) = self.store.call(&page).await?;
            self.from = (record, byte);
            let Some(end) = part.iter().rposition(|byte| *byte == b'\n') else {
                self.cut.extend(part);
                continue;
            };
            let begin = part.split_off(end + 1);
            let mut lines = mem::replace(&mut self.cut, begin);
            lines.extend(part);
            return Ok(Some(lines));
        }
        Ok(None)
    }
}
