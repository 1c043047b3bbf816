//! What the `bestmove` command does.
