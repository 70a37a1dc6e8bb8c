// The row of a list that the keys act on. By its id: what comes in above it does not move the choice.
import { useState } from "react"
import type { Keys } from "./useKeys.ts"

interface Named {
  readonly id: number | string
}

interface Chosen<Row extends Named> {
  readonly chosen: Row | undefined
  readonly choose: (id: Row["id"]) => void
  /** down and up, to be among the keys of the page */
  readonly moving: Keys
}

/**
 * `begin`: what is chosen until somebody chooses, the first row or none; from none, either key takes the
 * first.
 */
export const useChosenRow = <Row extends Named>(
  rows: ReadonlyArray<Row>,
  begin: "first" | "none" = "none"
): Chosen<Row> => {
  const [id, choose] = useState<Row["id"] | null>(null)
  const placeOf = (one: Row["id"] | null): number =>
    Math.max(
      begin === "first" ? 0 : -1,
      rows.findIndex((row) => row.id === one)
    )
  // of what is chosen by then: keys may come faster than the page is drawn
  const move = (by: number) =>
    choose((now) => rows[Math.min(rows.length - 1, Math.max(0, placeOf(now) + by))]?.id ?? now)
  return { chosen: rows[placeOf(id)], choose, moving: { j: () => move(1), k: () => move(-1) } }
}
