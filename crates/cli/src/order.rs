//! Options may come anywhere, even after actions that begin with a hyphen.

use std::ffi::OsString;

use clap::Command;

/// Moves the known long options of a subcommand that takes actions in front of them: after the
/// first action, everything would be read as another action. What follows `--` stays as it is.
pub(crate) fn options_first(command: &Command, args: Vec<OsString>) -> Vec<OsString> {
    let mut args = args.into_iter();
    let mut first: Vec<OsString> = args.by_ref().take(1).collect();
    let mut rest = Vec::new();
    let mut subcommand = None;
    while let Some(arg) = args.next() {
        let name = arg.to_str().unwrap_or_default();
        if name == "--" {
            rest.push(arg);
            rest.extend(args.by_ref());
        } else if let Some(option) = long(command, subcommand, name) {
            let takes_value = option.get_action().takes_values() && !name.contains('=');
            first.push(arg);
            first.extend(args.by_ref().take(usize::from(takes_value)));
        } else if subcommand.is_none() && !name.starts_with('-') {
            subcommand = command.find_subcommand(name);
            first.push(arg);
            if !subcommand.is_some_and(takes_actions) {
                first.extend(args.by_ref());
            }
        } else {
            rest.push(arg);
        }
    }
    first.extend(rest);
    first
}

fn takes_actions(command: &Command) -> bool {
    command
        .get_positionals()
        .any(clap::Arg::is_allow_hyphen_values_set)
}

/// The option that `--name` or `--name=value` means.
fn long<'a>(
    command: &'a Command,
    subcommand: Option<&'a Command>,
    arg: &str,
) -> Option<&'a clap::Arg> {
    let name = arg.strip_prefix("--")?.split('=').next()?;
    subcommand
        .into_iter()
        .chain([command])
        .flat_map(Command::get_arguments)
        .find(|option| option.get_long() == Some(name))
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    fn check(given: &str, expected: &str) {
        let args = given.split(' ').map(Into::into).collect();
        let ordered = super::options_first(&crate::app::Cli::command(), args);
        let text: Vec<_> = ordered.iter().map(|arg| arg.to_str().unwrap()).collect();
        assert_eq!(text.join(" "), expected);
    }

    #[test]
    fn options_come_before_actions_that_look_like_them() {
        check(
            "tablier moves eupdonne +1 -2 --json --lang fr -3",
            "tablier moves --json --lang fr eupdonne +1 -2 -3",
        );
        check(
            "tablier --lang=fr games --json",
            "tablier --lang=fr games --json",
        );
        check("tablier moves x -- --json", "tablier moves x -- --json");
        check(
            "tablier moves x --unknown -h",
            "tablier moves x --unknown -h",
        );
        check("tablier", "tablier");
    }
}
