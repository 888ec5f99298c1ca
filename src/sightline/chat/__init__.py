"""Models behind an address: whoever speaks the OpenAI-compatible chat API sees, points or acts in our worlds."""
