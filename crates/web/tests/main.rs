//! The server, asked as a browser asks it.

mod requests;
