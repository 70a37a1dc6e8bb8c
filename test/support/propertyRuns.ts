// How often properties are tried. A mutation run asks the tests again for each of some thousand mutants
// (test/mutation): there the variable says how often at most, always with the same values, and without
// looking for the smallest that fail.
const most = Number(process.env["PUGMARK_PROPERTY_RUNS"] ?? Infinity)

/** The options of a property that is tried so many times; `size`: how large what it draws may become. */
export const propertyRuns = (runs: number, size?: number) => ({
  arbitrary: {
    runs: Math.min(runs, most),
    ...(size === undefined ? {} : { size }),
    ...(most === Infinity ? {} : { seed: 1, maxShrinks: 0 })
  }
})
