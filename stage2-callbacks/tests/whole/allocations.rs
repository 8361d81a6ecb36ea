//! How many allocations a page costs, from `contract`.

contract::allocations!(stage2_callbacks::crawl, 34.0);
