//! The contract, on connections that are used again.

common::contract!(stage4_async::strategies::keep_alive::crawl, "keep-alive", 1000000);
