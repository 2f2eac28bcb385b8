//! How a host sets up a server: by flags, by the environment or in a file.

use std::net::IpAddr;
use std::path::{Path, PathBuf};

use serde::Deserialize;
use tablier_server::{Client, Config, Limits, Place, ServiceUrl};

use crate::failure::Failure;
use crate::{data, numbers};

/// `--config FILE`.
#[derive(clap::Args, Default)]
pub(crate) struct File {
    /// TOML file with any of the options of `tablier serve`; flags and the environment override it
    #[arg(long, value_name = "FILE", env = "TABLIER_CONFIG")]
    config: Option<PathBuf>,
}

impl File {
    /// What stands in the file; nothing if none was named.
    pub(crate) fn options(&self) -> Result<Options, Failure> {
        self.config.as_deref().map_or(Ok(Options::default()), read)
    }
}

/// `--data FOLDER`, or the folder that the file of `tablier serve` names.
#[derive(clap::Args)]
pub(crate) struct DataFolder {
    #[command(flatten)]
    file: File,
    /// Folder with games and accounts; by default in the system's data folder
    #[arg(long, env = "TABLIER_DATA", value_name = "FOLDER")]
    data: Option<PathBuf>,
}

impl DataFolder {
    pub(crate) fn path(self) -> Result<PathBuf, Failure> {
        // Read in any case: a mistake in the file is not to go unnoticed.
        let file = self.file.options()?;
        if self.data.is_none() && file.database.is_some() {
            return Err(Failure::new(
                "the file names a database, and this command is for a folder; a database is copied \
                 with its own tools, such as pg_dump (see docs/operating.md)",
            ));
        }
        self.data.or(file.data).map_or_else(data::folder, Ok)
    }
}

/// `--data FOLDER` or `--database URL`, or what the file of `tablier serve` names.
#[derive(clap::Args)]
pub(crate) struct StorePlace {
    #[command(flatten)]
    file: File,
    /// Folder with games and accounts; by default in the system's data folder
    #[arg(long, env = "TABLIER_DATA", value_name = "FOLDER")]
    data: Option<PathBuf>,
    /// PostgreSQL database with games and accounts, instead of a folder
    #[arg(
        long,
        env = "TABLIER_DATABASE",
        value_name = "URL",
        hide_env_values = true
    )]
    database: Option<String>,
}

impl StorePlace {
    pub(crate) fn place(self) -> Result<Place, Failure> {
        let file = self.file.options()?;
        if let Some(url) = self.database.or(file.database) {
            return Ok(Place::Database(ServiceUrl(url)));
        }
        let folder = self.data.or(file.data).map_or_else(data::folder, Ok)?;
        Ok(Place::Folder(folder))
    }
}

/// What can also stand in the environment or in a file.
#[derive(clap::Args, Deserialize, Default, Debug)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub(crate) struct Options {
    /// Listen on this address (default 127.0.0.1); 0.0.0.0 lets others in the house play on their phones
    #[arg(long, env = "TABLIER_HOST", value_name = "ADDRESS")]
    pub(crate) host: Option<IpAddr>,
    /// Use this port and no other (0 to 65535; 0 is any free one); by default 8080 or the next free one
    #[arg(long, env = "TABLIER_PORT", value_parser = numbers::whole::<u16>(0..=65_535))]
    pub(crate) port: Option<u16>,
    /// Keep games and accounts in this folder; by default in the system's data folder
    #[arg(long, env = "TABLIER_DATA", value_name = "FOLDER")]
    pub(crate) data: Option<PathBuf>,
    /// Keep games and accounts in this PostgreSQL database, such as postgres://tablier@db.example.org/tablier; any number of servers may share it
    #[arg(
        long,
        env = "TABLIER_DATABASE",
        value_name = "URL",
        hide_env_values = true
    )]
    pub(crate) database: Option<String>,
    /// NATS servers over which servers that share a database tell each other what is new, such as nats://one:4222,nats://two:4222; by default the database does that too
    #[arg(long, env = "TABLIER_BUS", value_name = "URL", hide_env_values = true)]
    pub(crate) bus: Option<String>,
    /// Address at which people reach this server, such as https://games.example.org
    #[arg(long, env = "TABLIER_PUBLIC_URL", value_name = "URL")]
    pub(crate) public_url: Option<String>,
    /// Trust X-Forwarded-For and X-Forwarded-Host (default false); only behind a proxy that sets them
    #[arg(long, env = "TABLIER_TRUST_PROXY", num_args = 0..=1, default_missing_value = "true")]
    pub(crate) trust_proxy: Option<bool>,
    /// Requests per second from one address, and messages on one connection (default 50, at most 1000000; 0 is no limit)
    #[arg(long, env = "TABLIER_RATE_LIMIT", value_name = "NUMBER", value_parser = numbers::whole::<u32>(0..=1_000_000))]
    pub(crate) rate_limit: Option<u32>,
    /// Connections in total (default 50000, at most 1000000; 0 is no limit)
    #[arg(long, env = "TABLIER_CONNECTIONS", value_name = "NUMBER", value_parser = numbers::whole::<usize>(0..=1_000_000))]
    pub(crate) connections: Option<usize>,
    /// Connections from one address (default 500, at most 1000000; 0 is no limit)
    #[arg(long, env = "TABLIER_CONNECTIONS_PER_ADDRESS", value_name = "NUMBER", value_parser = numbers::whole::<usize>(0..=1_000_000))]
    pub(crate) connections_per_address: Option<usize>,
    /// Tables open or in play (default 200000, at most 1000000000; 0 is no limit)
    #[arg(long, env = "TABLIER_TABLES", value_name = "NUMBER", value_parser = numbers::whole::<u64>(0..=1_000_000_000))]
    pub(crate) tables: Option<u64>,
    /// Open tables of one host (default 20, at most 1000000; 0 is no limit)
    #[arg(long, env = "TABLIER_HOSTED", value_name = "NUMBER", value_parser = numbers::whole::<u64>(0..=1_000_000))]
    pub(crate) hosted: Option<u64>,
    /// Leave the thinking of computer players to `tablier work` (default false)
    #[arg(long, env = "TABLIER_WORKERS", num_args = 0..=1, default_missing_value = "true")]
    pub(crate) workers: Option<bool>,
    /// Threads on which computer players think (0 to 256); 0, the default, leaves one processor free
    #[arg(long, env = "TABLIER_MACHINE_THREADS", value_name = "NUMBER", value_parser = numbers::whole::<usize>(0..=256))]
    pub(crate) machine_threads: Option<usize>,
    /// Log level: error, warn (the default), info or debug; or per part, such as tablier_server=debug
    #[arg(long, env = "TABLIER_LOG", value_name = "FILTER")]
    pub(crate) log: Option<String>,
}

impl Options {
    /// What was given here, and the rest from a file.
    pub(crate) fn or(self, file: Options) -> Self {
        Self {
            host: self.host.or(file.host),
            port: self.port.or(file.port),
            data: self.data.or(file.data),
            database: self.database.or(file.database),
            bus: self.bus.or(file.bus),
            public_url: self.public_url.or(file.public_url),
            trust_proxy: self.trust_proxy.or(file.trust_proxy),
            rate_limit: self.rate_limit.or(file.rate_limit),
            connections: self.connections.or(file.connections),
            connections_per_address: self
                .connections_per_address
                .or(file.connections_per_address),
            tables: self.tables.or(file.tables),
            hosted: self.hosted.or(file.hosted),
            workers: self.workers.or(file.workers),
            machine_threads: self.machine_threads.or(file.machine_threads),
            log: self.log.or(file.log),
        }
    }

    /// What a server needs to know of them.
    pub(crate) fn config(&self, client: Client) -> Result<Config, Failure> {
        let usual = Limits::default();
        let data = match &self.data {
            Some(folder) => folder.clone(),
            None => data::folder()?,
        };
        if let Some(url) = &self.public_url
            && !(url.starts_with("http://") || url.starts_with("https://"))
        {
            return Err(Failure::new(format!(
                "--public-url {url}: an address begins with http:// or https://"
            )));
        }
        Ok(Config {
            data: Some(data),
            database: self.database.clone().map(ServiceUrl),
            bus: self.bus.clone().map(ServiceUrl),
            public_url: self.public_url.clone(),
            trust_proxy: self.trust_proxy.unwrap_or(false),
            limits: Limits {
                requests_per_second: self.rate_limit.unwrap_or(usual.requests_per_second),
                connections: self.connections.unwrap_or(usual.connections),
                connections_per_address: self
                    .connections_per_address
                    .unwrap_or(usual.connections_per_address),
                tables: self.tables.unwrap_or(usual.tables),
                hosted: self.hosted.unwrap_or(usual.hosted),
            },
            workers: self.workers.unwrap_or(false),
            machine_threads: self.machine_threads.unwrap_or(0),
            house_url: None,
            client,
        })
    }
}

fn read(path: &Path) -> Result<Options, Failure> {
    let name = |error: &dyn std::fmt::Display| Failure::new(format!("{}: {error}", path.display()));
    let text = std::fs::read_to_string(path).map_err(|error| name(&error))?;
    toml::from_str(&text).map_err(|error| name(&error))
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::Args as _;

    #[test]
    fn help_tells_the_true_defaults() {
        let command = Options::augment_args(clap::Command::new("serve"));
        let Limits {
            requests_per_second,
            connections,
            connections_per_address,
            tables,
            hosted,
        } = Limits::default();
        for (option, default) in [
            ("rate_limit", u64::from(requests_per_second)),
            ("connections", connections as u64),
            ("connections_per_address", connections_per_address as u64),
            ("tables", tables),
            ("hosted", hosted),
        ] {
            let argument = command.get_arguments().find(|a| a.get_id() == option);
            let help = argument.and_then(clap::Arg::get_help).expect(option);
            let told = format!("(default {default},");
            assert!(help.to_string().contains(&told), "{option}: {help}");
        }
    }
}
