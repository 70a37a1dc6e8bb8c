// Finds the name in a list that a mistyped one probably means.

/** Levenshtein distance at most. */
const MAX_WRONG_LETTERS = 2

const distance = (a: string, b: string): number => {
  let row = Array.from({ length: b.length + 1 }, (_, at) => at)
  for (let i = 1; i <= a.length; i++) {
    const next = [i]
    for (let j = 1; j <= b.length; j++)
      next.push(Math.min(row[j]! + 1, next[j - 1]! + 1, row[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1)))
    row = next
  }
  return row[b.length]!
}

/**
 * nearestName returns the name with the fewest different letters, at most two; undefined: none is close
 * enough.
 */
export const nearestName = (typed: string, names: ReadonlyArray<string>): string | undefined => {
  const wanted = typed.toLowerCase()
  return names
    .map((name) => ({ name, wrong: distance(wanted, name.toLowerCase()) }))
    .filter(({ name, wrong }) => wrong <= MAX_WRONG_LETTERS && wrong < name.length)
    .toSorted((a, b) => a.wrong - b.wrong)[0]?.name
}
