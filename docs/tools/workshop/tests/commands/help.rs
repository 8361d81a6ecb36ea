//! The help of the commands fits.

use crate::tools::{command, stdout};

#[test]
fn every_help_fits_80_columns() {
    let commands = "doctor list show start next catch-up check watch hint solution reset undo history restore verify \
        pack diff race site trace";
    for command_line in commands
        .split(' ')
        .chain([""])
        .flat_map(|name| [name.to_owned() + " -h", name.to_owned() + " --help"])
    {
        let help = stdout(command(&command_line).output().unwrap());
        let long = help.lines().find(|line| line.chars().count() > 80);
        assert_eq!(long, None, "in the help of {command_line}");
    }
}
