// Derives the activity of status messages while they are stored: a value beside each message, and a corrected
// value beside a stored one when its predecessor arrives only now. The devices are locked (`lookUp`), so that
// no message of theirs is stored meanwhile.
import { Effect } from "effect"
import type * as SqlClient from "effect/sql/SqlClient"
import {
  ACTIVITY_METRIC,
  axes,
  concernsActivity,
  deriveActivities,
  isAxis,
  type StatusMessage
} from "../../domain/intake/activity.ts"
import { partitionOf } from "../../domain/intake/LogEntry.ts"
import { bools, floats, instants, ints, uuids } from "../sql/arrays.ts"
import type { Row } from "./attributeRows.ts"
import type { NewValue } from "./insertMeasurements.ts"
import { readStatus, type StoredStatus } from "./readStatus.ts"

/** DeviceValues is what a batch has of one device and time. */
interface DeviceValues {
  readonly row: Row
  x: number | null
  y: number | null
  z: number | null
  activity: number | null
}

/** Correction is another value for a stored activity; its time as first received. */
interface Correction {
  readonly device: string
  readonly at: number
  readonly value: number
  readonly derived: boolean
}

/** Span is a subject whose past has changed for the rules, from a moment on. */
interface Span {
  readonly project: string
  readonly subject: string
  readonly from: number
}

/** DerivedActivity is the activity of a batch. */
interface DerivedActivity {
  /** to be inserted like any other value */
  readonly values: ReadonlyArray<NewValue>
  readonly corrections: ReadonlyArray<Correction>
  readonly spans: ReadonlyArray<Span>
  /** rows with an activity of their own where a derived one was stored */
  readonly replacing: ReadonlyArray<Row>
}

type Message = StatusMessage & { readonly stored: StoredStatus; readonly said: DeviceValues | undefined }

/** Groups the values by device and time; of two values of one time the first counts, as in the table. */
const groupValues = (
  values: ReadonlyArray<NewValue>
): ReadonlyMap<string, ReadonlyMap<number, DeviceValues>> => {
  const devices = new Map<string, Map<number, DeviceValues>>()
  for (const { metric, row, value } of values) {
    if (!concernsActivity(metric) || typeof value !== "number") continue
    let times = devices.get(row.device.deviceId)
    if (times === undefined) devices.set(row.device.deviceId, (times = new Map()))
    let said = times.get(row.report.at)
    if (said === undefined)
      times.set(row.report.at, (said = { row, x: null, y: null, z: null, activity: null }))
    const member = isAxis(metric) ? axes[metric] : "activity"
    said[member] ??= value
  }
  return devices
}

/**
 * Returns a device's status message at a time, from the stored values and those of the batch; null: it is
 * none.
 */
const messageOf = (stored: StoredStatus, said: DeviceValues | undefined): Message | null => {
  const x = stored.x ?? said?.x ?? null,
    y = stored.y ?? said?.y ?? null,
    z = stored.z ?? said?.z ?? null
  if (x === null || y === null || z === null) return null
  return {
    acceleration: { x, y, z },
    activity: stored.activity,
    isOwn: stored.derived === false || (said?.activity ?? null) !== null,
    isNew: stored.x === null || stored.y === null || stored.z === null,
    stored,
    said
  }
}

/** Returns the row of a stored message, of the device of `row`. */
const rowOf = ({ at, entity, project, receivedAt }: StoredStatus, row: Row): Row => ({
  ...row,
  report: { ...row.report, at },
  owner: { projectId: project, entityId: entity },
  receivedAt
})

const spanOf = ({ effective, entity, device, project }: StoredStatus): ReadonlyArray<Span> =>
  project === null ? [] : [{ project, subject: entity ?? device, from: effective }]

/** Derives the activities of the values of a batch, and the corrections of stored ones. Writes nothing. */
export const deriveActivity = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  settled: ReadonlyArray<NewValue>
) {
  const devices = groupValues(settled)
  const values: Array<NewValue> = [],
    corrections: Array<Correction> = [],
    spans: Array<Span> = [],
    replacing: Array<Row> = []
  if (devices.size === 0) return { values, corrections, spans, replacing } satisfies DerivedActivity
  const statusRows = yield* readStatus(
    sql,
    new Map([...devices].map(([device, times]) => [device, [...times.keys()].sort((a, b) => a - b)]))
  )
  for (const [device, stored] of Map.groupBy(statusRows, (s) => s.device)) {
    const times = devices.get(device)!
    const messages = stored
      .flatMap((s) => messageOf(s, times.get(s.at)) ?? [])
      .sort((a, b) => a.stored.effective - b.stored.effective || a.stored.at - b.stored.at)
    const { row } = times.values().next().value!
    for (const {
      activity,
      message: { isNew, said, stored: s }
    } of deriveActivities(messages)) {
      if (isNew) values.push({ row: said!.row, metric: ACTIVITY_METRIC, value: activity, derived: true })
      else {
        spans.push(...spanOf(s))
        if (s.activity !== null) corrections.push({ device, at: s.at, value: activity, derived: true })
        else values.push({ row: rowOf(s, row), metric: ACTIVITY_METRIC, value: activity, derived: true })
      }
    }
    for (const s of stored) {
      const said = times.get(s.at),
        own = said?.activity ?? null
      if (said === undefined || own === null || s.derived !== true) continue
      corrections.push({ device, at: s.at, value: own, derived: false })
      replacing.push(said.row)
      if (own !== s.activity) spans.push(...spanOf(s))
    }
  }
  return { values, corrections, spans, replacing } satisfies DerivedActivity
})

/** Writes the corrections of stored activities. */
export const correctActivity = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  { corrections, spans }: DerivedActivity
) {
  if (corrections.length + spans.length === 0) return
  yield* sql`
    with corrected as (
      update measurements m set value_number = v.value, derived = v.derived
      from unnest(
        ${uuids(corrections.map((c) => c.device))}, ${instants(corrections.map((c) => c.at))},
        ${floats(corrections.map((c) => c.value))},
        ${bools(corrections.map((c) => (c.derived ? true : null)))}
      ) as v (device_id, at, value, derived)
      where m.device_id = v.device_id and m.original_time = v.at and m.metric_key = ${ACTIVITY_METRIC}
        and m.derived
    )
    insert into late_spans (partition, project_id, subject_id, from_time, reason)
    select partition, project_id, subject_id, from_time, 'activity'
    from unnest(
      ${ints(spans.map((s) => partitionOf(s.subject)))}, ${uuids(spans.map((s) => s.project))},
      ${uuids(spans.map((s) => s.subject))}, ${instants(spans.map((s) => s.from))}
    ) as s (partition, project_id, subject_id, from_time)`
})
