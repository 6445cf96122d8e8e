"""Write answers: rendered facts in, a streamed Answer with canonical citation markers out."""
