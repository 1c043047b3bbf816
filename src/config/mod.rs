//! The settings: what they are, and that they make sense. Where they come from is told by
//! [`sources`]; what each is for stands in `config/default.toml`.

mod sources;

use std::fmt;
use std::net::{IpAddr, SocketAddr};
use std::num::{NonZeroU32, NonZeroU64, NonZeroUsize};
use std::path::PathBuf;
use std::time::Duration;

use axum::http::{HeaderValue, Uri};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD as BASE64;
use ipnet::IpNet;
use serde::de::Error as _;
use serde::{Deserialize, Deserializer};
use tracing_subscriber::EnvFilter;
use tracing_subscriber::filter::LevelFilter;

pub use sources::{Setting, Settings, Source};

/// All settings in force.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Config {
    #[serde(deserialize_with = "socket")]
    pub bind: SocketAddr,
    pub connections: Connections,
    pub pool: Pool,
    pub caps: Caps,
    pub allowance: Allowance,
    pub cache: Store,
    pub memory: Store,
    pub chess: Chess,
    pub umpire: Umpire,
    pub cors: Cors,
    pub log: Log,
}

impl Default for Config {
    fn default() -> Config {
        Config::flagged(&[]).expect("the defaults are sound, as a test shows")
    }
}

impl Config {
    /// The defaults but for these flags, such as `("pool-seats", "1")`.
    pub fn flagged(flags: &[(&str, &str)]) -> Result<Config, String> {
        let mut settings = Settings::defaults();
        if let Some((unknown, _)) = flags.iter().find(|(flag, _)| settings.iter().all(|s| s.flag() != *flag))
        {
            return Err(format!("there is no flag --{unknown}"));
        }
        let value =
            |name: &str| flags.iter().find(|(flag, _)| *flag == name).map(|(_, value)| (*value).to_owned());
        settings.read_flags(value)?;
        settings.config()
    }
}

/// How many connections there may be, and how long they and what comes over them may take.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Connections {
    pub most: NonZeroUsize,
    #[serde(rename = "idle_ms", deserialize_with = "some_milliseconds")]
    pub idle: Duration,
    #[serde(rename = "body_ms", deserialize_with = "some_milliseconds")]
    pub body: Duration,
    pub body_kib: NonZeroU32,
    #[serde(rename = "linger_ms", deserialize_with = "milliseconds")]
    pub linger: Duration,
    #[serde(rename = "grace_ms", deserialize_with = "milliseconds")]
    pub grace: Duration,
}

impl Connections {
    /// What the body of a request may be, in bytes.
    #[must_use]
    pub fn body_bytes(&self) -> usize {
        self.body_kib.get() as usize * 1024
    }
}

/// The threads that search, and the line of those who wait for them.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Pool {
    /// How many searches may run at once, a thread each.
    #[serde(deserialize_with = "seats")]
    pub seats: NonZeroUsize,
    pub queue: usize,
    #[serde(rename = "margin_ms", deserialize_with = "milliseconds")]
    pub margin: Duration,
    #[serde(rename = "least_ms", deserialize_with = "milliseconds")]
    pub least: Duration,
    #[serde(rename = "turn_ms", deserialize_with = "milliseconds")]
    pub turn: Duration,
}

/// What one request may ask for at most.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Caps {
    pub depth: NonZeroU32,
    pub nodes: NonZeroU64,
    #[serde(rename = "time_ms", deserialize_with = "some_milliseconds")]
    pub time: Duration,
    #[serde(rename = "default_ms", deserialize_with = "some_milliseconds")]
    pub default_time: Duration,
    pub threads: NonZeroUsize,
    pub lines: NonZeroUsize,
    memory_mib: NonZeroU32,
}

impl Caps {
    /// Bytes of tables for each thread of a search.
    #[must_use]
    pub fn memory(&self) -> usize {
        self.memory_mib.get() as usize * MIB
    }
}

const MIB: usize = 1024 * 1024;

/// How often a caller may ask, and how callers are told apart.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Allowance {
    pub per_second: u32,
    pub burst: NonZeroU32,
    #[serde(deserialize_with = "keys")]
    pub keys: Vec<Key>,
    pub proxies: Vec<Network>,
    pub proxy_header: ProxyHeader,
}

/// Where proxies write down whom they have seen.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ProxyHeader {
    XForwardedFor,
    /// RFC 7239.
    Forwarded,
}

/// How much may be kept.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Store {
    pub mib: u32,
}

impl Store {
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.mib as usize * MIB
    }
}

/// What an operator may have beside the program: books and tables.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Chess {
    #[serde(deserialize_with = "path")]
    pub book: Option<PathBuf>,
    pub syzygy: Vec<PathBuf>,
}

/// What games under an umpire are sealed with.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Umpire {
    pub seal_key: SealKey,
}

/// Which pages of others may ask.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Cors {
    pub origins: Vec<Origin>,
}

/// What is written to the log.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Log {
    pub level: LogLevel,
    pub format: LogFormat,
}

/// Lines for people, or for programs.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum LogFormat {
    Text,
    Json,
}

/// What is written to the log: a level, or directives.
#[derive(Clone, Debug, Deserialize)]
#[serde(try_from = "String")]
pub struct LogLevel(String);

impl LogLevel {
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl TryFrom<String> for LogLevel {
    type Error = String;

    fn try_from(text: String) -> Result<LogLevel, String> {
        // A word alone would be read as a target, and a misspelt level silence everything.
        let says_how_loud = |part: &str| part.contains('=') || part.trim().parse::<LevelFilter>().is_ok();
        match EnvFilter::try_new(&text) {
            Ok(_) if !text.trim().is_empty() && text.split(',').all(says_how_loud) => Ok(LogLevel(text)),
            _ => Err(format!(
                "{text:?} is neither a level (off, error, warn, info, debug, trace) nor directives like \
                 warn,bestmove::http=debug"
            )),
        }
    }
}

/// Whose pages may call: `https://example.org`, or `*`.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(try_from = "String")]
pub struct Origin(pub HeaderValue);

impl Origin {
    #[must_use]
    pub fn is_any(&self) -> bool {
        self.0 == "*"
    }
}

impl TryFrom<String> for Origin {
    type Error = String;

    fn try_from(text: String) -> Result<Origin, String> {
        // As browsers write it: no user before the host, nothing after it, and no capitals.
        let is_origin = text.parse::<Uri>().is_ok_and(|uri| match (uri.scheme_str(), uri.authority()) {
            (Some(scheme), Some(host)) if !host.as_str().contains('@') => {
                text == format!("{scheme}://{host}").to_ascii_lowercase()
            }
            _ => false,
        });
        match HeaderValue::try_from(&text) {
            Ok(value) if is_origin || text == "*" => Ok(Origin(value)),
            _ => Err(format!("{text:?} is not an origin like https://example.org")),
        }
    }
}

/// A caller's key: its name may be logged, its secret may not.
#[derive(Clone, Deserialize)]
#[serde(try_from = "String")]
pub struct Key {
    pub name: String,
    pub secret: String,
}

impl TryFrom<String> for Key {
    type Error = &'static str;

    fn try_from(text: String) -> Result<Key, &'static str> {
        match text.split_once('=') {
            Some((name, secret)) if !name.is_empty() && can_be_sent(secret) => {
                Ok(Key { name: name.to_owned(), secret: secret.to_owned() })
            }
            _ => Err(
                "a key is written NAME=SECRET, its secret in letters, digits and signs of ASCII but no comma",
            ),
        }
    }
}

/// Whether a header can carry a secret as it is, and a flag that names several keys.
fn can_be_sent(secret: &str) -> bool {
    !secret.is_empty() && secret.bytes().all(|byte| byte.is_ascii_graphic() && byte != b',')
}

impl fmt::Debug for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}=…", self.name)
    }
}

/// What seals the games that clients keep; none: drawn when the server starts.
#[derive(Clone, Deserialize)]
#[serde(try_from = "String")]
pub struct SealKey(Option<[u8; 32]>);

impl SealKey {
    #[must_use]
    pub fn bytes(&self) -> Option<[u8; 32]> {
        self.0
    }
}

impl TryFrom<String> for SealKey {
    type Error = &'static str;

    fn try_from(text: String) -> Result<SealKey, &'static str> {
        if text.is_empty() {
            return Ok(SealKey(None));
        }
        let bytes = BASE64.decode(text.trim()).ok().and_then(|bytes| bytes.try_into().ok());
        bytes
            .map(|bytes| SealKey(Some(bytes)))
            .ok_or("a key is 32 bytes in base64, as `openssl rand -base64 32` draws them")
    }
}

impl fmt::Debug for SealKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.0.is_some() { "…" } else { "none" })
    }
}

/// An address, or all that begin alike.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(try_from = "String")]
pub struct Network(IpNet);

impl Network {
    #[must_use]
    pub fn contains(&self, address: IpAddr) -> bool {
        self.0.contains(&address)
    }
}

impl TryFrom<String> for Network {
    type Error = String;

    fn try_from(text: String) -> Result<Network, String> {
        text.parse()
            .or_else(|_| text.parse::<IpAddr>().map(IpNet::from))
            .map(Network)
            .map_err(|_| format!("{text:?} is neither an address nor a network like 10.0.0.0/8"))
    }
}

fn socket<'de, D: Deserializer<'de>>(from: D) -> Result<SocketAddr, D::Error> {
    let text = String::deserialize(from)?;
    text.parse().map_err(|_| {
        D::Error::custom(format!("{text:?} is not an address and port like 127.0.0.1:8080 or [::1]:8080"))
    })
}

/// Keys that tell callers apart: each secret has one name; a name may have several, old and new.
fn keys<'de, D: Deserializer<'de>>(from: D) -> Result<Vec<Key>, D::Error> {
    let keys = Vec::<Key>::deserialize(from)?;
    for (number, key) in keys.iter().enumerate() {
        if let Some(other) = keys[..number].iter().find(|other| other.secret == key.secret) {
            return Err(D::Error::custom(format!("{} and {} have the same secret", other.name, key.name)));
        }
    }
    Ok(keys)
}

/// A path, where one is given.
fn path<'de, D: Deserializer<'de>>(from: D) -> Result<Option<PathBuf>, D::Error> {
    String::deserialize(from).map(|path| (!path.is_empty()).then(|| path.into()))
}

fn milliseconds<'de, D: Deserializer<'de>>(from: D) -> Result<Duration, D::Error> {
    u32::deserialize(from).map(|ms| Duration::from_millis(u64::from(ms)))
}

/// For patience with others, and for thinking: without any, nobody would ever be in time.
fn some_milliseconds<'de, D: Deserializer<'de>>(from: D) -> Result<Duration, D::Error> {
    NonZeroU32::deserialize(from).map(|ms| Duration::from_millis(u64::from(ms.get())))
}

/// More seats than any machine has cores, and no more threads than it bears.
const MOST_SEATS: usize = 1024;

/// As many as are said; of none said, as many as the machine has cores.
fn seats<'de, D: Deserializer<'de>>(from: D) -> Result<NonZeroUsize, D::Error> {
    let seats = usize::deserialize(from)?;
    if seats > MOST_SEATS {
        return Err(D::Error::custom(format!("there are at most {MOST_SEATS} seats")));
    }
    let cores = || std::thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
    Ok(NonZeroUsize::new(seats).unwrap_or_else(cores))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_defaults_are_sound() {
        let config = Config::default();
        assert!(config.bind.ip().is_loopback());
    }

    #[test]
    fn a_network_is_an_address_or_a_range() {
        let network = |text: &str| Network::try_from(text.to_owned());
        let one: IpAddr = "10.1.2.3".parse().unwrap();
        assert!(network("10.0.0.0/8").unwrap().contains(one));
        assert!(network("10.1.2.3").unwrap().contains(one));
        assert!(!network("10.1.2.4").unwrap().contains(one));
        assert!(network("ten").is_err());
    }

    #[test]
    fn a_level_is_no_word_that_is_spelt_like_one() {
        let level = |text: &str| LogLevel::try_from(text.to_owned());
        for sound in ["warn", "OFF", "info,hyper=off", "bestmove::http=debug, error"] {
            assert!(level(sound).is_ok(), "{sound}");
        }
        for unsound in ["warning", "verbose", "info,hyper", "loud=very", "", " "] {
            assert!(level(unsound).is_err(), "{unsound}");
        }
    }

    #[test]
    fn an_origin_has_a_scheme_and_no_path() {
        let origin = |text: &str| Origin::try_from(text.to_owned());
        assert!(origin("*").unwrap().is_any());
        assert!(!origin("https://example.org:8443").unwrap().is_any());
        for text in [
            "example.org",
            "https://example.org/",
            "https://example.org/page",
            "https://example.org?page=1",
            "https://me@example.org",
            "HTTPS://Example.org",
            "",
        ] {
            assert!(origin(text).is_err(), "{text:?} is sent by no browser");
        }
    }

    #[test]
    fn a_key_has_a_name_and_a_secret_that_a_header_can_carry() {
        let key = |text: &str| Key::try_from(text.to_owned());
        assert!(key("page=aGVsbG8=").is_ok());
        for unsound in ["page", "page=", "=hunter2", "page= hunter2", "page=hünter"] {
            assert!(key(unsound).is_err(), "{unsound}");
        }
    }

    #[test]
    fn a_secret_has_one_name_and_a_name_may_have_two_secrets() {
        let named =
            |keys| Config::flagged(&[("allowance-keys", keys)]).map(|config| config.allowance.keys.len());
        assert_eq!(named("page=old,page=new"), Ok(2));
        let refused = named("page=hunter2,other=hunter2").unwrap_err();
        assert!(refused.contains("page and other") && !refused.contains("hunter2"), "{refused}");
    }

    #[test]
    fn a_secret_is_not_shown() {
        let key = Key::try_from("page=hunter2".to_owned()).unwrap();
        assert_eq!(format!("{key:?}"), "page=…");
    }
}
