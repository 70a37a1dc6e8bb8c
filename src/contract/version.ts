// The version of this Pugmark.

/** VERSION is the version in package.json; a test compares the two. */
export const VERSION = "0.2.0"
