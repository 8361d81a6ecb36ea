//! [`Tasks`]: the tasks of a worker that may fail.

use std::panic::resume_unwind;

use tokio::task::{JoinError, JoinSet};

use super::fault::Fault;

/// Tasks that may fail. If this is dropped, they end.
pub type Tasks = JoinSet<Result<(), Fault>>;

/// Waits until a task ends, and returns whether there was one.
pub async fn next_end(tasks: &mut Tasks) -> Result<bool, Fault> {
    let Some(ended) = tasks.join_next().await else { return Ok(false) };
    joined(ended).map(|()| true)
}

/// Waits until all tasks end, or one fails.
pub async fn all_end(tasks: &mut Tasks) -> Result<(), Fault> {
    while next_end(tasks).await? {}
    Ok(())
}

/// Returns what a task has returned. Panics if it has panicked.
pub fn joined<T>(ended: Result<T, JoinError>) -> T {
    ended.unwrap_or_else(|error| resume_unwind(error.into_panic()))
}
