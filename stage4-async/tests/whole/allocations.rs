//! How many allocations a page costs, from `contract`.

contract::allocations!(stage4_async::crawl, 33.0);
