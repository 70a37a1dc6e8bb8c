// Jobs for the sandbox, from rows as a test writes them.
import {
  defaults,
  movement,
  type MovementJob,
  type MovementParameters
} from "../../src/domain/analysis/modules/movement.ts"
import type { Period, PeriodKey, Subject, Track } from "../../src/domain/analysis/Tracks.ts"
import type { Fixes } from "../../sandbox/track/Fixes.ts"

export interface Row {
  /** epoch ms */
  readonly time: number
  readonly lon: number
  readonly lat: number
  readonly accuracy?: number
  readonly satellites?: number
}

export const fixesOf = (rows: ReadonlyArray<Row>): Fixes => ({
  time: Float64Array.from(rows, (r) => r.time),
  lon: Float64Array.from(rows, (r) => r.lon),
  lat: Float64Array.from(rows, (r) => r.lat),
  accuracy_m: Float32Array.from(rows, (r) => r.accuracy ?? Number.NaN),
  satellites: Float32Array.from(rows, (r) => r.satellites ?? Number.NaN)
})

/** A UUID with a number in it. */
export const idOf = (n: number): string => `00000000-0000-7000-8000-${String(n).padStart(12, "0")}`

export const subjectOf = (n: number, more: Partial<Subject> = {}): Subject => ({
  id: idOf(n),
  name: `Subject ${n}`,
  type: "animal",
  isLivestock: false,
  weights: {},
  deployments: null,
  discarded: {},
  ...more
})

export const DAY_MS = 86_400_000
export const START = Date.UTC(2024, 4, 1)

export const main = (days: number, from = START): Period => ({ key: "main", from, to: from + days * DAY_MS })
export const comparison = (days: number, from: number): Period => ({
  key: "comparison",
  from,
  to: from + days * DAY_MS
})

export interface Given {
  readonly subjects?: ReadonlyArray<Subject>
  readonly periods: ReadonlyArray<Period>
  /** by subject, then period */
  readonly rows: ReadonlyArray<Partial<Record<PeriodKey, ReadonlyArray<Row>>>>
  readonly parameters?: Partial<MovementParameters>
  readonly timezone?: string
}

export const jobOf = ({ parameters, periods, rows, subjects, timezone }: Given): MovementJob => ({
  module: "movement",
  methodVersion: movement.version,
  timezone: timezone ?? "UTC",
  subjects: subjects ?? rows.map((_, i) => subjectOf(i + 1)),
  periods,
  parameters: { ...defaults, ...parameters },
  tracks: rows.flatMap((byPeriod, subject) =>
    periods.flatMap(({ key }): ReadonlyArray<Track> =>
      byPeriod[key] === undefined ? [] : [{ subject, period: key, ...fixesOf(byPeriod[key]) }]
    )
  )
})

/** Metres to degrees on the sphere of the analyses, near a latitude. */
export const METRES_PER_DEGREE = (6_371_008.8 * Math.PI) / 180
