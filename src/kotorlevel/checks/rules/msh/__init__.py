"""Rules on the shape of meshes, one file each."""
