"""A conformance suite for programs that read and write level files of the Odyssey engine."""
