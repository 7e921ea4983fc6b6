//! The built-in games of Ludex.
