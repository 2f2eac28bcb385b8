//! A player's own network: a stretch of wire between one browser and the server, which can be cut
//! and mended while everybody else stays connected.

use std::net::{Ipv4Addr, SocketAddr};

use tokio::io::copy_bidirectional;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;
use tokio::task::JoinHandle;

use crate::Failure;

/// A wire on the loopback interface; it is taken down when dropped.
pub struct Wire {
    /// The server's address through the wire, without a trailing slash.
    pub url: String,
    cut: watch::Sender<bool>,
    carrying: JoinHandle<()>,
}

impl Wire {
    /// Lays a wire from a free port to a port of this machine.
    pub async fn lay(to: u16) -> Result<Self, Failure> {
        let listener = TcpListener::bind(SocketAddr::from((Ipv4Addr::LOCALHOST, 0))).await?;
        let url = format!("http://{}", listener.local_addr()?);
        let (cut, is_cut) = watch::channel(false);
        let carrying = tokio::spawn(async move {
            while let Ok((browser, _)) = listener.accept().await {
                tokio::spawn(carry(browser, to, is_cut.clone()));
            }
        });
        Ok(Self { url, cut, carrying })
    }

    /// Ends every connection, and every new one at once.
    pub fn cut(&self) {
        self.cut.send_replace(true);
    }

    /// Lets connections through again.
    pub fn mend(&self) {
        self.cut.send_replace(false);
    }
}

impl Drop for Wire {
    fn drop(&mut self) {
        self.cut();
        self.carrying.abort();
    }
}

/// Carries one connection until either end closes it or the wire is cut.
async fn carry(mut browser: TcpStream, to: u16, mut is_cut: watch::Receiver<bool>) {
    let whole = async {
        let mut server = TcpStream::connect((Ipv4Addr::LOCALHOST, to)).await?;
        copy_bidirectional(&mut browser, &mut server).await
    };
    tokio::select! {
        biased;
        _ = is_cut.wait_for(|cut| *cut) => {}
        _ = whole => {}
    }
}
