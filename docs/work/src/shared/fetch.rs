//! [`Worker::fetch`]: the fetch of a job, which holds the worker only as long as its host can answer.

use std::sync::Arc;
use std::time::{Duration, Instant};

use common::extra::health::Turn;
use common::extra::hosts::Hosts;
use common::{Attempt, Cause, FetchError, Phase, Target};
use tokio::time::sleep_until;

use super::fault::Fault;
use super::job::Job;
use super::worker::Worker;
use crate::fetch::{Elapsed, FetchResult, fetch_once, timeout_with_last_look};
use crate::watch::host_changed;

impl Worker {
    /// Fetches a job's target as [`fetch`](crate::fetch::fetch) does. If its host is to be left alone, gives the job back, and returns
    /// `None`.
    pub async fn fetch(&self, job: &Job, target: &Target) -> Result<Option<FetchResult>, Fault> {
        if job.handouts > self.handouts {
            return Ok(Some(Err(killed(&target.url, self.handouts))));
        }
        match self.hosts.turn(target) {
            Turn::Now => {}
            Turn::After(pause) => {
                // The host may answer the probe that is under way.
                let pause = pause.min(Duration::from_secs(1));
                return self.store.give_back(job, job.tries, pause, false).await.map(|()| None);
            }
            Turn::Never => return Ok(Some(Err(Hosts::given_up(target, &self.services)))),
        }
        let fetched = self.try_until_a_pause(job, target).await?;
        let error = fetched.as_ref().and_then(|fetched| fetched.as_ref().err());
        host_changed(target, self.hosts.ended(target, error));
        Ok(fetched)
    }

    async fn try_until_a_pause(&self, job: &Job, target: &Target) -> Result<Option<FetchResult>, Fault> {
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
                Ok(response) => return Ok(Some(Ok(attempt.finish(response)))),
                Err(error) => error,
            };
            let asks_again = matches!(error.cause, Cause::Again(_));
            if let Err(error) = attempt.again(error) {
                return Ok(Some(Err(error)));
            }
            let pause = attempt.starts_at().saturating_duration_since(Instant::now());
            if asks_again && !pause.is_zero() {
                let tries = attempt.reuse().tries();
                return self.store.give_back(job, tries, pause, true).await.map(|()| None);
            }
        }
    }
}

/// Makes the error of a page whose workers have died.
fn killed(url: &Arc<url::Url>, handouts: u32) -> FetchError {
    let message =
        format!("its workers died, or were silent for too long: it was handed out {handouts} times");
    let cause = Cause::Stored { kind: "killed".to_owned(), message };
    FetchError::new(url, Phase::Resolving, 0, Duration::ZERO, cause)
}
