//! [`Worker::fetch`]: the fetch of a job, which holds the worker only as long as its host can answer.

use std::sync::Arc;
use std::time::{Duration, Instant};

use common::extra::health::Turn;
use common::{Attempt, Cause, FetchError, Phase, Target};
use tokio::time::sleep_until;

use super::fault::Fault;
use super::job::{Fetched, Job};
use super::worker::Worker;
use crate::fetch::{Elapsed, fetch_once, timeout_with_last_look};
use crate::hosts::given_up;

impl Worker {
    /// Fetches a job's target as [`fetch`](crate::fetch::fetch) does, but waits for no host that is to be left alone.
    pub async fn fetch(&self, job: &Job, target: &Target) -> Result<Fetched, Fault> {
        if job.handouts > self.handouts {
            return Ok(Fetched::Now(Err(killed(&target.url, self.handouts))));
        }
        match self.hosts.turn(target) {
            Turn::Now => {}
            Turn::After(pause) => {
                // The host may answer the probe that is under way.
                let pause = pause.min(Duration::from_secs(1));
                return Ok(Fetched::Later { tries: job.tries, pause, is_asked_for: false });
            }
            Turn::Never => return Ok(Fetched::Now(Err(given_up(target, &self.services)))),
        }
        let fetched = self.try_until_a_pause(job, target).await?;
        let error = if let Fetched::Now(Err(error)) = &fetched { Some(error) } else { None };
        self.hosts.ended(target, error);
        Ok(fetched)
    }

    async fn try_until_a_pause(&self, job: &Job, target: &Target) -> Result<Fetched, Fault> {
        let mut attempt = Attempt::start(target, &self.services);
        attempt.reuse().begin_at_try(job.tries);
        loop {
            sleep_until(attempt.starts_at().into()).await;
            if job.has_turn {
                self.store.turn(job).await?;
                attempt.reuse().put_off(Instant::now());
            }
            let fetched = timeout_with_last_look(attempt.deadline(), fetch_once(&mut attempt, &self.tls));
            let error = match fetched.await.unwrap_or_else(|Elapsed| Err(attempt.timed_out())) {
                Ok(response) => return Ok(Fetched::Now(Ok(attempt.finish(response)))),
                Err(error) => error,
            };
            let asks_again = matches!(error.cause, Cause::Again(_));
            if let Err(error) = attempt.again(error) {
                return Ok(Fetched::Now(Err(error)));
            }
            let pause = attempt.starts_at().saturating_duration_since(Instant::now());
            if asks_again && !pause.is_zero() {
                return Ok(Fetched::Later { tries: attempt.reuse().tries(), pause, is_asked_for: true });
            }
        }
    }
}

/// Makes the error of a page whose workers have died.
fn killed(url: &Arc<url::Url>, handouts: u32) -> FetchError {
    let why = "its workers died, or were silent for longer than their lease";
    let message = format!("{why}: it was handed out {handouts} times");
    let cause = Cause::Stored { kind: "killed".to_owned(), message };
    FetchError::new(url, Phase::Resolving, 0, Duration::ZERO, cause)
}
