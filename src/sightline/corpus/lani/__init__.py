"""LANI's corpus: reference paths, demonstrations, language, and the files of the original release."""
