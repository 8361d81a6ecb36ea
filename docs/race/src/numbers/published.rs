//! What others have measured, elsewhere and earlier.

/// A number with its source.
pub struct Published {
    pub name: &'static str,
    pub nanoseconds: f64,
    /// An index into [`SOURCES`].
    pub source: usize,
}

/// Where the numbers are from.
pub const SOURCES: [&str; 2] = [
    "Jeff Dean, \"Designs, Lessons and Advice from Building Large Distributed Systems\", \
     keynote at LADIS 2009, slide \"Numbers Everyone Should Know\"",
    "Jonas Bonér and others, \"Latency Numbers Every Programmer Should Know\", 2012, \
     https://gist.github.com/jboner/2841832",
];

/// The numbers, from small to large.
pub const PUBLISHED: [Published; 5] = [
    Published { name: "main memory: a reference", nanoseconds: 100.0, source: 0 },
    Published { name: "SSD: a random read of 4 KB", nanoseconds: 150e3, source: 1 },
    Published { name: "data centre: there and back", nanoseconds: 500e3, source: 0 },
    Published { name: "disk: a seek", nanoseconds: 10e6, source: 0 },
    Published { name: "California, the Netherlands, and back", nanoseconds: 150e6, source: 0 },
];
