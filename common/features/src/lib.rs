//! Nothing but its `Cargo.toml`, which names the features of the dependencies that several packages share.
//!
//! Cargo compiles a dependency with the features that the packages of one command ask for together. `cargo test` and
//! `cargo test -p common` are about different packages. With this package among both, they ask for the same features,
//! and the second command finds every dependency compiled.
