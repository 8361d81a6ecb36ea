//! [`assemble`]: the report, from the records that all workers have left.

use std::io;
use std::mem;
use std::time::Duration;

use common::extra::resume::Replay;
use common::text::number;
use common::{Options, Report, Services};

use super::fault::Fault;
use super::queue::Store;
use crate::log;

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
    let mut records = Records::from(store, "-".to_owned());
    while let Some(lines) = records.next().await? {
        for line in lines.split_inclusive(|byte| *byte == b'\n') {
            replay.settle(line).map_err(|error| Fault::Damaged(format!("a record that is none: {error}")))?;
        }
    }
    let counts = store.counts().await?;
    if counts.taken_over > 0 {
        let times = number(counts.taken_over, "time");
        let what = "a page was taken over from another worker, and perhaps fetched twice";
        log::say(format_args!("{times}, {what}"));
    }
    let report = replay.into_frontier().finish();
    Ok(Report {
        pauses: counts.pauses,
        elapsed: counts.elapsed,
        beyond_max_pages: counts.beyond_max_pages,
        unfinished: report.unfinished.saturating_sub(counts.beyond_max_pages),
        // No answer came in an earlier run: all workers belong to one crawl.
        answered_before: 0,
        ..report
    })
}

/// What Redis has counted.
struct Counts {
    pauses: usize,
    taken_over: usize,
    beyond_max_pages: usize,
    elapsed: Duration,
}

impl Store {
    /// Returns the line of one record.
    ///
    /// # Errors
    /// As those of [`take`](Store::take).
    pub async fn record(&self, record: &str) -> Result<Vec<u8>, Fault> {
        let lines = Records::from(self, record.to_owned()).next().await?.unwrap_or_default();
        let line = lines.split_inclusive(|byte| *byte == b'\n').next();
        line.map(<[u8]>::to_vec).ok_or_else(|| Fault::Damaged(format!("no record {record}")))
    }

    async fn counts(&self) -> Result<Counts, Fault> {
        let counts = self.keys.prepare(&self.scripts.counts);
        let (pauses, taken_over, pages_left, elapsed): (_, _, i64, i64) = self.link.call(&counts).await?;
        Ok(Counts {
            pauses,
            taken_over,
            beyond_max_pages: usize::try_from(-pages_left).unwrap_or_default(),
            elapsed: Duration::from_millis(elapsed.try_into().unwrap_or_default()),
        })
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
    fn from(store: &Store, record: String) -> Records<'_> {
        Records { store, from: (record, 0), cut: Vec::new() }
    }

    /// Returns the next lines, or `None` at the end.
    async fn next(&mut self) -> Result<Option<Vec<u8>>, Fault> {
        while !self.from.0.is_empty() {
            let mut page = self.store.keys.prepare(&self.store.scripts.page);
            page.arg(&self.from.0).arg(self.from.1).arg(PAGE);
            let (part, record, byte): (Vec<u8>, String, usize) = self.store.link.call(&page).await?;
            self.from = (record, byte);
            let whole = part.iter().rposition(|byte| *byte == b'\n').map_or(0, |end| end + 1);
            let (end, begin) = part.split_at(whole);
            self.cut.extend(end);
            let lines = if whole > 0 { mem::take(&mut self.cut) } else { Vec::new() };
            self.cut.extend(begin);
            if whole > 0 {
                return Ok(Some(lines));
            }
        }
        Ok(None)
    }
}
