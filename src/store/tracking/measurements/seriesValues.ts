// The values of one metric of one subject in a span of time, as SQL.
import type { PgClient } from "@effect/sql-pg"
import type { Fragment } from "effect/sql/Statement"
import type { Visibility } from "../../../domain/access/Visibility.ts"
import { seenRecords } from "../../access/visible.ts"

/** Whose values of what. */
export interface SeriesOf {
  readonly subject: { readonly entityId: string } | { readonly deviceId: string }
  readonly metric: string
}

/**
 * Values `t` (their time), `id` and some columns, of a span of effective time; `rest`: their order, their
 * number.
 */
export type Values = (
  columns: string,
  span: (time: string) => Fragment,
  rest: (time: string) => Fragment
) => Fragment

/**
 * The values as somebody sees them. Statements are planned for their subject, metric and span: for everybody
 * at once none of the indexes is better.
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
  // said so that nobody reads a project for one subject of it, nor all of a subject for the little that was
  // moved
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
