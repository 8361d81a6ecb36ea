//! The practice site.
