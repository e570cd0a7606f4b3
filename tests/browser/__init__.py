"""Pages as people see and use them, in Debian's Chromium."""
