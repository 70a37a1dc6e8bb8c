// The row of a list that the keys act on. It is chosen by id, so that new rows above do not move the choice.
import { useState } from "react"
import type { Keys } from "./useKeys.ts"

interface Named {
  readonly id: number | string
}

interface Chosen<Row extends Named> {
  readonly chosen: Row | undefined
  readonly choose: (id: Row["id"]) => void
  /** the keys down and up, for the page's shortcuts */
  readonly moving: Keys
}

/** `begin`: the initial choice, the first row or none; from none, either key chooses the first. */
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
  // based on the latest choice: keys may come faster than renders
  const move = (by: number) =>
    choose((now) => rows[Math.min(rows.length - 1, Math.max(0, placeOf(now) + by))]?.id ?? now)
  return { chosen: rows[placeOf(id)], choose, moving: { j: () => move(1), k: () => move(-1) } }
}
