use std::future::poll_fn;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use futures_util::{SinkExt, StreamExt};
use tablier_protocol::{Notice, ToClient, ToServer, VERSION, You, write};
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::http::HeaderValue;
use tokio_tungstenite::tungstenite::http::header::{AUTHORIZATION, COOKIE, ORIGIN};
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;
use tokio_tungstenite::tungstenite::{Message, Utf8Bytes};

use super::address::Stream;
use super::{Address, Proof};

/// How long the server may take to say welcome.
const PATIENCE: Duration = Duration::from_secs(20);

/// The socket, after the greeting.
pub(crate) struct Socket {
    stream: WebSocketStream<Box<dyn Stream>>,
    you: You,
}

impl Socket {
    /// Connects and greets.
    pub(crate) async fn connect(address: &Address, proof: &Proof) -> Result<Self, String> {
        let connect = Self::open(address, proof);
        tokio::time::timeout(PATIENCE, connect)
            .await
            .map_err(|_| format!("{} does not answer", address.authority()))?
    }

    async fn open(address: &Address, proof: &Proof) -> Result<Self, String> {
        let mut request = address
            .socket("/api/socket")
            .into_client_request()
            .map_err(|error| error.to_string())?;
        let header = |text: &str| HeaderValue::from_str(text).map_err(|error| error.to_string());
        let headers = request.headers_mut();
        headers.insert(ORIGIN, header(&address.origin())?);
        match proof {
            Proof::None => None,
            Proof::Token(token) => {
                headers.insert(AUTHORIZATION, header(&format!("Bearer {token}"))?)
            }
            Proof::Cookie(cookie) => headers.insert(COOKIE, header(cookie)?),
        };
        // Thousands of sockets are held at once by `tablier load`.
        let config = WebSocketConfig::default()
            .read_buffer_size(4 * 1024)
            .write_buffer_size(0);
        let stream = address.dial().await?;
        let (stream, _) =
            tokio_tungstenite::client_async_with_config(request, stream, Some(config))
                .await
                .map_err(|error| format!("{}: {error}", address.authority()))?;
        let mut socket = Self {
            stream,
            you: You {
                id: tablier_rooms::PlayerId::new("nobody").map_err(|error| error.to_string())?,
                name: String::new(),
                account: false,
            },
        };
        socket.send(&ToServer::Hello { version: VERSION }).await?;
        loop {
            match socket.next().await? {
                ToClient::Welcome { you, .. } => {
                    socket.you = you;
                    return Ok(socket);
                }
                ToClient::Notice {
                    notice: Notice::Reload,
                } => return Err(format!("the server does not speak version {VERSION}")),
                ToClient::Error { code, message, .. } => return Err(format!("{code}: {message}")),
                _ => {}
            }
        }
    }

    /// The player.
    pub(crate) fn you(&self) -> &You {
        &self.you
    }

    pub(crate) async fn send(&mut self, message: &ToServer) -> Result<(), String> {
        let text = Utf8Bytes::from(write(message));
        let sent = self.stream.send(Message::Text(text)).await;
        sent.map_err(|error| error.to_string())
    }

    /// The next message; an error when the connection is gone. Cancel-safe.
    pub(crate) async fn next(&mut self) -> Result<ToClient, String> {
        poll_fn(|context| self.poll_next(context)).await
    }

    /// The same, for listening to several sockets.
    pub(crate) fn poll_next(
        &mut self,
        context: &mut Context<'_>,
    ) -> Poll<Result<ToClient, String>> {
        loop {
            return Poll::Ready(match ready!(self.stream.poll_next_unpin(context)) {
                Some(Ok(Message::Text(text))) => ToClient::read(&text),
                Some(Ok(Message::Close(_))) | None => {
                    Err("the server closed the connection".to_owned())
                }
                Some(Ok(_)) => continue,
                Some(Err(error)) => Err(error.to_string()),
            });
        }
    }
}
