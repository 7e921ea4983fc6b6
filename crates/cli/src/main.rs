//! The `ludex` program.
fn main() {}
