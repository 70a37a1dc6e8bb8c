// The context of a trace on its page: the traces before and after it, and the number of similar ones.
import { Effect } from "effect"
import type * as SqlClient from "effect/sql/SqlClient"
import type { Reach } from "../../domain/access/Visibility.ts"
import type { ProcessingTrace } from "../../domain/event/ProcessingTrace.ts"
import { reachedTraces } from "../access/visibilityConditions.ts"
import { wireTime } from "../sql/keyset.ts"
import { withId } from "./traceMatches.ts"

/** MAX_COUNTED_TRACES bounds the similar traces that are counted. */
const MAX_COUNTED_TRACES = 1000
/** COUNTED_DAYS is in how many days before it they are counted. */
const COUNTED_DAYS = 7

/** SUBJECT_COLUMNS identify the subject of a trace: the device, else the entity or the rule. */
const SUBJECT_COLUMNS = ["device_id", "entity_id", "rule_id"] as const

interface Around {
  readonly earlier: string | null
  readonly later: string | null
  readonly count: number
  readonly since: string | null
}

/** Reads the context of a trace, of the traces that the caller sees. */
export const traceContext = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  reach: Reach,
  trace: Pick<
    ProcessingTrace,
    "id" | "kind" | "code" | "data_source_id" | "device_id" | "entity_id" | "rule_id" | "project_id"
  >
) {
  const subject = SUBJECT_COLUMNS.find((column) => trace[column] !== null)
  const same = sql.and([
    trace.project_id === null ? sql`t.project_id is null` : sql`t.project_id = ${trace.project_id}::uuid`,
    // of an unknown device: other traces of its source
    ...(subject === undefined && trace.project_id === null && trace.data_source_id !== null
      ? [sql`t.data_source_id = ${trace.data_source_id}::uuid and t.device_id is null`]
      : []),
    sql`t.kind = ${trace.kind}`,
    ...(subject === undefined ? [] : [sql`${sql.literal(`t.${subject}`)} = ${trace[subject]}::uuid`]),
    ...reachedTraces(sql, reach, "t")
  ])
  const [around] = yield* sql<Around>`
    with self as (select t.started_at as at from processing_traces t where ${withId(sql, trace.id)}),
    alike as (
      select t.started_at
      from processing_traces t, self
      where ${same} and t.code = ${trace.code}
        and t.started_at <= self.at and t.started_at > self.at - make_interval(days => ${COUNTED_DAYS}::int4)
      order by t.started_at desc, t.id desc
      limit ${MAX_COUNTED_TRACES}
    )
    select
      (
        select t.id from processing_traces t, self
        where ${same} and (t.started_at, t.id) < (self.at, ${trace.id}::uuid)
        order by t.started_at desc, t.id desc
        limit 1
      ) as earlier,
      (
        select t.id from processing_traces t, self
        where ${same} and (t.started_at, t.id) > (self.at, ${trace.id}::uuid)
        order by t.started_at, t.id
        limit 1
      ) as later,
      (select count(*)::int4 from alike) as count,
      (select ${sql.literal(wireTime("min(started_at)"))} from alike) as since`
  const { count, earlier, later, since } = around!
  return { earlier, later, similar: since === null ? null : { count, since } }
})
