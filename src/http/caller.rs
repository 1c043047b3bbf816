//! Who calls, and when the call came in.

use std::collections::HashMap;
use std::convert::Infallible;
use std::fmt;
use std::net::{IpAddr, Ipv6Addr, SocketAddr};
use std::sync::Arc;
use std::time::Instant;

use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use axum::http::{HeaderMap, header};

use crate::config::{Allowance, Network, ProxyHeader};

/// Who shares one allowance and one place in the queue.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Caller {
    /// The service itself, which asks whether it is at work.
    Service,
    /// Somebody with a key, by its name.
    Key(Arc<str>),
    /// An address; of IPv6 the network of a site, which is all one household's.
    Address(IpAddr),
}

impl fmt::Display for Caller {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Caller::Service => f.write_str("the service"),
            Caller::Key(name) => write!(f, "key {name}"),
            Caller::Address(address) => write!(f, "{address}"),
        }
    }
}

impl Caller {
    /// Whoever cannot be told.
    pub const NOBODY: Caller = Caller::Address(IpAddr::V6(Ipv6Addr::UNSPECIFIED));

    #[must_use]
    pub fn at(address: IpAddr) -> Caller {
        match address.to_canonical() {
            IpAddr::V6(v6) if !v6.is_loopback() => {
                Caller::Address(Ipv6Addr::from_bits(v6.to_bits() & !u128::from(u64::MAX)).into())
            }
            whole => Caller::Address(whole),
        }
    }
}

/// When the whole request had arrived: its time runs from here.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Arrival(pub Instant);

/// The other end of the connection, as the accept loop saw it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Peer(pub SocketAddr);

/// Tells callers apart.
#[derive(Clone, Debug)]
pub struct Callers {
    names: HashMap<String, Arc<str>>,
    proxies: Vec<Network>,
    header: ProxyHeader,
}

impl Callers {
    #[must_use]
    pub fn new(config: &Allowance) -> Callers {
        let names = config.keys.iter().map(|key| (key.secret.clone(), key.name.as_str().into()));
        Callers { names: names.collect(), proxies: config.proxies.clone(), header: config.proxy_header }
    }

    /// Who sent these headers from that address. A key that nobody was given says nothing.
    #[must_use]
    pub fn recognise(&self, headers: &HeaderMap, peer: IpAddr) -> Caller {
        match keys_in(headers).find_map(|secret| self.names.get(secret)) {
            Some(name) => Caller::Key(name.clone()),
            None => Caller::at(self.origin(headers, peer)),
        }
    }

    /// The nearest address on the way here that is not one of our own proxies.
    fn origin(&self, headers: &HeaderMap, peer: IpAddr) -> IpAddr {
        let mut nearest = peer;
        for hop in self.hops(headers).into_iter().rev() {
            if !self.proxies.iter().any(|network| network.contains(nearest.to_canonical())) {
                break;
            }
            match hop {
                Some(address) => nearest = address,
                // Written by a proxy of ours, but no address: the proxy is all that we know.
                None => break,
            }
        }
        nearest
    }

    /// The addresses that proxies wrote down, the first hop first; `None` for what is no address.
    fn hops(&self, headers: &HeaderMap) -> Vec<Option<IpAddr>> {
        let (name, read): (_, fn(&str) -> _) = match self.header {
            ProxyHeader::XForwardedFor => ("x-forwarded-for", address),
            ProxyHeader::Forwarded => ("forwarded", forwarded_for),
        };
        let hops = headers.get_all(name).iter().flat_map(|line| line.as_bytes().split(|byte| *byte == b','));
        hops.map(|hop| str::from_utf8(hop).ok().and_then(read)).collect()
    }
}

/// What may be a key. `Authorization` may be meant for somebody on the way, and no key of ours.
fn keys_in(headers: &HeaderMap) -> impl Iterator<Item = &str> {
    let text = |name| headers.get(name).and_then(|value| value.to_str().ok());
    let bearer = text(header::AUTHORIZATION.as_str()).and_then(|text| {
        let (scheme, token) = text.split_once(' ')?;
        scheme.eq_ignore_ascii_case("bearer").then_some(token.trim())
    });
    bearer.into_iter().chain(text("x-api-key"))
}

/// The `for` of one element of a `Forwarded` header.
fn forwarded_for(element: &str) -> Option<IpAddr> {
    element
        .split(';')
        .find_map(|pair| {
            let (name, value) = pair.split_once('=')?;
            name.trim().eq_ignore_ascii_case("for").then_some(value)
        })
        .and_then(address)
}

/// `10.0.0.1`, `10.0.0.1:80`, `::1`, `[::1]`, `[::1]:80`, any of them in quotes.
fn address(text: &str) -> Option<IpAddr> {
    let text = text.trim().trim_matches('"');
    let bare = text.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')).unwrap_or(text);
    bare.parse().ok().or_else(|| text.parse::<SocketAddr>().ok().map(|socket| socket.ip()))
}

impl<S: Sync> FromRequestParts<S> for Caller {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Caller, Infallible> {
        let told = parts.extensions.get::<Caller>().cloned();
        Ok(told.unwrap_or(Caller::NOBODY))
    }
}

impl<S: Sync> FromRequestParts<S> for Arrival {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Arrival, Infallible> {
        Ok(parts.extensions.get().copied().unwrap_or_else(|| Arrival(Instant::now())))
    }
}

#[cfg(test)]
mod tests {
    use axum::http::HeaderValue;

    use super::*;
    use crate::config::Config;

    fn callers(header: ProxyHeader) -> Callers {
        let mut allowance = Config::default().allowance;
        allowance.keys = vec!["page=secret".to_owned().try_into().unwrap()];
        allowance.proxies = vec!["10.0.0.0/8".to_owned().try_into().unwrap()];
        allowance.proxy_header = header;
        Callers::new(&allowance)
    }

    fn who(headers: &[(&'static str, &str)], peer: &str) -> String {
        who_by(ProxyHeader::XForwardedFor, headers, peer)
    }

    fn who_by(header: ProxyHeader, headers: &[(&'static str, &str)], peer: &str) -> String {
        let mut map = HeaderMap::new();
        for (name, value) in headers {
            map.append(*name, value.parse().unwrap());
        }
        callers(header).recognise(&map, peer.parse().unwrap()).to_string()
    }

    #[test]
    fn a_key_is_known_wherever_it_calls_from() {
        assert_eq!(who(&[("authorization", "Bearer secret")], "1.2.3.4"), "key page");
        assert_eq!(who(&[("x-api-key", "secret")], "5.6.7.8"), "key page");
        assert_eq!(who(&[("x-api-key", "guess")], "5.6.7.8"), "5.6.7.8");
        let both = [("authorization", "Bearer of-a-gateway"), ("x-api-key", "secret")];
        assert_eq!(who(&both, "5.6.7.8"), "key page");
    }

    #[test]
    fn a_stranger_cannot_say_that_it_is_somebody_else() {
        assert_eq!(who(&[("x-forwarded-for", "9.9.9.9")], "1.2.3.4"), "1.2.3.4");
        assert_eq!(who(&[("forwarded", "for=9.9.9.9")], "1.2.3.4"), "1.2.3.4");
    }

    #[test]
    fn a_trusted_proxy_is_believed_as_far_as_it_saw() {
        // 9.9.9.9 was claimed by 8.8.8.8, which our proxy saw.
        assert_eq!(who(&[("x-forwarded-for", "9.9.9.9, 8.8.8.8, 10.0.0.2")], "10.0.0.1"), "8.8.8.8");
        let standard = |value| who_by(ProxyHeader::Forwarded, &[("forwarded", value)], "10.0.0.1");
        assert_eq!(standard("for=8.8.4.4;proto=https"), "8.8.4.4");
        assert_eq!(standard("for=\"[2001:db8::7]:4711\""), "2001:db8::");
        assert_eq!(standard("for=_hidden"), "10.0.0.1");
    }

    #[test]
    fn what_is_no_text_hides_nothing_that_a_proxy_wrote_down() {
        let junk = HeaderValue::from_bytes(b"\xff, 8.8.8.8").unwrap();
        let mut headers = HeaderMap::new();
        headers.append("x-forwarded-for", HeaderValue::from_static("9.9.9.9"));
        headers.append("x-forwarded-for", junk);
        let who = callers(ProxyHeader::XForwardedFor).recognise(&headers, "10.0.0.1".parse().unwrap());
        assert_eq!(who.to_string(), "8.8.8.8");
    }

    #[test]
    fn what_a_proxy_passes_on_unread_is_not_believed() {
        let headers = [("forwarded", "for=9.9.9.9"), ("x-forwarded-for", "8.8.8.8")];
        assert_eq!(who(&headers, "10.0.0.1"), "8.8.8.8");
        assert_eq!(who_by(ProxyHeader::Forwarded, &headers, "10.0.0.1"), "9.9.9.9");
        assert_eq!(who(&headers[..1], "10.0.0.1"), "10.0.0.1");
    }

    #[test]
    fn one_household_is_one_caller() {
        assert_eq!(who(&[], "2001:db8::1"), who(&[], "2001:db8::2"));
        assert_eq!(who(&[], "::ffff:1.2.3.4"), "1.2.3.4");
        assert_eq!(who(&[], "::1"), "::1", "this machine is no household, and not nobody");
    }
}
