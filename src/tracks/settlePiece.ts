// What became of a piece of a file, by what the server answers of its items: browser and command line count and list
// the same.

/** An item as the server answers; one that was simply accepted may be left out. */
interface ItemOutcome {
  /** place in the piece */
  readonly index: number
  readonly status: "accepted" | "duplicate" | "rejected" | "unassigned"
  readonly code?: string
  readonly detail?: string
}

/** A row that was not taken, by the reader or by the server. */
export interface RejectedRow {
  readonly line: number
  readonly code: string
  readonly reason: string
  readonly cells: ReadonlyArray<string>
}

/** A piece as far as its answer needs it: the rows of its items, and those that were refused before. */
interface SentPiece {
  readonly sources: ReadonlyArray<{ readonly line: number; readonly cells: ReadonlyArray<string> }>
  readonly refused: ReadonlyArray<RejectedRow>
}

/** Counts of the items that the server named, and the rows that were not taken, in the order of the file. */
interface SettledPiece {
  readonly accepted: number
  readonly duplicates: number
  /** stored for a device that is not known */
  readonly unassigned: number
  readonly rejected: ReadonlyArray<RejectedRow>
}

/** Sorts the outcomes of a piece; `remedyOf` says what a code means where the server gives no reason. */
export const settlePiece = (
  { refused, sources }: SentPiece,
  outcomes: ReadonlyArray<ItemOutcome>,
  remedyOf: (code: string) => string | undefined = () => undefined
): SettledPiece => {
  const counts = { accepted: 0, duplicate: 0, rejected: 0, unassigned: 0 }
  const rejected: Array<RejectedRow> = refused.map(({ cells, code, line, reason }) => ({
    line,
    code,
    reason,
    cells
  }))
  for (const { code = "", detail, index, status } of outcomes) {
    counts[status]++
    const source = sources[index]
    if (status === "rejected" && source !== undefined)
      rejected.push({ ...source, code, reason: detail ?? remedyOf(code) ?? "the server gives no reason" })
  }
  return {
    accepted: counts.accepted,
    duplicates: counts.duplicate,
    unassigned: counts.unassigned,
    rejected: rejected.toSorted((a, b) => a.line - b.line)
  }
}
