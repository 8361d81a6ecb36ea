//! How many allocations a page costs.

use contract::allocations_of_a_page;

#[test]
fn a_page_costs_few_allocations() {
    let count = |crawl: &mut dyn FnMut()| allocation_counter::measure(crawl).count_total;
    let allocations = allocations_of_a_page(stage4_async::crawl, count);
    assert!(allocations < 33.0, "a page costs {allocations} allocations");
}
