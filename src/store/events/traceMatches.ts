// What of a project somebody may mean who looks for traces by a text, each as one column of a trace and what
// it has to be: every one has an index in the order of the list.
import { Effect } from "effect"
import type * as SqlClient from "effect/sql/SqlClient"
import type { Fragment } from "effect/sql/Statement"
import type { Visibility } from "../../domain/access/Visibility.ts"
import { traceCodes } from "../../domain/intake/TraceCode.ts"
import { madeAt } from "../../domain/event/ProcessingTrace.ts"
import type { SearchType } from "../../domain/system/SearchItem.ts"
import { seenRecords } from "../access/visible.ts"
import type { Search } from "../search/Search.ts"
import { texts, uuids } from "../sql/arrays.ts"

/** Things of a type that are looked at, those whose names fit best. */
const OF_A_TYPE = 20
/** A trace starts when its id is made, give or take what clocks and long batches need. */
export const AROUND_MS = 3_600_000

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** The traces `t` with this id: those of the month in which it was made. */
export const withId = (sql: SqlClient.SqlClient, id: string): Fragment => {
  const made = madeAt(id)
  return sql`t.id = ${id}::uuid and t.started_at between ${new Date(made - AROUND_MS)}
    and ${new Date(made + AROUND_MS)}`
}

const COLUMNS: ReadonlyArray<readonly [SearchType, string]> = [
  ["entity", "entity_id"],
  ["device", "device_id"],
  ["rule", "rule_id"]
]

/** The codes of a project's traces that hold a text. Each is found by the one before it, in the index. */
const codesWith = (sql: SqlClient.SqlClient, projectId: string, q: string) =>
  Effect.map(
    sql<{ readonly code: string }>`
      with recursive known as (
        (
          select code from processing_traces
          where project_id = ${projectId}::uuid and code is not null
          order by code
          limit 1
        )
        union all
        select (
          select n.code from processing_traces n
          where n.project_id = ${projectId}::uuid and n.code is not null and n.code > k.code
          order by n.code
          limit 1
        )
        from known k
        where k.code is not null
      )
      select code from known where position(${q.toUpperCase().replaceAll(" ", "_")} in code) > 0`,
    (rows) => rows.map(({ code }) => code)
  )

/** The traces of the events that these are, of those the caller sees: an event says which trace told of it. */
const ofEvents = (
  sql: SqlClient.SqlClient,
  projectId: string,
  visibility: Visibility,
  ids: ReadonlyArray<string>
) =>
  Effect.map(
    sql<{ readonly trace_id: string }>`
      select x.trace_id
      from events x
      where ${sql.and([
        sql`x.id = any(${uuids(ids)}) and x.project_id = ${projectId}::uuid and x.trace_id is not null`,
        ...seenRecords(sql, visibility, "x")
      ])}`,
    (rows) => rows.map(({ trace_id }) => withId(sql, trace_id))
  )

/** Conditions on traces `t`; a trace that is meant fulfils at least one of them. None: nothing is meant. */
export const traceMatches = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  search: Search["Service"],
  projectId: string,
  visibility: Visibility,
  q: string
) {
  if (UUID.test(q))
    return [
      withId(sql, q),
      ...COLUMNS.map(([, column]) => sql`${sql.literal(`t.${column}`)} = ${q}::uuid`),
      ...(yield* ofEvents(sql, projectId, visibility, [q]))
    ]
  const found = yield* search.find(projectId, visibility, q, OF_A_TYPE)
  const idsOf = (type: SearchType) => found.filter((item) => item.type === type).map(({ id }) => id)
  const codes = yield* codesWith(sql, projectId, q)
  return [
    ...COLUMNS.flatMap(([type, column]) =>
      idsOf(type).map((id) => sql`${sql.literal(`t.${column}`)} = ${id}::uuid`)
    ),
    ...codes.map((code) => sql`t.code = ${code}`),
    ...(yield* ofEvents(sql, projectId, visibility, idsOf("event")))
  ]
})

/**
 * Conditions on traces `t` that belong to no project, of which one is fulfilled by a trace that is meant: its
 * id, its device, its code, or the external id that the report gave.
 */
export const unownedMatches = (sql: SqlClient.SqlClient, q: string): ReadonlyArray<Fragment> => {
  if (UUID.test(q)) return [withId(sql, q), sql`t.device_id = ${q}::uuid`]
  const code = q.toUpperCase().replaceAll(" ", "_")
  return [
    sql`t.code = any(${texts(traceCodes.filter((one) => one.includes(code)))})`,
    sql`position(lower(${q}) in lower(coalesce(t.steps #>> '{0,detail,external_id}', t.payload ->> 'device'))) > 0`
  ]
}
