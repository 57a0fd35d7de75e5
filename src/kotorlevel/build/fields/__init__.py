"""The fields of ARE, GIT, IFO and UTD that a new module has, each declared with the reason for it.

Two kinds of fields are written: those that name or place what this module has, and those whose
usual value in the games is neither zero nor empty. All others are left out, as zero, or nothing, is
what the games ship there nearly everywhere; that the game then takes zero is assumed. The values
are the commonest of 33 modules (ARE, GIT and IFO; 32 of the first game, 1 of the second) and of 199
door templates, and *shipped* says how common they are.
"""
