"""From one form of a walkmesh to another: text, binary, all tables anew."""
