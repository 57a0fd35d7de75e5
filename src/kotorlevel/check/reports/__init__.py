"""Reports for people, for programs and for code hosts; and the pages that explain rules."""
