// What a sender said of its own position, and what a person said later.

/** The curated member `valid` of rows of `alias`, or null: a person says otherwise than the sender did. */
export const curatedValid = (alias: string): string =>
  `case when ${alias}.curation_revision > 0 and ${alias}.valid = (${alias}.sent_invalid is true) then ` +
  `'valid' end`

/**
 * Positions `r` that rules heard of when they came in: not in conflict, and not marked as wrong by their
 * sender.
 */
export const HEARD = "not r.conflicting and r.sent_invalid is not true"
