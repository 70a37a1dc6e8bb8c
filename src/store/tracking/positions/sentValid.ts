// Validity of a position: as its sender marked it, and as a curation corrects it.

/** Returns the curated member `valid` of rows of `alias`; null: no curation differs from the sender. */
export const curatedValid = (alias: string): string =>
  `case when ${alias}.curation_revision > 0 and ${alias}.valid = (${alias}.sent_invalid is true) then ` +
  `'valid' end`

/**
 * HEARD_SQL selects positions `r` that reached the rules on arrival: not in conflict, and not marked as wrong
 * by their sender.
 */
export const HEARD_SQL = "not r.conflicting and r.sent_invalid is not true"
