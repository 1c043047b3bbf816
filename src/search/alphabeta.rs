//! alphabeta
