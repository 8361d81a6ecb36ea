//! The contract and the storm, by the strategy that fetches https, too. What it does over TLS, the package `https-tests` tests.

contract::contract!(stage4_async::strategies::https::crawl, ["--strategy", "https"], usize::MAX);

contract::storm!(stage4_async::strategies::https::crawl);
