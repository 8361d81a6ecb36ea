//! Times as text.

use std::time::{Duration, UNIX_EPOCH};

use common::date::utc;

#[test]
fn a_time_is_written_in_utc() {
    assert_eq!(utc(UNIX_EPOCH + Duration::from_millis(1_795_415_400_999)), "2026-11-23T06:30:00Z");
    assert_eq!(utc(UNIX_EPOCH - Duration::from_secs(1)), "1970-01-01T00:00:00Z");
}
