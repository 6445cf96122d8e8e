"""The confidence of an answer: a product of terms."""
