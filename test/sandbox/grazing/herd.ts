// Herds and pastures for the tests of grazing, in metres round one place.
import {
  defaults,
  grazing,
  type GrazingJob,
  type GrazingParameters
} from "../../../src/domain/analysis/modules/grazing.ts"
import type { ChosenArea } from "../../../src/domain/analysis/Tracks.ts"
import type { Period, PeriodKey, Subject, Track } from "../../../src/domain/analysis/Tracks.ts"
import { frameAt, toPlaces } from "../../../sandbox/space/localFrame.ts"
import { fixesOf, type Row, subjectOf } from "../job.ts"

export const HOUR_MS = 3_600_000

const frame = frameAt(8, 47)

const place = (x: number, y: number) => {
  const { lat, lon } = toPlaces(frame, { x: Float64Array.of(x), y: Float64Array.of(y) })
  return [lon[0]!, lat[0]!] as const
}

/** A pasture with these corners, in metres. */
export const pasture = (
  name: string,
  corners: ReadonlyArray<readonly [x: number, y: number]>,
  more: Partial<ChosenArea> = {}
): ChosenArea => {
  const ring = corners.map(([x, y]) => place(x, y))
  return {
    id: name.toLowerCase(),
    name,
    geometry: { type: "Polygon", coordinates: [[...ring, ring[0]!]] },
    attributes: {},
    ...more
  }
}

export const rectangle = (
  name: string,
  west: number,
  south: number,
  east: number,
  north: number,
  more: Partial<ChosenArea> = {}
): ChosenArea =>
  pasture(
    name,
    [
      [west, south],
      [east, south],
      [east, north],
      [west, north]
    ],
    more
  )

/** Fixes at even intervals from a time on: a letter for each, at the place that the letter stands for. */
export const story = (
  letters: string,
  places: Readonly<Record<string, readonly [x: number, y: number]>>,
  from: number,
  everyMs = HOUR_MS
): ReadonlyArray<Row> =>
  letters.split("").flatMap((letter, i): ReadonlyArray<Row> => {
    const at = places[letter]
    if (at === undefined) return []
    const [lon, lat] = place(...at)
    return [{ time: from + i * everyMs, lon, lat }]
  })

export const rowAt = (time: number, x: number, y: number): Row => {
  const [lon, lat] = place(x, y)
  return { time, lon, lat }
}

export const cow = (n: number, more: Partial<Subject> = {}): Subject =>
  subjectOf(n, { type: "cow", isLivestock: true, ...more })

export interface Given {
  readonly subjects?: ReadonlyArray<Subject>
  readonly areas: ReadonlyArray<ChosenArea>
  readonly periods: ReadonlyArray<Period>
  /** by animal, then period */
  readonly rows: ReadonlyArray<Partial<Record<PeriodKey, ReadonlyArray<Row>>>>
  readonly parameters?: Partial<GrazingParameters>
  readonly timezone?: string
  readonly herdB?: ReadonlyArray<number>
  readonly herdSize?: number
}

export const grazingJob = ({
  areas,
  herdB = [],
  herdSize,
  parameters,
  periods,
  rows,
  subjects,
  timezone
}: Given): GrazingJob => ({
  module: "grazing",
  methodVersion: grazing.version,
  timezone: timezone ?? "UTC",
  subjects: subjects ?? rows.map((_, i) => cow(i + 1)),
  periods,
  parameters: { ...defaults, ...parameters },
  areas,
  herdSize: herdSize ?? rows.length - herdB.length,
  herdB,
  tracks: rows.flatMap((byPeriod, subject) =>
    periods.flatMap(({ key }): ReadonlyArray<Track> =>
      byPeriod[key] === undefined ? [] : [{ subject, period: key, ...fixesOf(byPeriod[key]) }]
    )
  )
})
