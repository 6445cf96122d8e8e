"""The panels of the Ask and Models pages."""
