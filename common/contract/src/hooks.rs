//! Hooks: code that a crawl calls. It may wait for a future, or interrupt the crawl.

use std::sync::Arc;
use std::thread;

use common::{Around, Options, Record};
use futures::channel::oneshot;
use futures::executor::block_on;
use practice_site::Answer;
use program::resolver::on_threads;
use url::Url;

use super::Stage;
use super::tools::{OnAnswer, kind, named, page, site};

/// Blocks this thread until another one has sent a value through a channel of futures.
fn wait() {
    let (sender, receiver) = oneshot::channel();
    thread::spawn(move || sender.send(()));
    block_on(receiver).expect("the thread sends a value");
}

/// An observer that waits in the calls of each fetch. When a fetch ends, and thus within the crawl, it calls a function.
struct Waiting<F>(F);

impl<F: Fn() + Send + Sync> Around for Waiting<F> {
    fn found(&self, _count: usize) {
        wait();
    }

    fn fetch_starts(&self, _url: &Arc<Url>) {
        wait();
    }

    fn fetch_ended(&self, _record: &Record) {
        wait();
        self.0();
    }
}

/// `block_on` panics within another executor of the `futures` crate.
pub fn every_hook_may_block_on_a_future(stage: &Stage) {
    let site = site([("/", Answer::links(["/a", "/b"])), ("/a", page()), ("/b", page())]);
    let address = site.address();
    let mut services = web::services(Options::new([named(&site, "host.test", "/")]));
    services.door.add(Arc::new(OnAnswer(wait)));
    services.door.add(Arc::new(Waiting(|| ())));
    services.set_resolver(on_threads(move |_, _| {
        wait();
        Ok(vec![address])
    }));
    let report = stage.begin_with(&site, services).finish();
    assert_eq!(report.records.iter().map(kind).collect::<Vec<_>>(), ["200", "200", "200"]);
}

/// An action for the interrupt is also called within the crawl, and may wait for a future.
pub fn an_observer_may_interrupt_the_crawl(stage: &Stage) {
    let site = site([("/", page())]);
    let mut services = web::services(Options::new([site.url("/")]));
    let interrupt = services.interrupt.clone();
    let _listening = interrupt.on_trigger(wait);
    let trigger = interrupt.clone();
    services.door.add(Arc::new(Waiting(move || trigger.trigger())));
    let report = stage.begin_with(&site, services).finish();
    assert_eq!((report.records.len(), report.unfinished), (0, 1));
}
