//! Whether our solutions pass, level by level, and each wrong variant dies:
//!
//!     cargo run -p own -- verify
//!
//! Our solution up to each level must compile without warnings and pass the levels up to it. Each variant in `wrong` must die by
//! the test that it names, in its level, with the words that it names, and soon.

use std::fs;
use std::io;
use std::path::Path;
use std::time::Duration;

use crate::program::{NAMES, Program, up_to};
use crate::scratch::Scratch;
use crate::variant::Variant;

/// The longest that a level may take to find a wrong variant.
const MOST: Duration = Duration::from_secs(30);

/// Verifies all programs, and says what it finds. Returns whether nothing is wrong.
pub fn verify(root: &Path) -> io::Result<bool> {
    let mut faults = 0;
    for name in NAMES {
        faults += verify_one(&Program::read(root, name)?)?;
    }
    println!("\n{faults} faults");
    Ok(faults == 0)
}

/// Verifies a program. Returns the number of faults.
fn verify_one(program: &Program) -> io::Result<usize> {
    let (scratch, source) = (Scratch::new(program)?, program.source()?);
    let mut faults = 0;
    for level in 1..=program.levels.len() {
        let levels: Vec<_> = (1..=level).collect();
        let ran = scratch.run(&up_to(&source, level), &levels, None)?;
        println!("{} up to level {level}: {}", program.name, ran.verdict());
        if !ran.passes {
            println!("{}", ran.output);
            faults += 1;
        }
    }
    let mut paths: Vec<_> = fs::read_dir(program.folder.join("wrong"))?
        .map(|entry| Ok(entry?.path()))
        .collect::<io::Result<_>>()?;
    paths.sort();
    for path in paths {
        let variant = Variant::read(&path)?;
        let fault = match variant.apply(&source) {
            None => Some("a block of it is not in the solution, or more than once".to_owned()),
            Some(text) => fault(&scratch, &variant, &up_to(&text, program.levels.len()))?,
        };
        println!("{} {}: {}", program.name, variant.name, fault.as_deref().unwrap_or("dies"));
        faults += usize::from(fault.is_some());
    }
    Ok(faults)
}

/// Returns what is wrong with a variant: whether it lives, dies otherwise, or too late.
fn fault(scratch: &Scratch<'_>, variant: &Variant, text: &str) -> io::Result<Option<String>> {
    let ran = scratch.run(text, &[variant.level], Some(&variant.test))?;
    Ok(if ran.passes {
        Some(format!("{} passes", variant.test))
    } else if !ran.failed(&variant.test) {
        Some(format!("{} does not fail:\n{}", variant.test, ran.output))
    } else if !ran.output.contains(&variant.says) {
        Some(format!("nothing says `{}`:\n{}", variant.says, ran.output))
    } else {
        (ran.time > MOST).then(|| format!("takes {:?}", ran.time))
    })
}
