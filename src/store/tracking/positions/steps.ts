// Distance and speed of each fix from the one before it, and the features that contain it: what shows that a
// fix is wrong.
import { distance } from "../../../domain/geo/distance.ts"
import type { Position } from "../../../domain/tracking/Position.ts"
import type { Areas } from "../features/ProjectAreas.ts"

interface Seen {
  readonly entity_id: string | null
  readonly device_id: string
  readonly lon: number
  readonly lat: number
  readonly at: Date
  readonly valid: boolean
}

type Step = Required<Pick<Position, "inside" | "step_kmh" | "step_m">>

const HOUR_MS = 3_600_000

const subjectOf = ({ device_id, entity_id }: Seen): string => entity_id ?? device_id

const between = (before: Seen | undefined, fix: Seen): Omit<Step, "inside"> => {
  if (before === undefined) return { step_m: null, step_kmh: null }
  const metres = distance(before.lon, before.lat, fix.lon, fix.lat)
  const hours = (fix.at.getTime() - before.at.getTime()) / HOUR_MS
  return { step_m: metres, step_kmh: hours > 0 ? metres / 1000 / hours : null }
}

/** Returns the steps of fixes, newest first. A step begins at a valid fix, and may end at any. */
export const stepsOf = (fixes: ReadonlyArray<Seen>, areas: Areas): ReadonlyArray<Step> => {
  const before = new Map<string, Seen>()
  const steps = fixes.toReversed().map((fix): Step => {
    const subject = subjectOf(fix)
    const inside = areas.index.at(fix.lon, fix.lat).map((i) => areas.features[i]!)
    const step = { ...between(before.get(subject), fix), inside }
    if (fix.valid) before.set(subject, fix)
    return step
  })
  return steps.toReversed()
}
