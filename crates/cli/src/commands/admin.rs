//! `tablier admin`.

use tablier_server::Admin;

use crate::configuration::StorePlace;
use crate::failure::Failure;

/// Close a table, block a name or make a bot, even while the server runs
#[derive(clap::Args)]
pub(crate) struct Args {
    #[command(flatten)]
    store: StorePlace,
    #[command(subcommand)]
    task: Task,
}

#[derive(clap::Subcommand)]
enum Task {
    /// Close a table without a result
    Close {
        /// Id of the table: the last part of its address
        table: String,
    },
    /// Forbid a name and all names that look like it
    Block {
        /// Name to forbid
        name: String,
    },
    /// Allow a name again
    Unblock {
        /// Name to allow
        name: String,
    },
    /// Turn an account into a bot's, creating it if needed, and print its token
    Bot {
        /// Name of the account
        name: String,
    },
}

impl Args {
    pub(crate) fn run(self) -> Result<String, Failure> {
        let place = self.store.place()?;
        let runtime = tokio::runtime::Runtime::new()
            .map_err(|error| Failure::new(format!("cannot start: {error}")))?;
        runtime.block_on(async {
            let admin = Admin::open(&place).await;
            let admin = admin.map_err(|error| Failure::new(error.to_string()))?;
            let done = match self.task {
                Task::Close { table } => admin.close_table(&table).await.map(|()| String::new()),
                Task::Block { name } => admin.block_name(&name, true).await.map(|()| String::new()),
                Task::Unblock { name } => {
                    admin.block_name(&name, false).await.map(|()| String::new())
                }
                Task::Bot { name } => admin
                    .make_bot(&name)
                    .await
                    .map(|token| format!("{token}\n")),
            };
            done.map_err(|error| Failure::new(error.to_string()))
        })
    }
}
