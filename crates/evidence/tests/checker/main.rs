//! Evidence on thousands of small random games: right evidence is accepted, and evidence with any
//! single fault is rejected.

mod equilibria;
mod files;
mod graph;
mod messages;
mod mixed;
mod naive;
mod nim;
mod parts;
mod proofs;
mod solutions;
