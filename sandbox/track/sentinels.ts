// How it is said that far positions which a device repeats were left out, where that was asked for.

/** The decision, in the words of `repeatedPosition` and `clean`. */
export const SENTINELS =
  "fixes at a far position that a device repeats (0, 0; or more than 5% of the fixes at exactly one " +
  "place, over 50 km from the median of the others) were left out before all else, and count as " +
  "excluded"

/** A sentence of the methods section; there were some. */
export const sentinelSentence = (count: number): string =>
  `${count} ${count === 1 ? "fix" : "fixes"} at far positions that a device repeats (more than 5% of ` +
  `an animal's fixes at exactly one place, or 0, 0, over 50 km from the median of the ` +
  `others) ${count === 1 ? "was" : "were"} left out first.`
