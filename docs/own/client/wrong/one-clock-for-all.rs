//! The deadline is the same for all fetches, so one timer is enough.
//!
//! It is as long for all. But each fetch begins at another time, and so does its deadline.
//!
//! Dies: level2::the_time_of_a_fetch_begins_with_the_fetch
//! Says: the time of a fetch does not begin before it

// in place of
use futures::future::{Either, select};
// stands
use futures::future::{Either, FutureExt, Shared, select};
// end of block

// in place of
pub struct Batch<'a, N> {
    net: &'a N,
// stands
pub struct Batch<'a, N> {
    net: &'a N,
    clock: Option<Shared<LocalBoxFuture<'a, ()>>>,
// end of block

// in place of
        Batch {
            net,
// stands
        Batch {
            net,
            clock: options.deadline.map(|deadline| net.sleep(deadline).boxed_local().shared()),
// end of block

// in place of
        let deadline = self.options.deadline;
// stands
        let clock = self.clock.clone();
// end of block

// in place of
            let fetch = in_time(net, deadline, fetch);
// stands
            let fetch = in_time(clock, fetch);
// end of block

// in place of
async fn in_time(net: &impl Net, limit: Option<Duration>, fetch: impl Future<Output = Fetched>) -> Fetched {
    let Some(limit) = limit else { return fetch.await };
// stands
async fn in_time(clock: Option<impl Future + Unpin>, fetch: impl Future<Output = Fetched>) -> Fetched {
    let Some(clock) = clock else { return fetch.await };
// end of block

// in place of
    match select(pin!(fetch), pin!(net.sleep(limit))).await {
        Either::Left((fetched, _)) => fetched,
        Either::Right(((), _)) => Err(Error::Late),
    }
// stands
    match select(pin!(fetch), clock).await {
        Either::Left((fetched, _)) => fetched,
        Either::Right(_) => Err(Error::Late),
    }
// end of block
