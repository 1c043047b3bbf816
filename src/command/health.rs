//! Asks a server whether it is alive: for containers that hold nothing but this program.

use std::io::{Read, Write};
use std::net::{Ipv4Addr, Ipv6Addr, SocketAddr, TcpStream, ToSocketAddrs};
use std::time::Duration;

use axum::http::Uri;

use super::Failure;
use crate::config::Config;

/// How long to wait for each step.
const PATIENCE: Duration = Duration::from_secs(3);

#[derive(clap::Args)]
pub struct Health {
    /// What to ask [default: /healthz where `bind` says that the server listens]
    #[arg(long, value_parser = plain_url)]
    url: Option<Uri>,
}

impl Health {
    pub fn run(&self, config: impl FnOnce() -> Result<Config, Failure>) -> Result<(), Failure> {
        let url = match &self.url {
            Some(url) => url.clone(),
            None => own(config()?.bind),
        };
        let status = ask(&url).map_err(|e| Failure::outcome(format!("{url} does not answer: {e}")))?;
        match status.as_str() {
            "200" => Ok(()),
            _ => Err(Failure::outcome(format!("{url} answers with status {status}"))),
        }
    }
}

/// An address to be asked over HTTP as it is: this program needs no certificates.
fn plain_url(text: &str) -> Result<Uri, String> {
    let url: Uri = text.parse().map_err(|e| format!("{e}"))?;
    let is_plain = url.scheme_str() == Some("http");
    is_plain.then_some(url).ok_or_else(|| "send a URL that begins with http://".to_owned())
}

/// Where a server that is bound to that address is reached from its own machine.
fn own(bind: SocketAddr) -> Uri {
    let ip = match bind {
        SocketAddr::V4(v4) if v4.ip().is_unspecified() => Ipv4Addr::LOCALHOST.into(),
        SocketAddr::V6(v6) if v6.ip().is_unspecified() => Ipv6Addr::LOCALHOST.into(),
        _ => bind.ip(),
    };
    let url = format!("http://{}/healthz", SocketAddr::new(ip, bind.port()));
    url.parse().expect("an address makes a URL")
}

/// A connection with the first of the host's addresses that takes one: `localhost` has two, and a server may
/// listen on either.
fn connected(host: impl ToSocketAddrs) -> std::io::Result<TcpStream> {
    let mut failure = std::io::Error::other("the host has no address");
    for address in host.to_socket_addrs()? {
        match TcpStream::connect_timeout(&address, PATIENCE) {
            Ok(stream) => return Ok(stream),
            Err(error) => failure = error,
        }
    }
    Err(failure)
}

/// The status that a GET is answered with.
fn ask(url: &Uri) -> std::io::Result<String> {
    let wrong = |what: &str| std::io::Error::other(what.to_owned());
    let authority = url.authority().ok_or_else(|| wrong("it names no host"))?;
    let host = authority.host().trim_matches(['[', ']']);
    let mut stream = connected((host, authority.port_u16().unwrap_or(80)))?;
    stream.set_read_timeout(Some(PATIENCE))?;
    stream.set_write_timeout(Some(PATIENCE))?;
    let path = url.path_and_query().map_or("/", |path| path.as_str());
    // In one piece: who answers before having read the last one may close the connection on it.
    let request = format!("GET {path} HTTP/1.1\r\nHost: {authority}\r\nConnection: close\r\n\r\n");
    stream.write_all(request.as_bytes())?;
    // "HTTP/1.1 200": all that matters is in the first twelve bytes.
    let mut line = [0; 12];
    stream.read_exact(&mut line)?;
    let text = String::from_utf8_lossy(&line).into_owned();
    let status = text.strip_prefix("HTTP/1.1 ").ok_or_else(|| wrong("that is not HTTP/1.1"))?;
    Ok(status.to_owned())
}

#[cfg(test)]
mod tests {
    use std::net::TcpListener;

    use super::*;

    /// The outcome against a server that gives one answer.
    fn outcome(answer: &'static str) -> Result<(), String> {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let url = own(listener.local_addr().unwrap());
        let server = std::thread::spawn(move || {
            let (mut stream, _) = listener.accept().unwrap();
            let _ = stream.read(&mut [0; 1024]);
            let _ = stream.write_all(answer.as_bytes());
        });
        let health = Health { url: Some(url) };
        let outcome = health.run(|| unreachable!()).map_err(|failure| failure.line);
        server.join().unwrap();
        outcome
    }

    #[test]
    fn a_server_is_healthy_if_it_says_so() {
        assert_eq!(outcome("HTTP/1.1 200 OK\r\n\r\n"), Ok(()));
        assert!(outcome("HTTP/1.1 503 Service Unavailable\r\n\r\n").unwrap_err().ends_with("status 503"));
        assert!(outcome("").unwrap_err().contains("does not answer"));
        assert!(outcome("SSH-2.0-OpenSSH_9.9\r\n").is_err());
    }

    #[test]
    fn a_host_is_asked_at_each_of_its_addresses() {
        let closed = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
        let open = TcpListener::bind("127.0.0.1:0").unwrap();
        let open_address = open.local_addr().unwrap();
        assert_eq!(connected(&[closed, open_address][..]).unwrap().peer_addr().unwrap(), open_address);
        assert_eq!(connected(&[closed][..]).unwrap_err().kind(), std::io::ErrorKind::ConnectionRefused);
        assert!(connected(&[][..]).unwrap_err().to_string().contains("no address"));
    }

    #[test]
    fn a_server_that_listens_everywhere_is_asked_at_home() {
        assert_eq!(own("0.0.0.0:80".parse().unwrap()), "http://127.0.0.1:80/healthz");
        assert_eq!(own("[::]:8080".parse().unwrap()), "http://[::1]:8080/healthz");
    }
}
