//! System calls that fail. `strace` makes them fail in the stage's program, counted in each thread.

use super::Stage;

#[cfg(target_os = "linux")]
mod linux {
    use practice_site::Site;

    use super::super::program::Ended;
    use super::super::tools::{named, page, site};
    use super::Stage;

    /// Calls, and errors that are no failure: the call is made again, at once or after an event.
    ///
    /// While a socket connects, Linux calls it not connected. Other systems call its connect in progress, as `mio`
    /// documents.
    const FOR_A_MOMENT: [&str; 6] = [
        "getpeername:error=EINPROGRESS",
        "getpeername:error=ENOTCONN",
        "sendto:error=EINTR",
        "recvfrom:error=EINTR",
        "?epoll_wait,?epoll_pwait:error=EINTR",
        "?poll,?ppoll:error=EINTR",
    ];

    pub(crate) fn an_error_for_a_moment_costs_no_try(stage: &Stage) {
        for call in FOR_A_MOMENT {
            let site = site([("/", page())]);
            let failing = format!("{call}:when=1");
            let Some(ended) = run(stage, &failing, &site, &[site.url("/").as_str()]) else { return };
            let record = &ended.json()["records"][0];
            assert_eq!((&record["status"], &record["tries"]), (&200.into(), &1.into()), "{call}: {record}");
        }
    }

    pub(crate) fn without_a_thread_for_the_resolver_the_program_ends_and_says_so(stage: &Stage) {
        let site = site([("/", page())]);
        let root = named(&site, "localhost", "/");
        // The first thread waits for Ctrl-C. A quiet program has none for the progress.
        let arguments = ["--quiet", "--max-tries=1", "--timeout=5", root.as_str()];
        let Some(ended) = run(stage, "clone3:error=EAGAIN:when=2+", &site, &arguments) else { return };
        assert_eq!(ended.code, Some(1));
        if ended.stdout.is_empty() {
            let says = |text| ended.stderr.contains(text);
            assert!(says("the crawl has failed: ") && says("Resource temporarily"), "{}", ended.stderr);
        } else {
            assert_eq!(ended.json()["records"][0]["error"]["kind"], "dns");
        }
    }

    /// Runs the stage's program with a system call that fails. Returns `None` if nothing can be traced here.
    fn run(stage: &Stage, failing: &str, site: &Site, arguments: &[&str]) -> Option<Ended> {
        let script = format!(
            "fail='strace -f -qq -o /dev/null -e inject={failing}'
            $fail true && exec $fail \"$@\" || exit 77"
        );
        let ended = stage.run_in_shell(&script, site, &[&["--format=json"], arguments].concat());
        if ended.code == Some(77) {
            println!("skipped: {}", ended.stderr);
            return None;
        }
        Some(ended)
    }
}

macro_rules! scenarios_on_linux {
    ($($scenario:ident)*) => {
        $(#[cfg_attr(not(target_os = "linux"), expect(unused_variables, reason = "only Linux has strace"))]
        pub(super) fn $scenario(stage: &Stage) {
            #[cfg(target_os = "linux")]
            linux::$scenario(stage);
        })*
    };
}

scenarios_on_linux! {
    an_error_for_a_moment_costs_no_try
    without_a_thread_for_the_resolver_the_program_ends_and_says_so
}
