//! Stage 4's crawl over TLS. It uses connections again.

https_tests::scenarios!(
    stage4_async::strategies::https::crawl,
    env!("CARGO_BIN_EXE_https-tests"),
    10,
    a_connection_whose_tls_ends_instead_of_an_answer_costs_no_try
);
