//! Whether tests find a wrong belief, and what a learner who has it sees of them.

use std::time::Duration;

use super::failures::gist;
use super::suite::Ran;
use super::test::Ended;
use super::words::DIM;
use crate::variant::Variant;

/// The time in which tests find it, on a machine that has nothing else to do.
const FOUND_WITHIN: Duration = Duration::from_secs(10);

/// Returns the belief, the first failure, and how long the tests of a variant took.
///
/// # Errors
/// If no test has failed, if the first of the `failed` ones is another one or says something else than the variant promises, or
/// if they took too long.
pub fn found(variant: &Variant, ran: &Ran, failed: &[&Ended]) -> Result<String, String> {
    let Variant { name, belief, dies, says, .. } = variant;
    let first = failed.first().ok_or_else(|| format!("{name} survives the tests: {}", shown(ran)))?;
    let said = gist(&first.output);
    let (said, seconds) = (said.lines().next().unwrap_or_default(), ran.time.as_secs_f64());
    if first.name != *dies {
        Err(format!("{name}: first is not `{dies}`, but `{}`: {}", first.name, shown(ran)))
    } else if !first.output.contains(says) {
        Err(format!("{name}: nothing says `{says}`: {}", shown(ran)))
    } else if ran.time > FOUND_WITHIN {
        Err(format!("{name} lives for {seconds:.0} s"))
    } else {
        Ok(format!("\"{belief}\"\n{said}\n  {DIM}{dies}, {seconds:.1} s{DIM:#}"))
    }
}

/// Returns how many tests passed, and what the others say.
pub fn shown(ran: &Ran) -> String {
    let failed =
        ran.failed().map(|Ended { name, end, output, .. }| format!("\n  {name}: {end}{}", gist(output)));
    ran.counts() + &failed.collect::<String>()
}
