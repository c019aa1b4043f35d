"""The commands behind the targets of the Makefile; nothing here is needed to read the book."""
