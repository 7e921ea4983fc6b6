//! The protocol of general game playing: messages in KIF over HTTP.
//!
//! A game manager sends each player the rules, the clocks and, turn by turn, the moves of all. The
//! [`Host`] answers messages and keeps several matches; it knows games only through a [`FrontEnd`],
//! which parses rules. [`serve`] puts a host on the network; [`manage_match`] is a game manager.

mod arenas;
mod client;
mod game;
mod gdl;
mod host;
mod kif;
mod manager;
mod message;
mod server;
mod worker;

pub use arenas::share_freed_memory;
pub use client::{Network, Post, PostError};
pub use gdl::GdlFrontEnd;
pub use host::{Answer, Host, HostOptions};
pub use manager::{ManagerOptions, manage_match};
pub use message::Start;
pub use server::{ServerOptions, serve};
pub use worker::{FrontEnd, MatchView};
