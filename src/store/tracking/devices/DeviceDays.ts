// When a device made records that the caller sees, and the time zone in which its project counts days.
import { PgClient } from "@effect/sql-pg"
import { Context, Effect, Layer } from "effect"
import type { Visibility } from "../../../domain/access/Visibility.ts"
import { MAX_DEVICE_RECORDS } from "../../../domain/tracking/DeviceDays.ts"
import { seenRecords } from "../../access/visibilityConditions.ts"
import { doubles } from "../../sql/binaryColumns.ts"

/** DeviceWindow is a device in a project as the caller sees it, and a time. */
interface DeviceWindow {
  readonly projectId: string
  readonly deviceId: string
  readonly visibility: Visibility
  readonly from: number
  readonly to: number
}

const make = Effect.gen(function* () {
  const pg = yield* PgClient.PgClient

  /** Moments of records, ascending and distinct, epoch ms; null: there are too many. */
  const times = Effect.fn("DeviceDays.times")(function* ({
    deviceId,
    from,
    projectId,
    to,
    visibility
  }: DeviceWindow) {
    const of = (table: string, only: string) => pg`
      select r.original_time as at from ${pg.literal(table)} r
      where ${pg.and([
        pg`r.device_id = ${deviceId}::uuid and r.project_id = ${projectId}::uuid
          and r.original_time >= ${new Date(from)} and r.original_time < ${new Date(to)}
          and ${pg.literal(only)}`,
        ...seenRecords(pg, visibility, "r")
      ])}`
    const [packed] = yield* pg<{ readonly times: Uint8Array | null }>`
      select string_agg(float8send(floor(date_part('epoch', t.at) * 1000 + 0.5)), ''::bytea order by t.at) as times
      from (
        ${of("positions", "not r.conflicting")} union ${of("measurements", "true")}
        union ${of("device_states", "true")}
        limit ${MAX_DEVICE_RECORDS + 1}
      ) t`.unprepared
    const times = [...doubles(packed?.times ?? null)]
    return times.length > MAX_DEVICE_RECORDS ? null : times
  }, Effect.orDie)

  const timezone = Effect.fn("DeviceDays.timezone")(function* (projectId: string) {
    const [project] = yield* pg<{ readonly timezone: string }>`
      select timezone from projects where id = ${projectId}::uuid`
    return project?.timezone ?? "UTC"
  }, Effect.orDie)

  return { times, timezone }
})

/** DeviceDays reads the moments of a device's records. */
export class DeviceDays extends Context.Service<DeviceDays>()("store/DeviceDays", { make }) {
  static readonly layer = Layer.effect(DeviceDays, make)
}
