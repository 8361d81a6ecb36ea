//! `cargo run -p work --features reqwest --example with_reqwest -- http://site.example/`
//!
//! The crawl on a library for HTTP: it connects, sends and receives. What is fetched, and how often, is decided as elsewhere.

use std::collections::VecDeque;
use std::io;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::{Instant, SystemTime};

use common::fetch::http::{ContentType, PRODUCT, pause};
use common::{Attempt, Cause, FetchError, Job, Options, Phase, Report, Response, Services, Strategy, Target};
use reqwest::header::{CONTENT_TYPE, LOCATION, RETRY_AFTER};
use reqwest::{Certificate, Client, redirect::Policy};
use rustls::crypto::ring::default_provider;
use tokio::task::JoinSet;
use tokio::time::sleep_until;
use work::drain::{interrupted, run};
use work::pages::Pages;

mod failure;

use failure::failure;

fn main() -> ExitCode {
    let strategy = Strategy::new("reqwest", "tokio, and a library for HTTP", crawl);
    program::run("with_reqwest", &[strategy.with_https()])
}

/// Crawls, and returns the report.
pub fn crawl(job: Job) -> io::Result<Report> {
    run(crawl_on(job))?
}

async fn crawl_on(Job { services, mut frontier }: Job) -> io::Result<Report> {
    let (client, services, pages) = (client(&services)?, Arc::new(services), Pages::default());
    let (mut found, mut fetches) = (VecDeque::from(services.roots(&mut frontier)), JoinSet::new());
    loop {
        while fetches.len() < services.options.tasks()
            && let Some(target) = found.pop_front()
        {
            let (client, services, pages) = (client.clone(), Arc::clone(&services), pages.clone());
            fetches.spawn(async move {
                let fetched = fetch(&client, &target, &services).await;
                (pages.outcome(&target, fetched, &services).await, target)
            });
        }
        let ended = tokio::select! {
            () = interrupted(&services.interrupt) => None,
            ended = fetches.join_next() => ended,
        };
        // When the set is dropped, it ends the fetches that are in flight.
        let Some(ended) = ended else { return Ok(frontier.finish()) };
        let (outcome, target) = ended?;
        found.extend(services.settle(&mut frontier, target, outcome));
    }
}

/// Makes the client, which has the connections. The frontier follows redirects, so that two ways to a page meet.
fn client(services: &Services) -> io::Result<Client> {
    let Options { public_only, checks, ca, .. } = &services.options;
    if *public_only || checks.external {
        return Err(io::Error::other("this example has no --public-only and --check-external"));
    }
    // It fails if there is a provider already, which is then used.
    let _ = default_provider().install_default();
    let ca = Certificate::from_pem_bundle(ca).map_err(io::Error::other)?;
    let client = Client::builder().user_agent(PRODUCT).redirect(Policy::none()).tls_certs_merge(ca);
    // As browsers do.
    let client = client.http1_ignore_invalid_headers_in_responses(true);
    client.build().map_err(io::Error::other)
}

async fn fetch(client: &Client, target: &Target, services: &Arc<Services>) -> Result<Response, FetchError> {
    let (mut attempt, max_body) = (Attempt::start(target, services), services.options.max_body);
    loop {
        match fetch_once(client, max_body, &mut attempt).await {
            Ok(response) => return Ok(attempt.finish(response)),
            Err(error) => attempt.again(error)?,
        }
    }
}

async fn fetch_once(client: &Client, max_body: usize, attempt: &mut Attempt) -> Result<Response, FetchError> {
    sleep_until(attempt.starts_at().into()).await;
    attempt.begin_request()?;
    let time = attempt.deadline().saturating_duration_since(Instant::now());
    let answer = client.get(attempt.url().as_str()).timeout(time).send().await;
    let mut answer = answer.map_err(|error| failure(attempt, &error))?;
    attempt.enter(Phase::Reading);
    let header = |name| Some(answer.headers().get(name)?.as_bytes().iter().map(escape).collect::<String>());
    let mut response = Response {
        status: answer.status().as_u16(),
        location: header(LOCATION),
        retry_after: header(RETRY_AFTER).and_then(|text| pause(&text, SystemTime::now())),
        content_type: header(CONTENT_TYPE).and_then(|text| ContentType::parse(&text)),
        ..Response::default()
    };
    let decoder = attempt.decoder();
    while decoder.reads_body_of(&response)
        && let Some(piece) = answer.chunk().await.map_err(|error| failure(attempt, &error))?
    {
        response.body.extend_from_slice(&piece);
        if response.body.len() > max_body {
            let too_large = Cause::TooLarge(format!("{max_body} bytes of body"));
            return Err(attempt.io_error(io::Error::other(too_large)));
        }
    }
    attempt.accept(response)
}

/// Returns a byte of a header as text. As in a URL, it is percent-encoded if it is not ASCII.
fn escape(byte: &u8) -> String {
    if byte.is_ascii() { char::from(*byte).to_string() } else { format!("%{byte:02X}") }
}
