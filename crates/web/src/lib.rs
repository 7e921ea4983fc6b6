//! The page of Ludex: a web server on the library, and the page it serves.
//!
//! A face like the program: it reads requests, asks `crates/ludex` and sends the answers as they are.
//! It decides nothing about games. What is its own is what a server needs: [`serve`] answers only
//! browsers that are shown the page itself (`guard`), runs a bounded number of jobs at a time, each
//! within limits (`jobs`), stops a job whose browser is gone, and reads no file of the machine: games
//! are built-in ones, the examples that the program carries (`examples`), and texts.
//!
//! The page (`page/`) is plain ES modules and SVG, embedded in the program (`assets`).

mod api;
mod assets;
mod evidence;
mod examples;
mod export;
mod games;
mod guard;
mod jobs;
mod lists;
mod server;
mod walks;
mod workshops;

pub use export::export_html;
pub use server::{ServerOptions, serve};
