//! The list of the scenarios of connections that loopback alone does not make.

/// Calls the macro `then` with the scenarios of connections.
#[doc(hidden)]
#[macro_export]
macro_rules! with_scenarios_of_connections {
    ($($then:tt)+) => {
        $($then)+! {
            connects {
                a_connect_may_fail_at_once
                a_connect_in_progress_is_awaited
                a_connect_in_progress_may_be_refused
                a_connect_in_progress_times_out
                a_large_request_is_written_in_parts
            }
        }
    };
}
