"""LANI instructions: reference paths, demonstrations, language, and the files of the original release."""
