//! How often a page asks for memory.

use common::contract::allocations_of_a_page;

#[test]
fn a_page_costs_few_allocations() {
    let count = |crawl: &mut dyn FnMut()| allocation_counter::measure(crawl).count_total;
    let allocations = allocations_of_a_page(stage3_futures::crawl, count);
    // Twelve of them make the URLs of the page's links, five keep track of these.
    assert!(allocations < 30.0, "{allocations}");
}
