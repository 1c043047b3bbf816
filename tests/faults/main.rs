//! What goes wrong around a service: slow, silent and vanished clients, broken games, too many
//! requests at once, and the end.

mod crowd;
mod end;
mod frames;
mod http_2;
#[path = "../patience/mod.rs"]
mod patience;
mod ponderer;
mod server;
mod slow;
