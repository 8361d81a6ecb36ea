//! How many allocations a page costs, from `contract`.

contract::allocations!(stage3_futures::crawl, 32.0);
