// Which fixes are picked. All are of one device: a correction is of one.
import { useState } from "react"
import type { Fix } from "../queries/fixes.ts"

export interface Picking {
  readonly picked: ReadonlySet<number>
  /** these; `more`: beside those that are, and each that is already goes */
  readonly pick: (ids: ReadonlyArray<number>, more: boolean) => void
}

/** Most fixes of one correction by their names. */
export const MOST_PICKED = 1000

/** `onPick` is told before each change. */
export const usePicking = (fixes: ReadonlyArray<Fix>, onPick: () => void): Picking => {
  const [picked, setPicked] = useState<ReadonlySet<number>>(new Set())
  const devices = new Map(fixes.map(({ device_id, id }) => [id, device_id]))
  const pick = (ids: ReadonlyArray<number>, more: boolean) => {
    onPick()
    const next = new Set(more ? picked : [])
    const allIn = ids.every((id) => next.has(id))
    for (const id of ids)
      if (allIn) next.delete(id)
      else next.add(id)
    const [first] = next
    const device = first === undefined ? undefined : devices.get(first)
    setPicked(new Set([...next].filter((id) => devices.get(id) === device).slice(0, MOST_PICKED)))
  }
  return { picked, pick }
}
