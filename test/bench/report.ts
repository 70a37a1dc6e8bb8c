// What the bench says: one line a measure, with its target beside it.

export interface Line {
  /** the member of the JSON object */
  readonly key: string
  readonly label: string
  readonly value: number
  readonly unit: string
  readonly digits?: number
  readonly target?: { readonly atLeast: number } | { readonly atMost: number } | { readonly below: number }
}

/** Whether it is as it should be, or nobody said how it should be. */
export const meets = ({ target, value }: Line): boolean =>
  target === undefined ||
  ("atLeast" in target
    ? value >= target.atLeast
    : "atMost" in target
      ? value <= target.atMost
      : value < target.below)

/** Returns a number with separators of thousands and so many decimals. */
export const formatNumber = (value: number, digits = 0) =>
  value.toLocaleString("en-US", { minimumFractionDigits: digits, maximumFractionDigits: digits })

const targetOf = ({ digits, target }: Line): string =>
  target === undefined
    ? ""
    : "atLeast" in target
      ? `>= ${formatNumber(target.atLeast, digits)}`
      : "atMost" in target
        ? `<= ${formatNumber(target.atMost, digits)}`
        : `< ${formatNumber(target.below, digits)}`

/** The lines as an aligned table. */
export const table = (lines: ReadonlyArray<Line>): string => {
  const rows = lines.map((l) => [
    l.label,
    formatNumber(l.value, l.digits),
    l.unit,
    targetOf(l),
    l.target === undefined ? "" : meets(l) ? "ok" : "short"
  ])
  const widths = [0, 1, 2, 3, 4].map((column) => Math.max(...rows.map((row) => row[column]!.length)))
  return rows
    .map((row) =>
      row
        .map((cell, column) =>
          column === 1 || column === 3 ? cell.padStart(widths[column]!) : cell.padEnd(widths[column]!)
        )
        .join("  ")
        .trimEnd()
    )
    .join("\n")
}

/** The same as one JSON object: `{key: {value, unit, target?, ok?}}`. */
export const json = (lines: ReadonlyArray<Line>): string =>
  JSON.stringify(
    Object.fromEntries(
      lines.map((l) => [
        l.key,
        {
          value: Number(l.value.toFixed(l.digits ?? 0)),
          unit: l.unit,
          ...(l.target === undefined ? {} : { target: targetOf(l), ok: meets(l) })
        }
      ])
    )
  )
