// The selection of fixes. All are of one device, because a correction is.
import { useState } from "react"
import type { Fix } from "../../data/fixes.ts"

/** Picking is the selection and its functions. */
export interface Picking {
  /** may include fixes of a period viewed before, which are not loaded now */
  readonly picked: ReadonlySet<number>
  /** selects fixes; `more`: toggles them in the present selection */
  readonly pick: (ids: ReadonlyArray<number>, more: boolean) => void
}

/** MOST_PICKED is the number of fixes in one correction at most, when listed by id. */
export const MOST_PICKED = 1000

/**
 * pickedAfter returns the selection after a pick. Only loaded fixes of `picked` count: others are out of
 * sight, and their device would restrict what can be selected.
 */
export const pickedAfter = (
  picked: ReadonlySet<number>,
  ids: ReadonlyArray<number>,
  more: boolean,
  devices: ReadonlyMap<number, string>
): ReadonlySet<number> => {
  const isLoaded = (id: number) => devices.has(id)
  const asked = ids.filter(isLoaded)
  const next = new Set<number>(more ? [...picked].filter(isLoaded) : [])
  const allIn = asked.every((id) => next.has(id))
  for (const id of asked)
    if (allIn) next.delete(id)
    else next.add(id)
  const [first] = next
  const device = first === undefined ? undefined : devices.get(first)
  return new Set([...next].filter((id) => devices.get(id) === device).slice(0, MOST_PICKED))
}

/** usePicking holds the selection; `onPick` is called before each change. */
export const usePicking = (fixes: ReadonlyArray<Fix>, onPick: () => void): Picking => {
  const [picked, setPicked] = useState<ReadonlySet<number>>(new Set())
  const devices = new Map(fixes.map(({ device_id, id }) => [id, device_id]))
  const pick = (ids: ReadonlyArray<number>, more: boolean) => {
    onPick()
    setPicked(pickedAfter(picked, ids, more, devices))
  }
  return { picked, pick }
}
