// The values of one metric of one subject in an interval, as SQL.
import type { PgClient } from "@effect/sql-pg"
import type { Fragment } from "effect/sql/Statement"
import type { Visibility } from "../../../domain/access/Visibility.ts"
import { seenRecords } from "../../access/visibilityConditions.ts"

/** SeriesOf is the subject and the metric. */
export interface SeriesOf {
  readonly subject: { readonly entityId: string } | { readonly deviceId: string }
  readonly metric: string
}

/**
 * Values is a statement of the values `t` (their time), `id` and some columns, of an interval of effective
 * time; `rest`: order and limit.
 */
export type Values = (
  columns: string,
  span: (time: string) => Fragment,
  rest: (time: string) => Fragment
) => Fragment

/**
 * Makes the statement of the values that the caller sees. It is planned for its subject, metric and interval,
 * because no index fits all of them.
 */
export const seriesValues = (
  pg: PgClient.PgClient,
  projectId: string,
  visibility: Visibility,
  { metric, subject }: SeriesOf
): Values => {
  const inProject = pg`m.project_id = ${projectId}::uuid`
  const fit = pg.and([
    "entityId" in subject
      ? pg`m.entity_id = ${subject.entityId}::uuid`
      : pg`m.device_id = ${subject.deviceId}::uuid`,
    pg`m.metric_key = ${metric} and m.valid`,
    ...seenRecords(pg, visibility, "m")
  ])
  // `is true` keeps the planner from reading a project for one subject, and all of a subject for the few values
  // that were moved
  return (columns, span, rest) => pg`
    (
      select ${pg.literal(`m.original_time as t, m.id, ${columns}`)}
      from measurements m
      where ${fit} and (${inProject}) is true and m.curated_time is null
        and ${span("m.original_time")} ${rest("m.original_time")}
    )
    union all (
      select ${pg.literal(`m.curated_time, m.id, ${columns}`)}
      from measurements m
      where ${inProject} and (${fit}) is true and m.curated_time is not null
        and ${span("m.curated_time")} ${rest("m.curated_time")}
    )`
}
