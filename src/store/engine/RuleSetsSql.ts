// Reads a project's rules in force and its features in one statement, for the engine: the current edition, and
// past ones. Each rule and each feature is a row of its own, because the driver accepts messages of 16 MiB and
// the shapes of a project may be larger together.
import { Effect, Layer } from "effect"
import * as SqlClient from "effect/sql/SqlClient"
import type { Fragment } from "effect/sql/Statement"
import { MAX_RULE_SET_BYTES } from "../../domain/rule/limits.ts"
import { radiusOf } from "../../domain/tracking/Feature.ts"
import { formatBytes } from "../../domain/tracking/geometryLimit.ts"
import {
  type FeatureRow,
  type RuleRow,
  type RuleSetRows,
  RuleSetSource,
  RuleSetUnusable
} from "../../engine/ports.ts"

/** A feature as it is stored; `radius_m` is unchecked JSON. */
type StoredFeature = Omit<FeatureRow, "radiusM"> & { readonly radius_m: unknown }

interface Row {
  readonly kind: "edition" | "feature" | "rule"
  /** in the row of the edition: its number, and the bytes of all its rules and features */
  readonly version: number | null
  readonly bytes: number | null
  /** in the row of a feature or rule */
  readonly body: StoredFeature | RuleRow | null
}

const featureOf = ({ radius_m, ...feature }: StoredFeature): FeatureRow => ({
  ...feature,
  radiusM: radiusOf(feature.geometry, { radius_m })
})

const setOf = (version: number, rows: ReadonlyArray<Row>): RuleSetRows => ({
  version,
  features: rows.flatMap(({ body, kind }) => (kind === "feature" ? [featureOf(body as StoredFeature)] : [])),
  rules: rows.flatMap(({ body, kind }) => (kind === "rule" ? [body as RuleRow] : []))
})

/** Makes a reader of rule sets of at most `maxBytes` of JSON text. */
const ruleSetsSql = (maxBytes: number) =>
  Layer.effect(
    RuleSetSource,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient

      /** Features as rules read them, from the table itself or from their editions; `from` names them `f`. */
      const features = (id: string, from: Fragment) => sql`
        select 'feature' as kind, null::float8 as version, null::float8 as bytes,
          jsonb_build_object(
            'id', ${sql.literal(id)}, 'name', f.name, 'featureType', f.feature_type, 'geometry', f.geometry,
            'radius_m', f.attributes -> 'radius_m', 'revision', f.revision, 'changedAt', f.changed_at_version
          ) as body
        from ${from}`
      const epochMs = (column: string) => sql.literal(`extract(epoch from ${column})::float8 * 1000`)

      const load = Effect.fn("RuleBook.load")(
        function* (projectId: string) {
          const inForce = sql`rules r
            join rule_versions v on v.rule_id = r.id and v.version = r.current_version
            where r.project_id = ${projectId}::uuid and r.enabled and r.archived_at is null`
          const rows = yield* sql<Row>`
            with total as materialized (
              select (
                select coalesce(sum(geometry_bytes), 0) from features where project_id = ${projectId}::uuid
              ) + (select coalesce(sum(octet_length(v.document::text)), 0) from ${inForce}) as bytes
            )
            select 'edition' as kind, p.rule_set_version::float8 as version,
              t.bytes::float8 as bytes, null::jsonb as body
            from projects p
              cross join total t
            where p.id = ${projectId}::uuid
            union all
            ${features("f.id", sql`features f where f.project_id = ${projectId}::uuid`)}
              and (select bytes from total) <= ${maxBytes}::float8
            union all
            (
              select 'rule', null, null,
                jsonb_build_object(
                  'id', r.id, 'name', r.name, 'version', v.version, 'blankFrom', r.blank_from_version,
                  'activeFrom',
                  (
                    select ${epochMs("a.at")}
                    from rule_activations a
                    where a.rule_id = r.id
                    order by a.rule_set_version desc
                    limit 1
                  ), 'document', v.document, 'failedSubject', r.last_error_subject_id
                )
              from ${inForce} and (select bytes from total) <= ${maxBytes}::float8
              order by r.id
            )`
          const edition = rows.find((row) => row.kind === "edition")
          if (edition === undefined) return null
          if (edition.bytes! > maxBytes)
            return yield* new RuleSetUnusable({
              code: "RULE_SET_TOO_LARGE",
              message:
                `The enabled rules and the areas of the project are ${formatBytes(edition.bytes!)}, and at most ` +
                `${formatBytes(maxBytes)} are loaded. Remove features, draw them with fewer vertices, or disable ` +
                "rules with long documents."
            })
          return setOf(edition.version!, rows)
        },
        Effect.catchTag("SqlError", Effect.die)
      )

      const at = Effect.fn("RuleBook.at")(function* (projectId: string, version: number) {
        const then = sql`feature_editions f
          where f.project_id = ${projectId}::uuid and f.from_version <= ${version}::int8
            and (f.until_version is null or f.until_version > ${version}::int8)`
        const rows = yield* sql<Row>`
          ${features("f.feature_id", then)}
          union all
          (
            select 'rule', null, null,
              jsonb_build_object(
                'id', r.id, 'name', r.name, 'version', v.version, 'blankFrom', a.blank_from_version,
                'activeFrom', ${epochMs("a.at")}, 'document', v.document, 'failedSubject', null
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
            order by r.id
          )`
        return setOf(version, rows)
      }, Effect.orDie)

      return RuleSetSource.of({ load, at })
    })
  )

/** RuleSetsSql is the reader with the limit of the product. */
export const RuleSetsSql = ruleSetsSql(MAX_RULE_SET_BYTES)
