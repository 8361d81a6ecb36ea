//! [`PageJob`]: what a worker is to fetch, as the stream `jobs` has it.

use common::Target;
use redis::Pipeline;
use redis::streams::StreamId;
use serde::{Deserialize, Serialize};
use serde_json::{from_slice, to_string};

/// A job in the stream.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct PageJob {
    /// The entry in the stream. It is empty as long as the job is not there.
    #[serde(skip)]
    pub id: String,
    /// What is to be fetched.
    pub target: Target,
    /// The number of the try, counted from 1.
    pub tries: u32,
    /// The workers that have tried and failed. Another one is to try now.
    pub not: Vec<String>,
}

impl PageJob {
    /// Reads an entry of the stream. Returns `None` if no program of this version has written it.
    pub fn read(entry: &StreamId) -> Option<PageJob> {
        let job = from_slice(&entry.get::<Vec<u8>>("job")?).ok()?;
        Some(PageJob { id: entry.id.clone(), ..job })
    }

    /// Adds to a call what an entry of the stream has.
    pub fn add_to(&self, call: &mut Pipeline) {
        call.arg("job").arg(to_string(self).expect("texts and numbers are JSON"));
    }
}
