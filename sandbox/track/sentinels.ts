// Texts about far positions that a device repeats and a run leaves out.

/** SENTINEL_DECISION describes the rule of `repeatedPosition` and `clean`, for the provenance. */
export const SENTINEL_DECISION =
  "fixes at a far position that a device repeats (0, 0; or more than 5% of the fixes at exactly one " +
  "place, over 50 km from the median of the others) were left out before all else, and count as " +
  "excluded"

/** Returns a sentence of the methods section about `count` sentinels. */
export const sentinelSentence = (count: number): string =>
  `${count} ${count === 1 ? "fix" : "fixes"} at far positions that a device repeats (more than 5% of ` +
  `an animal's fixes at exactly one place, or 0, 0, over 50 km from the median of the ` +
  `others) ${count === 1 ? "was" : "were"} left out first.`
