"""The CHAI world: houses with rooms, things to open and things to carry."""
