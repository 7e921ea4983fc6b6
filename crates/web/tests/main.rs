//! The server, asked as a browser asks it.

mod attacks;
mod requests;
mod support;
