// Answers of long requests as lines of JSON: progress first, the result last.
/** The media type to ask for. */
export const NDJSON_TYPE = "application/x-ndjson"

/** For descriptions of operations that answer in lines. */
export const ndjsonDescription =
  "With `Accept: application/x-ndjson` the answer comes in lines of JSON: `{progress, rows_read}` while it is " +
  "worked on, and last `{result}`, or `{problem}` where it broke off. Closing the connection ends the work."
