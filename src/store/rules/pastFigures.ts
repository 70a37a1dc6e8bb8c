// The amount of past data of subjects, and its beginning, as one number each.
import type { PgClient } from "@effect/sql-pg"
import { Effect } from "effect"
import type { Fragment } from "effect/sql/Statement"
import type { Subject } from "../../domain/rule/Observation.ts"
import type { Needs } from "../../engine/ports.ts"
import { uuids } from "../sql/arrays.ts"
import { subjectConditions, subjectTable } from "../engine/facts/readable.ts"
import { evaluable } from "../engine/history/spanTable.ts"

/** Makes the readers; they return a map by the id of the subject, without subjects that have no rows. */
export const pastFigures = (pg: PgClient.PgClient) => {
  /** Returns a number of each subject `s`, by id, from its own rows; null is left out. */
  const each = (list: ReadonlyArray<Subject>, figureOf: (mine: Fragment) => Fragment) =>
    Effect.forEach(subjectConditions, ({ isOfKind, mine }) => {
      const subjectsOfKind = list.filter(isOfKind)
      return subjectsOfKind.length === 0
        ? Effect.succeed([])
        : pg<{ id: string; figure: number }>`
          select s.id, f.figure
          from ${subjectTable(pg, subjectsOfKind)}
            cross join lateral (${figureOf(pg.literal(mine))}) f (figure)
          where f.figure is not null`
    }).pipe(Effect.map((lists) => new Map(lists.flat().map((r) => [r.id, r.figure]))))

  const weigh = Effect.fn("SubjectHistory.weigh")(function* (
    list: ReadonlyArray<Subject>,
    at: number,
    { spans }: Needs
  ) {
    const weights = new Map<string, number>()
    for (const [metric, seconds] of spans) {
      const countById = yield* each(
        list,
        (mine) => pg`
          select nullif(count(*), 0)::float8
          from measurements r
          where ${mine} and r.metric_key = ${metric} and ${pg.literal(evaluable.measurements)}
            and r.original_time > ${new Date(at - seconds * 1000)} and r.original_time < ${new Date(at)}`
      )
      for (const [id, count] of countById) weights.set(id, count + (weights.get(id) ?? 0))
    }
    return weights
  }, Effect.orDie)

  const beginnings = Effect.fn("SubjectHistory.beginnings")(
    (list: ReadonlyArray<Subject>, from: number, to: number) =>
      each(list, (mine) => {
        const first = (
          table: keyof typeof evaluable
        ) => pg`(select r.original_time from ${pg.literal(table)} r
      where ${mine} and ${pg.literal(evaluable[table])} and r.original_time >= ${new Date(from)}
        and r.original_time < ${new Date(to)} order by r.original_time limit 1)`
        return pg`
          select extract(
            epoch from least(${first("positions")}, ${first("measurements")}, ${first("device_states")})
          )::float8 * 1000`
      }),
    Effect.orDie
  )

  const waiting = Effect.fn("SubjectHistory.waiting")(function* (
    list: ReadonlyArray<Subject>,
    ruleId: string,
    at: number
  ) {
    const rows = yield* pg<{ readonly id: string }>`
      select s.id
      from unnest(${uuids(list.map(({ id }) => id))}) s (id)
        cross join lateral (
          select t.state
          from rule_transitions t
          where t.rule_id = ${ruleId}::uuid and t.subject_id = s.id and t.at < ${new Date(at)}
          order by t.at desc, t.id desc
          limit 1
        ) t
      where t.state ->> 'arrivedAt' is not null or jsonb_array_length(t.state -> 'holds') > 0`
    return rows.map(({ id }) => id)
  }, Effect.orDie)

  return { weigh, beginnings, waiting }
}
