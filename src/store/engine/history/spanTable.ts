// Spans of subjects as a table, to be joined with their records.
import type * as SqlClient from "effect/sql/SqlClient"
import { partitionOf } from "../../../domain/intake/LogEntry.ts"
import type { HistorySpan } from "../../../engine/ports.ts"
import { instants, ints, uuids } from "../../sql/arrays.ts"
import { subjectConditions } from "../facts/readable.ts"

/**
 * Returns the spans as a table `s`, numbered by their index in the list; `until` is null where a span has no
 * end.
 */
export const spanTable = (sql: SqlClient.SqlClient, list: ReadonlyArray<HistorySpan>) => sql`
  unnest(${ints(list.map((_, n) => n))}, ${uuids(list.map(({ subject }) => subject.id))},
    ${uuids(list.map(({ subject }) => subject.projectId))},
    ${ints(list.map(({ subject }) => partitionOf(subject.id)))}, ${instants(list.map(({ from }) => from))},
      ${instants(list.map(({ to }) => (Number.isFinite(to) ? to : null)))})
    as s (n, id, project_id, partition, since, until)`

/** Splits spans into those of entities and those of devices, each with the condition for their rows `r`. */
export const byKind = (spans: ReadonlyArray<HistorySpan>) =>
  subjectConditions.flatMap(({ isOfKind, mine }) => {
    const spansOfKind = spans.filter(({ subject }) => isOfKind(subject))
    return spansOfKind.length === 0 ? [] : [{ own: spansOfKind, mine }]
  })

/**
 * The effective time, and the condition that rows `r` of a table may be evaluated: valid, finite, not in
 * conflict.
 */
export const evaluable = {
  positions: "r.valid and not r.conflicting",
  measurements: "r.valid and r.value_number is not null",
  device_states: "r.valid"
} as const
