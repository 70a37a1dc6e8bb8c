// Reads the records of spans as rules see them, by effective time, with curations applied. A read is limited to
// what one step of work may hold: a span is read up to a moment, and the records of one instant are never split.
import { Effect } from "effect"
import type * as SqlClient from "effect/sql/SqlClient"
import type { Fragment } from "effect/sql/Statement"
import { inOrder, type Observation, type Subject } from "../../../domain/rule/Observation.ts"
import type { ReadLimits, HistoryPart, LogProgress, HistorySpan } from "../../../engine/ports.ts"
import { oneSnapshot, readUpTo } from "../facts/readable.ts"
import {
  recordColumns,
  deviceStateOf,
  type Head,
  type MeasurementRow,
  measurementOf,
  type PositionRow,
  positionOf,
  type StateRow
} from "./recordRows.ts"
import { byKind, evaluable, spanTable } from "./spanTable.ts"

/** A record of the span with its number. */
type Numbered<Row extends Head> = Row & { readonly n: number }

/** Part is what was read of a span: all its records before a moment; Infinity: all of them. */
interface Part {
  readonly span: HistorySpan
  readonly seen: Array<Observation>
  before: number
}

/** Records of one entity come from several devices: one subject object per device is shared by its records. */
const carriers = (own: ReadonlyArray<HistorySpan>) => {
  const carrierByDevice = new Map<string, Subject>()
  return ({ device_id, n }: Numbered<Head>): Subject => {
    const { subject } = own[n]!
    if (subject.deviceId === device_id) return subject
    const key = `${n} ${device_id}`
    let carrier = carrierByDevice.get(key)
    if (carrier === undefined) carrierByDevice.set(key, (carrier = { ...subject, deviceId: device_id }))
    return carrier
  }
}

/** Makes the reader of records in steps of bounded size. */
export const records = (sql: SqlClient.SqlClient) => {
  /** The records of the spans, of each kind the first `most`; null: all. */
  const read = Effect.fnUntraced(function* (
    spans: ReadonlyArray<HistorySpan>,
    isKnown: Fragment,
    most: number | null
  ) {
    const parts = spans.map((span): Part => ({ span, seen: [], before: Infinity }))
    for (const { mine, own } of byKind(spans)) {
      const subjectOf = carriers(own),
        partOf = (n: number) => parts.find((p) => p.span === own[n])!
      const limit = most === null ? null : most + 1
      const rows = <Row extends Head>(table: keyof typeof recordColumns) => sql<Numbered<Row>>`
        select s.n, r.*
        from ${spanTable(sql, own)}
          cross join lateral (
            (
              select r.device_id,
                r.id as record_id,
                r.original_time as at,
                r.received_at, ${sql.literal(recordColumns[table])}
              from ${sql.literal(table)} r
              where ${sql.literal(mine)} and ${sql.literal(evaluable[table])} and r.curated_time is null
                and r.original_time >= s.since and (s.until is null or r.original_time <= s.until)
                and ${isKnown}
              order by r.original_time
              limit ${limit}::int8
            )
            union all (
              select r.device_id, r.id, r.curated_time, r.received_at, ${sql.literal(recordColumns[table])}
              from ${sql.literal(table)} r
              where ${sql.literal(mine)} and r.project_id = s.project_id
                and ${sql.literal(evaluable[table])} and r.curated_time >= s.since
                and (s.until is null or r.curated_time <= s.until) and ${isKnown}
              order by r.curated_time
              limit ${limit}::int8
            )
            order by at
            limit ${limit}::int8
          ) r`
      const note = <Row extends Head>(
        found: ReadonlyArray<Numbered<Row>>,
        observe: (subject: Subject, r: Row) => Observation
      ) => {
        for (const [n, list] of Map.groupBy(found, (r) => r.n)) {
          const part = partOf(n)
          for (const r of list) part.seen.push(observe(subjectOf(r), r))
          // the last instant may have more records than were read
          if (list.length === limit)
            part.before = Math.min(part.before, Math.max(...list.map((r) => r.at.getTime())))
        }
      }
      note(yield* rows<PositionRow>("positions"), positionOf)
      note(yield* rows<MeasurementRow>("measurements"), measurementOf)
      note(yield* rows<StateRow>("device_states"), deviceStateOf)
    }
    return parts
  })

  /**
   * The moments at which spans reach so many events, or so many changes of some rule's state; of those
   * with more.
   */
  const decided = Effect.fnUntraced(function* (spans: ReadonlyArray<HistorySpan>, most: number) {
    const endBySpan = new Map<HistorySpan, number>()
    for (const { own } of byKind(spans)) {
      const whose =
        own[0]!.subject.entityId === null
          ? "e.device_id = s.id and e.entity_id is null"
          : "e.entity_id = s.id"
      const rows = yield* sql<{ n: number; at: Date }>`
        select s.n, min(f.at) as at
        from ${spanTable(sql, own)}
          cross join lateral (
            (
              select e.time as at
              from events e
              where ${sql.literal(whose)} and e.project_id = s.project_id and e.source_kind = 'rule'
                and e.time >= s.since
              order by e.time
              offset ${most}
              limit 1
            )
            union all (
              select t.at
              from rules r
                cross join lateral (
                  select t.at
                  from rule_transitions t
                  where t.rule_id = r.id and t.subject_id = s.id and t.at >= s.since
                  order by t.at
                  offset ${most}
                  limit 1
                ) t
              where r.project_id = s.project_id
            )
          ) f
        group by s.n`
      for (const { at, n } of rows) endBySpan.set(own[n]!, at.getTime())
    }
    return endBySpan
  })

  return Effect.fn("History.records")(
    function* (spans: ReadonlyArray<HistorySpan>, reading: LogProgress | null, most: ReadLimits) {
      yield* oneSnapshot(sql)
      const isKnown = reading === null ? sql`true` : yield* readUpTo(sql, reading, "s.partition")
      const parts = yield* read(spans, isKnown, most.records),
        ends = yield* decided(spans, most.decided)
      const pieces = new Map<string, HistoryPart>()
      for (const { before, seen, span } of parts) {
        const until = Math.max(span.from, Math.min(before, ends.get(span) ?? Infinity) - 1)
        // one instant with more records than the limit is read whole, and alone
        const isWhole = until < before || until === Infinity,
          first = { ...span, to: until }
        const list = isWhole
          ? seen.filter((o) => o.at <= until)
          : (yield* read([first], isKnown, null))[0]!.seen
        const hasMore =
          until < Infinity &&
          (seen.some((o) => o.at > until) ||
            (!isWhole && (yield* read([{ ...span, from: until + 1 }], isKnown, 1))[0]!.seen.length > 0))
        pieces.set(span.subject.id, { records: list.sort(inOrder), until, hasMore })
      }
      return pieces
    },
    sql.withTransaction,
    Effect.orDie
  )
}
