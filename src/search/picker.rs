//! picker
