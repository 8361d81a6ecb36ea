//! Each try takes a place, and the page gives it back when it is done.
//!
//! Then a page has as many places as it has had tries. When all places belong to pages that need another one,
//! all wait for ever.
//!
//! Dies: level3::a_broken_fetch_is_tried_again
//! Says: each page is there in its second try

// in place of
pub struct Batch<'a, N> {
    net: &'a N,
// stands
pub struct Batch<'a, N> {
    net: &'a N,
    free: usize,
// end of block

// in place of
        Batch {
            net,
// stands
        Batch {
            net,
            free: options.most.max(1),
// end of block

// in place of
        while self.running.len() < self.options.most.max(1)
            && let Some(page) = self.waiting.pop_front()
        {
            self.running.push(self.fetch(page));
        }
// stands
        while self.free > 0
            && let Some(page) = self.waiting.pop_front()
        {
            self.free -= 1;
            self.running.push(self.fetch(page));
        }
// end of block

// in place of
        self.done.insert(page.place, fetched);
// stands
        self.free += 1 + page.pauses as usize;
        self.done.insert(page.place, fetched);
// end of block
