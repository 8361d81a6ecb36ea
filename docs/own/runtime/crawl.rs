//! The crawler on your runtime, with two crawls: one of your tasks and your queue, and stage 4's. `--help` lists its options.

use std::{cell::RefCell, future::poll_fn, io, process::ExitCode};
use std::{rc::Rc, sync::Arc, task::Poll};

use common::crawl::interrupt::Interrupt;
use common::trace;
use common::{Attempt, FetchError, Frontier, Job, Phase, Report, Response, Services, Strategy, Target};
use own::{Queue, Task, TcpStream, block_on, first, sleep_until, spawn, timeout_at};
use stage3_futures::resolve::Resolve;
use stage4_async::crawl::crawl_with;

/// Both crawls, as `--strategy` names them.
pub const STRATEGIES: &[Strategy] = &[
    Strategy::new("own", "tasks around a queue, on your runtime", crawl_of_parts),
    Strategy::new("own-async", "stage 4's crawl, on your runtime", crawl_of_stage4),
];

#[allow(dead_code, reason = "the tests of level 7 have no program")]
fn main() -> ExitCode {
    program::run(env!("CARGO_PKG_NAME"), STRATEGIES)
}

/// Crawls with stage 4's workers and queue.
pub fn crawl_of_stage4(job: Job) -> io::Result<Report> {
    block_on(trace::task("main", async {
        let services = Arc::new(job.services);
        crawl_with(&services, job.frontier, async |target: &Target| fetch(target, &services).await).await
    }))
}

/// Crawls with tasks of your runtime as workers, around your queue.
pub fn crawl_of_parts(job: Job) -> io::Result<Report> {
    block_on(trace::task("main", async {
        let services = Arc::new(job.services);
        let shared = Shared { services, frontier: RefCell::new(job.frontier), queue: Queue::new() };
        let shared = Rc::new(shared);
        let roots = shared.services.roots(&mut shared.frontier.borrow_mut());
        roots.into_iter().for_each(|target| shared.queue.put(target));
        let worker = |_| spawn(trace::task("worker", work(Rc::clone(&shared))));
        let workers: Vec<_> = (0..shared.services.options.tasks()).map(worker).collect();
        first(interrupted(&shared.services.interrupt), shared.queue.join()).await;
        workers.into_iter().for_each(Task::cancel);
        shared.frontier.borrow_mut().finish()
    }))
}

/// What the workers share.
struct Shared {
    services: Arc<Services>,
    frontier: RefCell<Frontier>,
    queue: Queue<Target>,
}

/// Fetches one target after another, until it is cancelled.
async fn work(shared: Rc<Shared>) {
    loop {
        let target = shared.queue.get().await;
        let _done = TaskDone(&shared.queue);
        // A fetch is a task of its own: its panic is a value here, and costs its page, but not the worker.
        let (fetched, services) = (target.clone(), Arc::clone(&shared.services));
        let fetch = spawn(trace::task("fetch", async move { fetch(&fetched, &services).await }));
        let outcome = match fetch.result().await {
            Ok(fetched) => shared.services.outcome(&target, fetched),
            Err(panic) => shared.services.panicked(&target, &*panic),
        };
        let targets = shared.services.settle(&mut shared.frontier.borrow_mut(), target, outcome);
        targets.into_iter().for_each(|target| shared.queue.put(target));
    }
}

/// Marks an item as done when it is dropped, however the work on it ends.
struct TaskDone<'a>(&'a Queue<Target>);

impl Drop for TaskDone<'_> {
    fn drop(&mut self) {
        self.0.task_done();
    }
}

/// Waits until the crawl is to end early.
async fn interrupted(interrupt: &Interrupt) {
    let mut listening = None;
    poll_fn(|cx| {
        let waker = cx.waker().clone();
        listening = Some(interrupt.on_trigger(move || waker.wake()));
        // Register first, then check: an interrupt in between is not lost.
        if interrupt.is_triggered() { Poll::Ready(()) } else { Poll::Pending }
    })
    .await;
}

/// Fetches `target`, with as many tries as the options allow.
async fn fetch(target: &Target, services: &Arc<Services>) -> Result<Response, FetchError> {
    let attempt = Attempt::start(target, services);
    loop {
        let fetched = timeout_at(attempt.deadline(), fetch_once(&attempt)).await;
        match fetched.unwrap_or_else(|| Err(attempt.timed_out())) {
            Ok(response) => return Ok(attempt.finish(response)),
            Err(error) => attempt.again(error)?,
        }
    }
}

async fn fetch_once(attempt: &Attempt) -> Result<Response, FetchError> {
    sleep_until(attempt.starts_at()).await;
    let address = attempt.address(Resolve(attempt.lookup()).await)?;
    attempt.enter(Phase::Connecting);
    let connected = timeout_at(attempt.connect_deadline(), TcpStream::connect(address)).await;
    let stream = connected.ok_or_else(|| attempt.timed_out())?.map_err(|error| attempt.io_error(error))?;
    attempt.enter(Phase::Sending);
    stream.write_all(&attempt.request()).await.map_err(|error| attempt.io_error(error))?;
    attempt.enter(Phase::Reading);
    let (mut decoder, mut buffer) = (attempt.decoder(), vec![0; 16 << 10]);
    loop {
        let count = stream.read(&mut buffer).await.map_err(|error| attempt.io_error(error))?;
        if let Some(response) = attempt.decode(&mut decoder, &buffer[..count])? {
            return Ok(response);
        }
    }
}
