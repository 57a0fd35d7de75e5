"""The live page: its server, what it answers, and files that change."""
