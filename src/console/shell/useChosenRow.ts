// The row of a list that the keys act on. By its id: what comes in above it does not move the choice.
import { useState } from "react"
import type { Keys } from "./useKeys.ts"

interface Chosen<Row> {
  readonly chosen: Row | undefined
  readonly choose: (id: string) => void
  /** down and up, to be among the keys of the page */
  readonly moving: Keys
}

/**
 * `begin`: what is chosen until somebody chooses, the first row or none; from none, either key takes the
 * first.
 */
export const useChosenRow = <Row extends { readonly id: string }>(
  rows: ReadonlyArray<Row>,
  begin: "first" | "none" = "none"
): Chosen<Row> => {
  const [id, choose] = useState<string | null>(null)
  const at = Math.max(
    begin === "first" ? 0 : -1,
    rows.findIndex((row) => row.id === id)
  )
  const move = (by: number) => {
    const next = rows[Math.min(rows.length - 1, Math.max(0, at + by))]
    if (next !== undefined) choose(next.id)
  }
  return { chosen: rows[at], choose, moving: { j: () => move(1), k: () => move(-1) } }
}
