//! The searches of Ludex, generic over games.
