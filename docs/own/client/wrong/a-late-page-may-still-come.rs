//! A late page may still come, so its fetch is kept.
//!
//! Its result is known, and nothing polls the fetch. It keeps its connection until the list ends.
//!
//! Dies: level2::a_late_fetch_is_dropped_at_its_deadline
//! Says: a fetch keeps its connection until its future is dropped

// in place of
use std::pin::pin;
// stands
use std::cell::RefCell;
use std::pin::pin;
use std::rc::Rc;
// end of block

// in place of
pub struct Batch<'a, N> {
    net: &'a N,
// stands
pub struct Batch<'a, N> {
    net: &'a N,
    late: Rc<RefCell<Vec<LocalBoxFuture<'a, Fetched>>>>,
// end of block

// in place of
        Batch {
            net,
// stands
        Batch {
            net,
            late: Rc::default(),
// end of block

// in place of
        let net = self.net;
        // level 2
// stands
        let (net, late) = (self.net, Rc::clone(&self.late));
        // level 2
// end of block

// in place of
            let fetch = net.fetch(&page.url);
            // level 2
            let fetch = in_time(net, deadline, fetch);
            // end
            let fetched = fetch.await;
// stands
            let url = page.url.clone();
            let mut fetch: LocalBoxFuture<'a, Fetched> = Box::pin(async move { net.fetch(&url).await });
            let fetched = in_time(net, deadline, &mut fetch).await;
            if fetched == Err(Error::Late) {
                late.borrow_mut().push(fetch);
            }
// end of block
