// What an event was judged on, and what has become of it: the records it names as they are today, and those
// of its span that came later.
import { PgClient } from "@effect/sql-pg"
import { Context, Effect, Layer } from "effect"
import type { Visibility } from "../../domain/access/Visibility.ts"
import type { Subject } from "../../domain/rule/Observation.ts"
import type { Reads } from "../../domain/rule/Reads.ts"
import type { RuleState } from "../../domain/rule/RuleState.ts"
import type { Kind } from "../../domain/rule/Outcome.ts"
import type { evidenceOf } from "../engine/eventRecord.ts"
import { texts } from "../sql/arrays.ts"
import { Missing } from "../sql/refusals.ts"
import { HEARD } from "../tracking/sentValid.ts"
import { seenRecords } from "../access/visible.ts"

type Written = ReturnType<typeof evidenceOf>

/** An event of a rule as it is kept; evidence of older editions of the program may say less. */
export interface Claim {
  readonly time: number
  readonly createdAt: number
  readonly title: string
  readonly severity: string
  readonly superseded: boolean
  readonly ruleId: string
  readonly ruleName: string
  readonly version: number
  readonly subject: Subject
  readonly entityName: string | null
  readonly deviceName: string
  readonly context: { readonly kind: Kind; readonly feature: { readonly id: string } | null }
  readonly evidence: Pick<Written, "book_version"> & {
    readonly state_before: RuleState
    readonly records: ReadonlyArray<EvidenceRecord>
    readonly windows?: Written["windows"]
  }
}

/** A record as it was read; members that are not there were not read. */
export interface EvidenceRecord {
  readonly kind: string
  readonly id: number
  readonly at?: string
  readonly [figure: string]: unknown
}

export class Evidence extends Context.Service<
  Evidence,
  {
    /** null: no rule made it */
    readonly claim: (
      projectId: string,
      visibility: Visibility,
      eventId: string
    ) => Effect.Effect<Claim | null, Missing>
    /** The records as they are now, in the same words; null: gone, invalid, in conflict, or somebody else's. */
    readonly today: (claim: Claim) => Effect.Effect<ReadonlyArray<EvidenceRecord | null>>
    /**
     * Records that `reads` names of a span of effective time up to the event that came, or were curated,
     * after it was made.
     */
    readonly later: (claim: Claim, reads: Reads, from: number) => Effect.Effect<ReadonlyArray<EvidenceRecord>>
  }
>()("store/Evidence") {
  static readonly layer = Layer.effect(
    Evidence,
    Effect.suspend(() => make)
  )
}

interface EventRow {
  readonly project_id: string
  readonly time: Date
  readonly created_at: Date
  readonly title: string
  readonly severity: string
  readonly superseded: boolean
  readonly rule_id: string | null
  readonly source_name: string
  readonly rule_version: number
  readonly entity_id: string | null
  readonly entity_name: string | null
  readonly device_id: string
  readonly device_name: string
  readonly context: Claim["context"]
  readonly evidence: Claim["evidence"]
}

const tables = { position: "positions", measurement: "measurements", state: "device_states" } as const
const isKind = (kind: string): kind is keyof typeof tables => Object.hasOwn(tables, kind)

/** At most so many later records are named. */
const MOST = 20

const make = Effect.gen(function* () {
  const pg = yield* PgClient.PgClient

  const claim = Effect.fn("Evidence.claim")(function* (
    projectId: string,
    visibility: Visibility,
    eventId: string
  ) {
    const [e] = yield* Effect.orDie(pg<EventRow>`
      select project_id, time, created_at, title, severity, superseded, rule_id, source_name, rule_version,
        entity_id, entity_name, device_id, device_name, context, evidence
      from events e
      where ${pg.and([
        pg`id = ${eventId}::uuid`,
        pg`project_id = ${projectId}::uuid`,
        ...seenRecords(pg, visibility, "e")
      ])}`)
    if (e === undefined) return yield* new Missing()
    return e.rule_id === null
      ? null
      : ({
          time: e.time.getTime(),
          createdAt: e.created_at.getTime(),
          title: e.title,
          severity: e.severity,
          superseded: e.superseded,
          ruleId: e.rule_id,
          ruleName: e.source_name,
          version: e.rule_version,
          subject: {
            id: e.entity_id ?? e.device_id,
            projectId: e.project_id,
            entityId: e.entity_id,
            deviceId: e.device_id
          },
          entityName: e.entity_name,
          deviceName: e.device_name,
          context: e.context,
          evidence: e.evidence
        } satisfies Claim)
  })

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
          pg`${pg.literal(HEARD)} and r.record_type = any(${texts(positions)})`
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
      limit ${MOST}`
    return rows.map((r) => ({ kind: r.kind, id: Number(r.id), at: r.at.toISOString() }))
  }, Effect.orDie)

  return Evidence.of({ claim, today, later })
})
