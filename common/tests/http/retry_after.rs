//! What a `Retry-After` asks for.

use std::time::{Duration, UNIX_EPOCH};

use common::fetch::http::pause;

#[test]
fn a_retry_after_is_a_number_of_seconds_or_a_date() {
    // Sun, 06 Nov 1994 08:49:37 GMT
    let now = UNIX_EPOCH + Duration::from_secs(784_111_777);
    for (text, seconds) in [
        ("0", Some(0)),
        (" 120 ", Some(120)),
        ("99999999999999999999999", Some(Duration::MAX.as_secs())),
        ("Sun, 06 Nov 1994 08:50:37 GMT", Some(60)),
        ("Sun, 06 Nov 1994 08:49:36 GMT", Some(0)),
        ("Sun Nov  6 08:50:07 1994", Some(30)),
        ("Tuesday, 01-Mar-16 00:00:00 GMT", Some(1_456_790_400 - 784_111_777)),
        ("Thu, 29 Feb 2024 00:00:00 GMT", Some(1_709_164_800 - 784_111_777)),
        ("", None),
        ("-1", None),
        ("soon", None),
        ("Sun, 06 Nov 1994 08:49:37", None),
    ] {
        assert_eq!(pause(text, now).map(|pause| pause.as_secs()), seconds, "{text}");
    }
}
