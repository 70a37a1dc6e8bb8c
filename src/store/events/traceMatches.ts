// Finds what a text in a search for traces may refer to, each as one column of a trace and its value: every one
// has an index in the order of the list.
import { Effect } from "effect"
import type * as SqlClient from "effect/sql/SqlClient"
import type { Fragment } from "effect/sql/Statement"
import type { Visibility } from "../../domain/access/Visibility.ts"
import { traceCodes } from "../../domain/intake/TraceCode.ts"
import { madeAt } from "../../domain/event/ProcessingTrace.ts"
import type { SearchType } from "../../domain/system/SearchItem.ts"
import { seenRecords } from "../access/visibilityConditions.ts"
import type { Search } from "../search/Search.ts"
import { texts, uuids } from "../sql/arrays.ts"

/** MAX_MATCHES_PER_TYPE is how many objects of a type are used, the best matches of the name. */
const MAX_MATCHES_PER_TYPE = 20
/**
 * START_TOLERANCE_MS is the tolerance between the time in a trace's id and its start, for clocks and long
 * batches.
 */
const START_TOLERANCE_MS = 3_600_000

const UUID_PATTERN = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** Returns the traces `t` with this id, in the month of the id. */
export const withId = (sql: SqlClient.SqlClient, id: string): Fragment => {
  const made = madeAt(id)
  return sql`t.id = ${id}::uuid and t.started_at between ${new Date(made - START_TOLERANCE_MS)}
    and ${new Date(made + START_TOLERANCE_MS)}`
}

const TRACE_COLUMNS: ReadonlyArray<readonly [SearchType, string]> = [
  ["entity", "entity_id"],
  ["device", "device_id"],
  ["rule", "rule_id"]
]

/**
 * Returns the codes of a project's traces that contain a text. Each is found from the one before it, in the
 * index.
 */
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

/** Returns the traces of the seen events among these: an event names its trace. */
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

/** Conditions on traces `t`; a matching trace fulfils at least one. None: nothing matches. */
export const traceMatches = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  search: Search["Service"],
  projectId: string,
  visibility: Visibility,
  q: string
) {
  if (UUID_PATTERN.test(q))
    return [
      withId(sql, q),
      ...TRACE_COLUMNS.map(([, column]) => sql`${sql.literal(`t.${column}`)} = ${q}::uuid`),
      ...(yield* ofEvents(sql, projectId, visibility, [q]))
    ]
  const matches = yield* search.find(projectId, visibility, q, MAX_MATCHES_PER_TYPE)
  const idsOf = (type: SearchType) => matches.filter((item) => item.type === type).map(({ id }) => id)
  const codes = yield* codesWith(sql, projectId, q)
  return [
    ...TRACE_COLUMNS.flatMap(([type, column]) =>
      idsOf(type).map((id) => sql`${sql.literal(`t.${column}`)} = ${id}::uuid`)
    ),
    ...codes.map((code) => sql`t.code = ${code}`),
    ...(yield* ofEvents(sql, projectId, visibility, idsOf("event")))
  ]
})

/**
 * Conditions on traces `t` that belong to no project, of which a matching one fulfils one: its id, its
 * device, its code, or the external id of the report.
 */
export const unownedMatches = (sql: SqlClient.SqlClient, q: string): ReadonlyArray<Fragment> => {
  if (UUID_PATTERN.test(q)) return [withId(sql, q), sql`t.device_id = ${q}::uuid`]
  const code = q.toUpperCase().replaceAll(" ", "_")
  return [
    sql`t.code = any(${texts(traceCodes.filter((one) => one.includes(code)))})`,
    sql`position(lower(${q}) in lower(coalesce(t.steps #>> '{0,detail,external_id}', t.payload ->> 'device'))) > 0`
  ]
}
