//! [`assemble`]: the report, from the records that all workers have left.

use std::io::{self, Write, stderr};
use std::time::Duration;

use common::extra::resume::Replay;
use common::text::number;
use common::{Options, Report, Services};
use redis::cmd;

use super::store::{Ask, Store};

/// How many records are read at once.
const PAGE: usize = 500;

/// Returns the report of the whole crawl, and says on stderr what was taken over. The records are settled again, because what a frontier does depends on nothing but
/// the outcomes and their order.
///
/// # Errors
/// If a record is damaged.
pub async fn assemble(store: &Store, options: &Options) -> io::Result<Report> {
    let mut replay = Replay::new(&Services::new(options.clone()));
    let mut after = "-".to_owned();
    loop {
        let mut range = cmd("XRANGE");
        range.arg(store.keys().key("records")).arg(&after).arg("+").arg("COUNT").arg(PAGE);
        let entries: Vec<(String, (String, Vec<u8>))> = store.ask(Ask::Command(&range)).await;
        for (id, (_line, line)) in &entries {
            replay
                .settle(line)
                .map_err(|error| io::Error::other(format!("the record {id} in Redis: {error}")))?;
        }
        match entries.last() {
            Some((id, _)) => after = format!("({id}"),
            None => break,
        }
    }
    let mut get = cmd("HMGET");
    get.arg(store.keys().key("state")).arg("pauses").arg("taken_over").arg("began").arg("settled");
    let state: (Option<usize>, Option<usize>, u64, Option<u64>) = store.ask(Ask::Command(&get)).await;
    let (pauses, taken_over, began, settled) = state;
    if let Some(taken_over) = taken_over {
        // If that fails, the report is complete all the same.
        let times = number(taken_over, "time");
        let what = "a page was taken over from another worker, and perhaps fetched twice";
        let _ = writeln!(stderr(), "work: {times}, {what}");
    }
    // No answer came in an earlier run: all workers belong to one crawl.
    let (pauses, elapsed) = (pauses.unwrap_or(0), Duration::from_millis(settled.unwrap_or(began) - began));
    Ok(Report { pauses, elapsed, answered_before: 0, ..replay.into_frontier().finish() })
}
