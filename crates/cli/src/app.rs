//! Arguments in, a command run, its output printed.

use std::io::{self, Write};
use std::process::ExitCode;

use clap::{CommandFactory, Parser, Subcommand};
use tablier_server::Client;
use tablier_words::Language;

use crate::commands::{
    admin, analyse, backup, bench, bot, calibrate, chances, chaos, check_history, duel, engine,
    explain, games, learn, load, move_store, moves, perft, play, probe, puzzles, record, restore,
    serve, shelf, show, solve, stats, tactics, trace, tune, work,
};
use crate::failure::Failure;
use crate::order;
use crate::settings::Settings;

/// Forgotten board games, playable by anyone.
#[derive(Parser)]
#[command(
    name = "tablier",
    version,
    after_help = "GAME is an id with options, such as cubulus:level=2; `tablier games` lists them.\n\
        MOVES are written as `tablier moves` lists them, in upper or lower case; `-` reads them \
        from standard input.",
    disable_help_subcommand = true
)]
pub(crate) struct Cli {
    #[command(flatten)]
    settings: Settings,
    #[command(flatten)]
    serve: serve::Args,
    #[command(subcommand)]
    command: Option<Command>,
}

/// Every command has a file of its own in `commands`, with its arguments and `run`.
#[derive(Subcommand)]
enum Command {
    Games(games::Args),
    Moves(moves::Args),
    Perft(perft::Args),
    Trace(trace::Args),
    Show(show::Args),
    Explain(explain::Args),
    Record(record::Args),
    Solve(solve::Args),
    Probe(probe::Args),
    Puzzles(puzzles::Args),
    Play(play::Args),
    Analyse(analyse::Args),
    Engine(engine::Args),
    Match(duel::Args),
    Stats(stats::Args),
    Serve(serve::Args),
    Work(work::Args),
    Backup(backup::Args),
    Restore(restore::Args),
    MoveStore(move_store::Args),
    Admin(admin::Args),
    Shelf(shelf::Args),
    Calibrate(calibrate::Args),
    Chances(chances::Args),
    Tune(tune::Args),
    Learn(learn::Args),
    Tactics(tactics::Args),
    Bench(bench::Args),
    Bot(bot::Args),
    Load(load::Args),
    Chaos(chaos::Args),
    CheckHistory(check_history::Args),
}

impl Command {
    /// Runs it; its output is printed at the end, so that nothing is printed if it is refused.
    fn run(self, settings: &Settings, client: Client) -> Result<String, Failure> {
        match self {
            Command::Games(args) => args.run(),
            Command::Moves(args) => args.run(settings),
            Command::Perft(args) => args.run(settings),
            Command::Trace(args) => args.run(settings),
            Command::Show(args) => args.run(settings),
            Command::Explain(args) => args.run(settings),
            Command::Record(args) => args.run(settings),
            Command::Solve(args) => args.run(settings),
            Command::Probe(args) => args.run(settings),
            Command::Puzzles(args) => args.run(),
            Command::Play(args) => args.run(settings),
            Command::Analyse(args) => args.run(settings),
            Command::Engine(args) => args.run(),
            Command::Match(args) => args.run(),
            Command::Stats(args) => args.run(),
            Command::Serve(args) => args.run(settings, client),
            Command::Work(args) => args.run(),
            Command::Backup(args) => args.run(),
            Command::Restore(args) => args.run(),
            Command::MoveStore(args) => args.run(),
            Command::Admin(args) => args.run(),
            Command::Shelf(args) => args.run(settings),
            Command::Calibrate(args) => args.run(),
            Command::Chances(args) => args.run(),
            Command::Tune(args) => args.run(),
            Command::Learn(args) => args.run(),
            Command::Tactics(args) => args.run(),
            Command::Bench(args) => args.run(),
            Command::Bot(args) => args.run(),
            Command::Load(args) => args.run(),
            Command::Chaos(args) => args.run(),
            Command::CheckHistory(args) => args.run(),
        }
    }
}

/// The whole program; `client` is what `tablier serve` hands out to browsers.
pub fn main(client: Client) -> ExitCode {
    let args = order::options_first(&Cli::command(), std::env::args_os().collect());
    let mut lang = Language::English;
    let answer = match Cli::try_parse_from(args) {
        Ok(cli) => {
            lang = cli.settings.plain_language();
            match cli.command {
                Some(command) => command.run(&cli.settings, client),
                None => cli.serve.run(&cli.settings, client),
            }
        }
        Err(error) if error.use_stderr() => {
            let text = error.render().to_string();
            Err(Failure::new(text.trim_start_matches("error: ").trim_end()))
        }
        // --help and --version.
        Err(help) => Ok(help.render().to_string()),
    };
    match answer {
        Ok(text) => print(&text),
        Err(failure) => {
            // Nothing can be done if standard error is closed too.
            let _ = writeln!(io::stderr(), "tablier: {}", failure.text(lang));
            ExitCode::from(1)
        }
    }
}

/// A reader who has seen enough (a closed pipe) is not an error.
fn print(text: &str) -> ExitCode {
    let mut out = io::stdout().lock();
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
            let _ = writeln!(io::stderr(), "tablier: cannot write: {error}");
            ExitCode::from(1)
        }
        _ => ExitCode::SUCCESS,
    }
}

#[cfg(test)]
mod tests {
    use clap::{CommandFactory, Parser};

    use super::Cli;

    fn refusal(args: &[&str]) -> Option<String> {
        let error = Cli::try_parse_from(args).err()?;
        Some(error.render().to_string())
    }

    /// Tries every option of a command and its subcommands; returns how many take numbers.
    fn try_numbers(command: &clap::Command, names: &[&str]) -> usize {
        let mut count = 0;
        for below in command.get_subcommands() {
            count += try_numbers(below, &[names, &[below.get_name()]].concat());
        }
        let needed = command
            .get_positionals()
            .filter(|arg| arg.is_required_set());
        let given: Vec<&str> = needed.map(|_| "1").collect();
        for option in command.get_arguments() {
            let (Some(name), true) = (option.get_long(), option.get_action().takes_values()) else {
                continue;
            };
            let with = |value: &str| {
                let option = format!("--{name}={value}");
                refusal(&[names, &given, &[&option]].concat())
            };
            if with("10").is_some() || with("x").is_none() {
                continue;
            }
            count += 1;
            let low = with("-1").unwrap_or_default();
            // In our wording, or in clap's own wording for a range.
            let says = low.contains(" from ") && low.contains(" to ") || low.contains("..=");
            assert!(says, "{names:?} --{name} does not tell its range: {low}");
            // `from 1 to 64`, or `0..=255`.
            let told = low.lines().next().unwrap_or_default();
            let end = told.rsplit([' ', '=']).next().unwrap_or_default();
            let beyond = end.parse::<u128>().unwrap() + 1;
            assert!(
                with(&beyond.to_string()).is_some(),
                "{names:?} --{name} does not end at {end}"
            );
        }
        count
    }

    #[test]
    fn every_number_has_a_range_and_tells_it() {
        assert!(try_numbers(&Cli::command(), &["tablier"]) > 30);
    }

    #[test]
    fn the_arguments_are_well_formed() {
        Cli::command().debug_assert();
        let about = Cli::command().get_about().map(ToString::to_string);
        assert_eq!(
            about.as_deref(),
            Some("Forgotten board games, playable by anyone")
        );
    }
}
