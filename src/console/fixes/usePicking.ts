// Which fixes are picked. All are of one device: a correction is of one.
import { useState } from "react"
import type { Fix } from "../queries/fixes.ts"

export interface Picking {
  /** some may be of a span that was looked at before, and not be loaded now */
  readonly picked: ReadonlySet<number>
  /** these; `more`: beside those that are, and each that is already goes */
  readonly pick: (ids: ReadonlyArray<number>, more: boolean) => void
}

/** Most fixes of one correction by their names. */
export const MOST_PICKED = 1000

/**
 * What is picked after these are. Of `picked` those that are loaded count: others are of another span, nobody
 * sees them, and they would say by their device what may be picked.
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

/** `onPick` is told before each change. */
export const usePicking = (fixes: ReadonlyArray<Fix>, onPick: () => void): Picking => {
  const [picked, setPicked] = useState<ReadonlySet<number>>(new Set())
  const devices = new Map(fixes.map(({ device_id, id }) => [id, device_id]))
  const pick = (ids: ReadonlyArray<number>, more: boolean) => {
    onPick()
    setPicked(pickedAfter(picked, ids, more, devices))
  }
  return { picked, pick }
}
