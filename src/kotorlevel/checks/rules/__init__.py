"""The rules, a folder a family. A file there is all that a new rule needs."""
