// Limits of one request or message of reports, by every way in.

/** ingestLimits are the limits of one body of reports. */
export const ingestLimits = {
  bytes: 32 * 1024 * 1024,
  items: 100_000,
  /** commas and ends of lines: there are about as many values */
  pieces: 4_000_000,
  /** objects and arrays within each other */
  depth: 32
} as const
