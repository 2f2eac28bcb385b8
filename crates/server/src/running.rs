use std::io;
use std::net::{Ipv4Addr, SocketAddr};

use tokio::net::TcpListener;
use tokio::sync::oneshot;
use tokio::task::JoinHandle;

use crate::config::Config;
use crate::server::{CannotStart, Server};

/// A server listening on a free port of this machine, for tests and measurements. Dropping it stops
/// it at once; [`Running::stop`] does so gracefully.
#[derive(Debug)]
pub struct Running {
    /// Where it listens.
    pub address: SocketAddr,
    /// The server itself.
    pub server: Server,
    shutdown: Option<oneshot::Sender<()>>,
    task: JoinHandle<io::Result<()>>,
}

impl Running {
    /// Starts one; the default [`Config`] keeps everything in memory.
    pub async fn start(config: Config) -> Result<Self, CannotStart> {
        Self::serve(Server::start(config).await?).await
    }

    /// Lets a server listen.
    pub async fn serve(server: Server) -> Result<Self, CannotStart> {
        let failed = |error: io::Error| CannotStart(error.to_string());
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0))
            .await
            .map_err(failed)?;
        let address = listener.local_addr().map_err(failed)?;
        let (shutdown, asked) = oneshot::channel();
        let task = tokio::spawn(crate::run(listener, server.clone(), async move {
            let _ = asked.await;
        }));
        Ok(Self {
            address,
            server,
            shutdown: Some(shutdown),
            task,
        })
    }

    /// Its address as `http://…`, without a trailing slash.
    pub fn url(&self) -> String {
        format!("http://{}", self.address)
    }

    /// Stops it gracefully.
    pub async fn stop(mut self) {
        if let Some(shutdown) = self.shutdown.take() {
            let _ = shutdown.send(());
        }
        let _ = (&mut self.task).await;
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        self.task.abort();
        self.server.stop();
    }
}
