//! `tablier work`.

use std::io::{self, Write as _};

use tablier_server::{Client, Worker};

use super::serve::{asked_to_stop, log_to_stderr};
use crate::configuration::{File, Options};
use crate::failure::Failure;
use crate::{data, numbers};

/// Think for the computer players of servers that run with --workers, on this machine or another
///
/// Any number may run. Each takes tables that wait for a computer player from the store that the
/// servers share; if one dies, another takes over.
#[derive(clap::Args)]
pub(crate) struct Args {
    #[command(flatten)]
    file: File,
    /// Folder with games and accounts; by default in the system's data folder
    #[arg(long, env = "TABLIER_DATA", value_name = "FOLDER")]
    data: Option<std::path::PathBuf>,
    /// PostgreSQL database of the servers, instead of a folder
    #[arg(
        long,
        env = "TABLIER_DATABASE",
        value_name = "URL",
        hide_env_values = true
    )]
    database: Option<String>,
    /// NATS servers over which the servers tell each other what is new
    #[arg(long, env = "TABLIER_BUS", value_name = "URL", hide_env_values = true)]
    bus: Option<String>,
    /// Threads on which computer players think (0 to 256); 0, the default, leaves one processor free
    #[arg(long, env = "TABLIER_MACHINE_THREADS", value_name = "NUMBER", value_parser = numbers::whole::<usize>(0..=256))]
    machine_threads: Option<usize>,
    /// Log level: error, warn (the default), info or debug; or per part, such as tablier_server=debug
    #[arg(long, env = "TABLIER_LOG", value_name = "FILTER")]
    log: Option<String>,
}

impl Args {
    pub(crate) fn run(self) -> Result<String, Failure> {
        let given = Options {
            data: self.data,
            database: self.database,
            bus: self.bus,
            machine_threads: self.machine_threads,
            log: self.log,
            ..Options::default()
        };
        let mut options = given.or(self.file.options()?);
        // In the file that it shares with the servers, this says who thinks instead of them.
        options.workers = Some(false);
        log_to_stderr(options.log.as_deref())?;
        data::let_machine_know_alignement();
        let config = options.config(Client::default())?;
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .enable_all()
            .build()
            .map_err(|error| Failure::new(format!("cannot start: {error}")))?;
        runtime.block_on(async {
            let worker = Worker::start(&config)
                .await
                .map_err(|error| Failure::new(error.to_string()))?;
            let _ = writeln!(io::stdout(), "working");
            worker.run(asked_to_stop()).await;
            Ok(String::new())
        })
    }
}
