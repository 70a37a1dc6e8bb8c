// Reads the records that an event refers to as they are today, and later records of its span.
import { PgClient } from "@effect/sql-pg"
import { Effect, Layer } from "effect"
import { type Claim, Evidence, type EvidenceRecord } from "../../backtest/ports.ts"
import type { Reads } from "../../domain/rule/Reads.ts"
import { texts } from "../sql/arrays.ts"
import { HEARD_SQL } from "../tracking/positions/sentValid.ts"

const tables = { position: "positions", measurement: "measurements", state: "device_states" } as const
const isKind = (kind: string): kind is keyof typeof tables => Object.hasOwn(tables, kind)

/** MAX_LATER_RECORDS is how many later records are returned. */
const MAX_LATER_RECORDS = 20

const make = Effect.gen(function* () {
  const pg = yield* PgClient.PgClient

  const figures = {
    position: "coalesce(curated_lon, lon) as lon, coalesce(curated_lat, lat) as lat, altitude_m, speed_mps",
    measurement: "value_number as value",
    state: "null as value"
  }
  const unspoilt = {
    position: "valid and not conflicting",
    measurement: "valid and value_number is not null",
    state: "valid"
  }

  const today = Effect.fn("Evidence.today")(function* ({ evidence, subject }: Claim) {
    return yield* Effect.forEach(evidence.records, (record) => {
      if (!isKind(record.kind)) return Effect.succeed(record)
      return pg<Readonly<Record<string, unknown>> & { readonly at: Date }>`
        select coalesce(curated_time, original_time) as at, ${pg.literal(figures[record.kind])}
        from ${pg.literal(tables[record.kind])}
        where id = ${record.id}::float8::int8 and ${pg.literal(unspoilt[record.kind])}
          and project_id = ${subject.projectId}::uuid
          and coalesce(entity_id, device_id) = ${subject.id}::uuid`.pipe(
        Effect.map(([row]): EvidenceRecord | null => {
          if (row === undefined) return null
          const now: Readonly<Record<string, unknown>> = { ...row, at: row.at.toISOString() }
          return {
            ...Object.fromEntries(Object.keys(record).map((key) => [key, now[key]])),
            kind: record.kind,
            id: record.id
          }
        })
      )
    })
  }, Effect.orDie)

  const later = Effect.fn("Evidence.later")(function* (
    { createdAt, subject, time }: Claim,
    { metrics, positions, states }: Reads,
    from: number
  ) {
    const branch = (kind: keyof typeof tables, condition: ReturnType<typeof pg.literal>) => pg`
      select ${kind} as kind, r.id, coalesce(r.curated_time, r.original_time) as at
        from ${pg.literal(tables[kind])} r
      where r.project_id = ${subject.projectId}::uuid
        and ${pg.literal(subject.entityId === null ? "r.entity_id is null and r.device_id" : "r.entity_id")} =
        ${subject.id}::uuid
        and r.original_time between ${new Date(from)} and ${new Date(time)} and ${condition}
          and (r.received_at > ${new Date(createdAt)} or r.curation_revision > 0 and exists (
          select from curations c where c.device_id = r.device_id
            and greatest(c.created_at, c.reverted_at) > ${new Date(createdAt)}))`
    const rows = yield* pg<{ kind: string; id: bigint; at: Date }>`
      select *
      from (
        ${branch(
          "position",
          pg`${pg.literal(HEARD_SQL)} and r.record_type = any(${texts(positions)})`
        )} union all ${branch(
          "measurement",
          metrics === null
            ? pg`r.value_number is not
          null`
            : pg`r.value_number is not null and r.metric_key = any(${texts(metrics)})`
        )} union all ${branch(
          "state",
          states === null ? pg.literal("true") : pg`r.state_key = any(${texts(states)})`
        )}
      ) l
      order by at, id
      limit ${MAX_LATER_RECORDS}`
    return rows.map((r) => ({ kind: r.kind, id: Number(r.id), at: r.at.toISOString() }))
  }, Effect.orDie)

  return Evidence.of({ today, later })
})

/** EvidenceSql is the `Evidence` of the backtest on PostgreSQL. */
export const EvidenceSql = Layer.effect(Evidence, make)
