//! The contract, on connections that are used again.

contract::contract!(stage4_async::strategies::keep_alive::crawl, "keep-alive", usize::MAX);
