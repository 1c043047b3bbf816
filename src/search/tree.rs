//! A small game tree laid open.
