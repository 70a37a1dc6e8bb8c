// A project's enabled rules and its features as one statement sees them, for the engine.
import * as SqlClient from "effect/sql/SqlClient"
import { Effect, Layer } from "effect"
import { type BookRows, type FeatureRow, RuleBook, type RuleRow } from "../engine/ports.ts"

export const RuleBookSql = Layer.effect(RuleBook, Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  const load = Effect.fn("RuleBook.load")(function*(projectId: string) {
    const [row] = yield* sql<{ version: number; features: ReadonlyArray<FeatureRow>; rules: ReadonlyArray<RuleRow> }>`
      select p.book_version::float8 as version,
        coalesce((select jsonb_agg(jsonb_build_object('id', f.id, 'name', f.name, 'featureType', f.feature_type, 'geometry', f.geometry,
          'radiusM', case when f.geometry ->> 'type' in ('LineString', 'MultiLineString') then f.attributes -> 'radius_m' end,
          'revision', f.revision, 'changedAt', f.changed_at_version)) from features f where f.project_id = p.id), '[]') as features,
        coalesce((select jsonb_agg(jsonb_build_object('id', r.id, 'name', r.name, 'version', v.version, 'blankFrom', r.blank_from_version,
          'document', v.document, 'failedSubject', r.last_error_subject_id) order by r.id)
          from rules r join rule_versions v on v.rule_id = r.id and v.version = r.current_version
          where r.project_id = p.id and r.enabled and r.archived_at is null), '[]') as rules
      from projects p where p.id = ${projectId}::uuid`
    return row === undefined ? null : row satisfies BookRows
  }, Effect.orDie)
  return RuleBook.of({ load })
}))
