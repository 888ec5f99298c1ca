"""A world as tools for assistants and agents, over the Model Context Protocol (extra `[mcp]`)."""
