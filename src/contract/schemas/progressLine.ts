// Answers of long work, line by line: how far it is, then what it found.
/** The media type to ask for. */
export const LINES = "application/x-ndjson"

/** For descriptions of operations that answer in lines. */
export const saidOfLines =
  "With `Accept: application/x-ndjson` the answer comes in lines of JSON: `{progress, rows_read}` while it is " +
  "worked on, and last `{result}`, or `{problem}` where it broke off. Closing the connection ends the work."
