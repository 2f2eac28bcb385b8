//! A small proxy that cuts and delays connections.

use std::io;
use std::net::{Ipv4Addr, SocketAddr};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;
use tokio::task::JoinHandle;
use tokio::time::sleep;

/// Passes connections on to a port of this machine.
pub(super) struct Proxy {
    /// Where it listens.
    pub(super) port: u16,
    weather: Arc<Weather>,
    task: JoinHandle<()>,
}

struct Weather {
    /// Changes when all connections are cut.
    cuts: watch::Sender<u64>,
    delay_ms: AtomicU64,
}

impl Proxy {
    pub(super) async fn start(to: u16) -> io::Result<Self> {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await?;
        let port = listener.local_addr()?.port();
        let weather = Arc::new(Weather {
            cuts: watch::Sender::new(0),
            delay_ms: AtomicU64::new(0),
        });
        let task = tokio::spawn(listen(listener, to, weather.clone()));
        Ok(Self {
            port,
            weather,
            task,
        })
    }

    /// Cuts all connections.
    pub(super) fn cut(&self) {
        self.weather.cuts.send_modify(|cuts| *cuts += 1);
    }

    /// Everything takes so much longer from now on.
    pub(super) fn delay(&self, delay: Duration) {
        let ms = delay.as_millis() as u64;
        self.weather.delay_ms.store(ms, Ordering::Relaxed);
    }
}

impl Drop for Proxy {
    fn drop(&mut self) {
        self.task.abort();
        self.cut();
    }
}

async fn listen(listener: TcpListener, to: u16, weather: Arc<Weather>) {
    while let Ok((near, _)) = listener.accept().await {
        let weather = weather.clone();
        tokio::spawn(async move {
            let mut cuts = weather.cuts.subscribe();
            let Ok(far) = TcpStream::connect(SocketAddr::from((Ipv4Addr::LOCALHOST, to))).await
            else {
                return;
            };
            let _ = (near.set_nodelay(true), far.set_nodelay(true));
            let (near_in, near_out) = near.into_split();
            let (far_in, far_out) = far.into_split();
            tokio::select! {
                () = pass(near_in, far_out, &weather) => {}
                () = pass(far_in, near_out, &weather) => {}
                _ = cuts.changed() => {}
            }
        });
    }
}

async fn pass(
    mut from: tokio::net::tcp::OwnedReadHalf,
    mut to: tokio::net::tcp::OwnedWriteHalf,
    weather: &Weather,
) {
    let mut buffer = vec![0; 16 * 1024];
    while let Ok(count @ 1..) = from.read(&mut buffer).await {
        let delay = weather.delay_ms.load(Ordering::Relaxed);
        if delay > 0 {
            sleep(Duration::from_millis(delay)).await;
        }
        if to.write_all(&buffer[..count]).await.is_err() {
            return;
        }
    }
}
