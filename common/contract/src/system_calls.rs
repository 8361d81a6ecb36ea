//! System calls that fail for a moment. `strace` makes them fail in the stage's program, once in each thread.

use super::Stage;

/// Calls, and errors after which a call is made again: at once after EINTR, and after an event otherwise.
///
/// While a socket connects, Linux calls it not connected. Other systems call its connect in progress, as `mio` documents.
#[cfg(target_os = "linux")]
const FOR_A_MOMENT: [&str; 6] = [
    "getpeername:error=EINPROGRESS",
    "getpeername:error=ENOTCONN",
    "sendto:error=EINTR",
    "recvfrom:error=EINTR",
    "?epoll_wait,?epoll_pwait:error=EINTR",
    "?poll,?ppoll:error=EINTR",
];

#[cfg_attr(not(target_os = "linux"), expect(unused_variables, reason = "only Linux has strace"))]
pub(super) fn an_error_for_a_moment_costs_no_try(stage: &Stage) {
    #[cfg(target_os = "linux")]
    for call in FOR_A_MOMENT {
        use super::tools::{page, site};

        let site = site([("/", page())]);
        // Status 77 means that nothing can be traced here.
        let script = format!(
            "fail='strace -f -qq -o /dev/null -e inject={call}:when=1'
            $fail true && exec $fail \"$@\" || exit 77"
        );
        let ended = stage.run_in_shell(&script, &site, &["--format=json", site.url("/").as_str()]);
        if ended.code == Some(77) {
            println!("skipped: {}", ended.stderr);
            return;
        }
        let record = &ended.json()["records"][0];
        assert_eq!((&record["status"], &record["tries"]), (&200.into(), &1.into()), "{call}: {record}");
    }
}
