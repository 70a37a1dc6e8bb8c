// A line diff of two texts.

/** DiffLine is an equal, added or removed line. */
export interface DiffLine {
  readonly kind: "same" | "added" | "removed"
  readonly text: string
}

/** Returns the table of longest common subsequences; rule documents have a few hundred lines at most. */
const common = (a: ReadonlyArray<string>, b: ReadonlyArray<string>): ReadonlyArray<ReadonlyArray<number>> => {
  const lengths = Array.from({ length: a.length + 1 }, () => Array.from({ length: b.length + 1 }, () => 0))
  for (let i = a.length - 1; i >= 0; i--)
    for (let j = b.length - 1; j >= 0; j--)
      lengths[i]![j] =
        a[i] === b[j] ? lengths[i + 1]![j + 1]! + 1 : Math.max(lengths[i + 1]![j]!, lengths[i]![j + 1]!)
  return lengths
}

/** lineDiff returns the lines from `before` to `after`; removed lines stand before added ones. */
export const lineDiff = (before: string, after: string): ReadonlyArray<DiffLine> => {
  const a = before.split("\n"),
    b = after.split("\n")
  const lengths = common(a, b)
  const lines: Array<DiffLine> = []
  let i = 0,
    j = 0
  while (i < a.length || j < b.length) {
    if (i < a.length && j < b.length && a[i] === b[j]) {
      lines.push({ kind: "same", text: a[i]! })
      i++
      j++
    } else if (j === b.length || (i < a.length && lengths[i + 1]![j]! >= lengths[i]![j + 1]!)) {
      lines.push({ kind: "removed", text: a[i]! })
      i++
    } else {
      lines.push({ kind: "added", text: b[j]! })
      j++
    }
  }
  return lines
}
