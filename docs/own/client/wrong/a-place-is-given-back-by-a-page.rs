//! A fetch that has its page gives its place back.
//!
//! So does one that has an error, and one that is dropped. A place that is not given back is lost for the
//! whole list.
//!
//! Dies: level1::an_error_costs_only_its_own_page
//! Says: the second page is missing, and the results

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
        if fetched.is_ok() {
            self.free += 1;
        }
        self.done.insert(page.place, fetched);
// end of block
