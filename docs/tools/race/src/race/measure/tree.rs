//! A process and those that it started, as they are now.

#[cfg(target_os = "linux")]
mod linux;
#[cfg(not(target_os = "linux"))]
mod portable;

use std::time::Duration;

#[cfg(target_os = "linux")]
pub use linux::Tree;
#[cfg(not(target_os = "linux"))]
pub use portable::Tree;

/// Looking takes one part in so many of the time of one CPU: it must not slow down the processes.
pub const SHARE: u32 = 25;

/// The longest pause between two looks, whatever the last one took: it may have been interrupted.
pub const LONGEST: Duration = Duration::from_millis(50);

/// What is seen of them all at one moment.
#[derive(Debug, Default)]
pub struct Seen {
    /// Memory, in bytes. What processes share is counted for each of them.
    pub resident: u64,
    /// The most that the first process ever had, where the system tells.
    pub highest: u64,
    pub threads: Option<usize>,
    pub processes: usize,
}
