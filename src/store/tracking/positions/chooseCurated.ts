// The positions of a curation, with their effective values.
import type { PgClient } from "@effect/sql-pg"
import { Effect } from "effect"
import type { Visibility } from "../../../domain/access/Visibility.ts"
import type { PreviewedPosition, CurationDraft } from "../../../domain/tracking/Curation.ts"
import { seenRecords } from "../../access/visibilityConditions.ts"
import { bigints } from "../../sql/arrays.ts"
import { ConstraintViolated, refusing } from "../../sql/refusals.ts"

/** Reads the seen positions of a selection, refused where they are more than `most`. */
export const chooseCurated = (pg: PgClient.PgClient) =>
  Effect.fn("Curations.choose")(function* (
    projectId: string,
    visibility: Visibility,
    draft: CurationDraft,
    most: number
  ) {
    const { device_id, from, position_ids, to } = draft
    const span = (time: string) => [
      ...(from === undefined ? [] : [pg`${pg.literal(time)} >= ${new Date(from)}`]),
      ...(to === undefined ? [] : [pg`${pg.literal(time)} < ${new Date(to)}`])
    ]
    // by effective time: positions that were moved in time have an index of their own, and so have the two
    // other kinds
    const branches =
      position_ids !== undefined
        ? [pg.literal("not p.conflicting"), pg.literal("p.conflicting")].map((kind) => [
            kind,
            pg`p.id = any(${bigints(position_ids)})`
          ])
        : [
            [pg.literal("p.curated_time is null and not p.conflicting"), ...span("p.original_time")],
            [pg.literal("p.curated_time is null and p.conflicting"), ...span("p.original_time")],
            [pg.literal("p.curated_time is not null"), ...span("p.curated_time")]
          ]
    const rows = yield* pg<
      Omit<PreviewedPosition, "at" | "receivedAt"> & { readonly time: Date; readonly received: Date }
    >`
      select *
      from (
        ${pg.join(
          " union all ",
          false
        )(
          branches.map(
            (conditions) => pg`
              select p.id::float8 as id,
                p.device_id as "deviceId",
                p.entity_id as "entityId",
                p.record_type as "recordType",
                coalesce(p.curated_time, p.original_time) as time,
                coalesce(p.curated_lon, p.lon) as lon,
                coalesce(p.curated_lat, p.lat) as lat,
                p.valid,
                p.received_at as received,
                p.conflicting, p.altitude_m as "altitudeM",
                p.speed_mps as "speedMps",
                p.accuracy_m as "accuracyM"
              from positions p
              where ${pg.and([
                pg`p.project_id = ${projectId}::uuid and p.device_id = ${device_id}::uuid`,
                ...conditions,
                ...seenRecords(pg, visibility, "p")
              ])}`
          )
        )}
      ) p
      order by time, id
      limit ${most + 1}`
    const positionIds = new Set(rows.map((r) => r.id)),
      missing = draft.position_ids?.findIndex((id) => !positionIds.has(id)) ?? -1
    if (missing >= 0)
      return yield* new ConstraintViolated({
        pointer: `/position_ids/${missing}`,
        code: "UNKNOWN_REFERENCE",
        detail: "The device has no such position in this project."
      })
    if (rows.length === 0)
      return yield* new ConstraintViolated({
        pointer: "/from",
        code: "NO_POSITIONS",
        detail: "The device has no positions in this project and span."
      })
    if (rows.length > most)
      return yield* new ConstraintViolated({
        pointer: "/to",
        code: "TOO_MANY_POSITIONS",
        detail: `These are more than ${most} positions: choose a shorter span.`
      })
    return rows.map(({ received, time, ...row }): PreviewedPosition => ({
      ...row,
      at: time.getTime(),
      receivedAt: received.getTime()
    }))
  }, refusing({}))
