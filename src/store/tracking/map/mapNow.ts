// The place of every subject at a moment, and whether it reports. All subjects are read and counted, however
// few of them are in the box.
import type { PgClient } from "@effect/sql-pg"
import { Effect } from "effect"
import { formatInstant } from "../../../domain/time.ts"
import type { MapNow } from "../../../domain/tracking/Position.ts"
import {
  LATE_AFTER_MS,
  type Reporting,
  reportingOf,
  silentAfterMs,
  STILL_SUBJECTS
} from "../../../domain/tracking/reporting.ts"
import {
  type MapQuery,
  countSubjects,
  deviceFixes,
  entityFixes,
  readMapRows,
  type MapRow
} from "./mapRows.ts"
import type { FixSubject } from "../positions/newestFixes.ts"
import { readStillSince } from "../entities/stillSince.ts"
import { type AskedIntervals, makeUsualIntervals } from "../entities/usualIntervals.ts"

const DAY_MS = 86_400_000

const batteryOf = ({ battery_metric, battery_unit, battery_value }: MapRow) =>
  battery_metric === null ? null : { metric: battery_metric, value: battery_value!, unit: battery_unit }

/** Written member by member: rest properties of ten thousand rows cost several times as much. */
const featureOf = (
  row: MapRow,
  reporting: Reporting,
  still: number | undefined
): MapNow["features"][number] => ({
  type: "Feature",
  id: row.id,
  geometry: { type: "Point", coordinates: [row.lon, row.lat] },
  properties: {
    entity_id: row.entity_id,
    entity_name: row.entity_name,
    entity_type: row.entity_type,
    group_id: row.group_id,
    device_id: row.device_id,
    device_name: row.device_name,
    time: row.time,
    speed_mps: row.speed_mps,
    heading_deg: row.heading_deg,
    accuracy_m: row.accuracy_m,
    record_type: row.record_type,
    open_alerts: row.open_alerts,
    reporting,
    battery: batteryOf(row),
    still_since: still === undefined ? null : formatInstant(still)
  }
})

/** Makes the reader of a project's map. */
export const makeMapNow = (pg: PgClient.PgClient) => {
  const usualIntervals = makeUsualIntervals(pg)
  const stillSince = readStillSince(pg)

  return Effect.fnUntraced(function* (asked: MapQuery) {
    const { at, projectId, visibility } = asked
    const [project] = yield* pg<{ readonly silent: unknown }>`
      select settings -> 'silent_after_hours' as silent from projects where id = ${projectId}`
    const silentMs = silentAfterMs(project?.silent)
    const rows = yield* readMapRows(pg, asked)
    /** Reads both kinds: entities, and devices on none, whose fixes are selected by other columns. */
    const ofBoth = <E>(
      some: ReadonlyArray<MapRow>,
      read: (asked: AskedIntervals, rows: ReadonlyArray<MapRow>) => Effect.Effect<Map<string, number>, E>
    ) =>
      Effect.gen(function* () {
        const about = (whose: FixSubject) => ({ projectId, whose, at, days: silentMs / DAY_MS })
        const [animals, gear] = [
          some.filter((r) => r.entity_id !== null),
          some.filter((r) => r.entity_id === null)
        ]
        return new Map([
          ...(yield* read(about(entityFixes), animals)),
          ...(yield* read(about(deviceFixes(visibility)), gear))
        ])
      })
    const usual = yield* ofBoth(
      rows.filter(({ age_ms }) => age_ms > LATE_AFTER_MS && age_ms <= silentMs),
      (about, some) =>
        usualIntervals(
          about,
          some.map(({ id }) => id)
        )
    )
    const judged = rows.map((row) => ({
      row,
      reporting: reportingOf(row.age_ms, silentMs, usual.get(row.id) ?? null)
    }))
    const shownSubjects = judged.filter(({ row }) => row.shown)
    const standing = shownSubjects.filter(({ reporting }) => reporting !== "silent").map(({ row }) => row)
    const still = yield* ofBoth(standing.length > STILL_SUBJECTS ? [] : standing, stillSince)
    const count = (one: Reporting) => judged.filter(({ reporting }) => reporting === one).length
    // counted in another statement: subjects may have been added or removed between the two
    const never = Math.max(0, (yield* countSubjects(pg, asked)) - rows.length)
    return {
      type: "FeatureCollection",
      features: shownSubjects.map(({ reporting, row }) => featureOf(row, reporting, still.get(row.id))),
      counts: {
        on_time: count("on_time"),
        late: count("late"),
        silent: count("silent"),
        never,
        total: rows.length + never
      },
      // texts of one width, in UTC
      last_fix_at: rows.reduce<string | null>(
        (newest, { time }) => (newest === null || time > newest ? time : newest),
        null
      )
    } satisfies MapNow
  })
}
