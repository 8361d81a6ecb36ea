//! What must hold of a crawl whose system calls fail.

use serde_json::Value;

use super::trace::Run;

/// The calls that a crawl cannot begin, go on or end without. A failure of another one costs a fetch no more than a try.
const VITAL: &str = "epoll_create1 epoll_ctl epoll_wait epoll_pwait eventfd2 timerfd_create timerfd_settime \
    fcntl clone3 mmap mprotect rt_sigaction read write pipe2 execve dup2 setpgid readlink";

/// Returns whether the error is no failure: the call is made again, at once or after an event.
///
/// While a socket connects, Linux calls it not connected. As `mio` documents, other systems say "in progress".
fn is_for_a_moment(call: &str, error: &str) -> bool {
    match call {
        "getpeername" => error != "ENOBUFS",
        "sendto" | "recvfrom" | "epoll_wait" | "epoll_pwait" | "poll" => error == "EINTR",
        _ => false,
    }
}

/// Judges a run with a call that failed in this way.
///
/// # Errors
/// If the crawl did not withstand it: the reason.
pub(super) fn judge((call, error, when): (&str, &str, &str), run: &Run) -> Result<(), String> {
    let faults = run.calls.matches("(INJECTED)").count() as u64;
    if faults == 0 {
        return Ok(());
    }
    // A status of 137 is that of `timeout`.
    let code = run.code.filter(|code| [0, 1].contains(code)).ok_or("it hangs, is busy or crashes")?;
    if run.stderr.contains("panicked") {
        return Err("it panics".into());
    }
    let may_cost = if is_for_a_moment(call, error) && !when.ends_with('+') { 0 } else { faults };
    // A `write` that fails may have been the message's.
    let has_message = call == "write" || run.stderr.contains("stage");
    match serde_json::from_str(&run.stdout) {
        Ok(report) => judge_report(call, &report, code, may_cost),
        Err(_) if code == 1 && VITAL.split(' ').any(|vital| vital == call) && has_message => Ok(()),
        // A closed stdout is no error.
        Err(_) if code == 0 && error == "EPIPE" => Ok(()),
        Err(_) => Err(format!("it has no report, and exits with {code}")),
    }
}

fn judge_report(call: &str, report: &Value, code: i32, may_cost: u64) -> Result<(), String> {
    let records = report["records"].as_array().ok_or("it has no records")?;
    let sum = |field: &str| records.iter().filter_map(|record| record[field].as_u64()).sum::<u64>();
    let errors: Vec<_> =
        records.iter().map(|record| &record["error"]).filter(|error| !error.is_null()).collect();
    let unfinished = report["summary"]["unfinished"].as_u64().unwrap_or_default();
    if records.len() as u64 + unfinished != 1 + sum("new_links") {
        return Err("a page is lost without a record".into());
    }
    let failed_tries = sum("tries") - records.len() as u64 + errors.len() as u64;
    if failed_tries > may_cost {
        return Err(format!("the faults have cost {failed_tries} tries, and may cost {may_cost}"));
    }
    if code == 1 && errors.len() != records.len() && call != "write" {
        return Err("it exits with 1".into());
    }
    errors.into_iter().try_for_each(judge_error)
}

/// Checks that the kind of an error fits the phase in which it came.
fn judge_error(error: &Value) -> Result<(), String> {
    let [kind, message] = ["kind", "message"].map(|field| error[field].as_str().unwrap_or_default());
    let of_phase = match () {
        () if message.contains(" while resolving") => "dns",
        () if message.contains(" while connecting") => "connect",
        () => "io",
    };
    match [of_phase, "timeout", "reset", "io"].contains(&kind) {
        true => Ok(()),
        false => Err(format!("{kind} is not an error of a call: {message}")),
    }
}
