//! Times as text.

use std::time::{Duration, UNIX_EPOCH};

use common::date::utc;

/// The expected texts are those of `date -u --date=@SECONDS +%FT%TZ`.
#[test]
fn a_time_is_written_in_utc() {
    for (seconds, text) in [
        (0, "1970-01-01T00:00:00Z"),
        (951_782_400, "2000-02-29T00:00:00Z"),
        (951_868_800, "2000-03-01T00:00:00Z"),
        (1_795_415_400, "2026-11-23T06:30:00Z"),
        (4_107_542_400, "2100-03-01T00:00:00Z"),
        (253_402_300_799, "9999-12-31T23:59:59Z"),
    ] {
        assert_eq!(utc(UNIX_EPOCH + Duration::from_secs(seconds)), text);
    }
    assert_eq!(utc(UNIX_EPOCH - Duration::from_secs(1)), "1970-01-01T00:00:00Z");
}
