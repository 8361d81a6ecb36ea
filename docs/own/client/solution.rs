//! Fetches the pages of a list, a limited number at once.

use std::collections::{BTreeMap, VecDeque};

use futures::{FutureExt, StreamExt, future::LocalBoxFuture, select_biased, stream::FuturesUnordered};
use net::{Error, Net};

// level 2
use futures::future::{Either, select};
use std::{pin::pin, time::Duration};
// end

type Fetched = Result<String, Error>;

/// How the pages are fetched.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// The most fetches in flight at once. 0 counts as 1.
    pub most: usize,
    // level 2
    /// How long a fetch may take. `None`: as long as it takes.
    pub deadline: Option<Duration>,
    // level 3
    /// The most fetches of one page, the first one included. 0 counts as 1.
    pub tries: u32,
    /// The pause after the first try of a page. Each further pause is twice as long as the one before.
    pub pause: Duration,
    // end
}

/// Fetches all pages, and returns the results in the order of the list.
pub async fn fetch_all<N: Net>(net: &N, urls: Vec<String>, options: Options) -> Vec<Fetched> {
    let mut batch = Batch::new(net, urls, options);
    while batch.turn().await {}
    batch.done.into_values().collect()
}

/// A page that has no result yet.
#[derive(Default)]
struct Page {
    place: usize,
    // level 3
    pauses: u32,
    // end
}

/// The pages of a list: those in flight, and those before and after. Dropping it ends the fetches in flight.
pub struct Batch<'a, N> {
    net: &'a N,
    options: Options,
    /// The URLs whose result the caller does not have, by their places in the list.
    left: BTreeMap<usize, String>,
    /// Pages that are fetched as soon as there is room.
    waiting: VecDeque<Page>,
    /// The fetches in flight. Only those that were woken are polled.
    running: FuturesUnordered<LocalBoxFuture<'a, (Page, Fetched)>>,
    // level 3
    /// Pages between two tries. They take no room from others.
    pausing: FuturesUnordered<LocalBoxFuture<'a, Page>>,
    // end
    /// The results, by the places of their pages in the list.
    done: BTreeMap<usize, Fetched>,
}

impl<'a, N: Net> Batch<'a, N> {
    /// Makes a batch, which begins no fetch before it is polled.
    pub fn new(net: &'a N, urls: Vec<String>, options: Options) -> Batch<'a, N> {
        Batch {
            net,
            options,
            // A page has more fields at a later level.
            waiting: (0..urls.len()).map(|place| Page { place, ..Page::default() }).collect(),
            left: urls.into_iter().enumerate().collect(),
            running: FuturesUnordered::new(),
            // level 3
            pausing: FuturesUnordered::new(),
            // end
            done: BTreeMap::new(),
        }
    }

    // level 4
    /// Returns the next result, with its URL, or `None` after the last one. Fetches go on only while it is polled.
    ///
    /// The future may be dropped at any time: the next one waits for the same fetches.
    pub async fn next(&mut self) -> Option<(String, Fetched)> {
        while self.done.is_empty() && self.turn().await {}
        // No await follows: a result that is taken is returned.
        let (place, fetched) = self.done.pop_first()?;
        Some((self.left.remove(&place)?, fetched))
    }

    /// Ends the fetches in flight. Returns the pages whose result `next` has not returned, in the order of the list.
    pub fn into_left(self) -> Vec<String> {
        self.left.into_values().collect()
    }

    // end
    /// Waits for one event, and returns `false` if there is none to wait for. At its await, all pages are in the batch.
    async fn turn(&mut self) -> bool {
        while self.running.len() < self.options.most.max(1)
            && let Some(page) = self.waiting.pop_front()
        {
            self.running.push(self.fetch(page));
        }
        select_biased! {
            (page, fetched) = self.running.select_next_some() => self.fetched(page, fetched),
            // level 3
            page = self.pausing.select_next_some() => self.waiting.push_back(page),
            // end
            complete => return false,
        }
        true
    }

    fn fetch(&self, page: Page) -> LocalBoxFuture<'a, (Page, Fetched)> {
        let (net, url) = (self.net, self.left[&page.place].clone());
        let fetch = async move { net.fetch(&url).await };
        // level 2
        let fetch = in_time(net, self.options.deadline, fetch);
        // end
        fetch.map(|fetched| (page, fetched)).boxed_local()
    }

    fn fetched(&mut self, page: Page, fetched: Fetched) {
        // level 3
        let (net, pauses) = (self.net, page.pauses + 1);
        if pauses < self.options.tries && fetched.as_ref().is_err_and(Error::is_worth_a_try) {
            let pause = (0..page.pauses).fold(self.options.pause, |pause, _| pause.saturating_mul(2));
            return self.pausing.push(net.sleep(pause).map(move |()| Page { pauses, ..page }).boxed_local());
        }
        // end
        self.done.insert(page.place, fetched);
    }
}

// level 2
/// Awaits `fetch`, but no longer than `limit`. It returns without the fetch: a late one is dropped.
async fn in_time(net: &impl Net, limit: Option<Duration>, fetch: impl Future<Output = Fetched>) -> Fetched {
    let Some(limit) = limit else { return fetch.await };
    // `select` polls the fetch first: what is there at the deadline counts.
    match select(pin!(fetch), pin!(net.sleep(limit))).await {
        Either::Left((fetched, _)) => fetched,
        Either::Right(((), _)) => Err(Error::Late),
    }
}
// end
