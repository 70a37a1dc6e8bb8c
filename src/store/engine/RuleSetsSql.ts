// A project's rules in force and its features as one statement sees them, for the engine: the edition of now,
// and past ones.
import { Effect, Layer } from "effect"
import * as SqlClient from "effect/sql/SqlClient"
import { type RuleSetRows, RuleSetSource } from "../../engine/ports.ts"

export const RuleSetsSql = Layer.effect(
  RuleSetSource,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient

    /** Features as rules read them, from the table itself or from their editions. */
    const features = (id: string) =>
      sql.literal(`coalesce(jsonb_agg(jsonb_build_object(
        'id', ${id},
        'name', f.name,
        'featureType', f.feature_type,
        'geometry', f.geometry,
        'radiusM', case
          when f.geometry ->> 'type' in ('LineString', 'MultiLineString') then f.attributes -> 'radius_m'
        end,
        'revision', f.revision,
        'changedAt', f.changed_at_version
      )), '[]')`)
    const epochMs = (column: string) => `extract(epoch from ${column})::float8 * 1000`

    const load = Effect.fn("RuleBook.load")(function* (projectId: string) {
      const [row] = yield* sql<RuleSetRows>`
        select p.rule_set_version::float8 as version,
          (select ${features("f.id")} from features f where f.project_id = p.id) as features,
          coalesce(
            (
              select jsonb_agg(
                jsonb_build_object(
                  'id', r.id, 'name', r.name, 'version', v.version, 'blankFrom', r.blank_from_version,
                  'activeFrom',
                  (
                    select ${sql.literal(epochMs("a.at"))}
                    from rule_activations a
                    where a.rule_id = r.id
                    order by a.rule_set_version desc
                    limit 1
                  ), 'document', v.document, 'failedSubject', r.last_error_subject_id
                ) order by r.id
              )
              from rules r
                join rule_versions v on v.rule_id = r.id and v.version = r.current_version
              where r.project_id = p.id and r.enabled and r.archived_at is null
            ), '[]'
          ) as rules
        from projects p
        where p.id = ${projectId}::uuid`
      return row ?? null
    }, Effect.orDie)

    const at = Effect.fn("RuleBook.at")(function* (projectId: string, version: number) {
      const [row] = yield* sql<RuleSetRows>`
        select ${version}::float8 as version,
          (
            select ${features("f.feature_id")}
            from feature_editions f
            where f.project_id = ${projectId}::uuid and f.from_version <= ${version}::int8
              and (f.until_version is null or f.until_version > ${version}::int8)
          ) as features,
          coalesce(
            (
              select jsonb_agg(
                jsonb_build_object(
                  'id', r.id, 'name', r.name, 'version', v.version, 'blankFrom', a.blank_from_version,
                  'activeFrom', ${sql.literal(epochMs("a.at"))}, 'document', v.document, 'failedSubject',
                  null
                ) order by r.id
              )
              from rules r
                cross join lateral (
                  select *
                  from rule_activations a
                  where a.rule_id = r.id and a.rule_set_version <= ${version}::int8
                  order by a.rule_set_version desc
                  limit 1
                ) a
                join rule_versions v on v.rule_id = r.id and v.version = a.version
              where r.project_id = ${projectId}::uuid
            ), '[]'
          ) as rules`
      return row!
    }, Effect.orDie)

    return RuleSetSource.of({ load, at })
  })
)
