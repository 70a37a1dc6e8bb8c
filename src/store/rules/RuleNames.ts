// The names of what rules refer to, for sentences about them.
import { PgClient } from "@effect/sql-pg"
import { Context, Effect, Layer } from "effect"
import type { CanonicalDocument } from "../../domain/rule/Document.ts"
import { metricsNamed, references } from "../../domain/rule/references.ts"
import type { Names } from "../../domain/rule/words/phrases.ts"
import { texts, uuids } from "../sql/arrays.ts"
import { catalogueOf, meaning } from "../tracking/measurements/metricColumns.ts"

interface Metric {
  readonly key: string
  readonly label: string | null
  readonly unit: string | null
}

const make = Effect.gen(function* () {
  const pg = yield* PgClient.PgClient

  /**
   * The names of everything that the documents refer to; the caller passes documents as their reader sees
   * them.
   */
  const of = Effect.fn("RuleNames.of")(function* (
    projectId: string,
    documents: ReadonlyArray<CanonicalDocument>
  ) {
    const ids = uuids([...new Set(documents.flatMap((d) => references(d).map((r) => r.id)))])
    const keys = texts([...new Set(documents.flatMap((d) => metricsNamed(d).map((m) => m.metric)))])
    const named = yield* pg<{ readonly id: string; readonly name: string }>`
      select id, name from features where project_id = ${projectId}::uuid and id = any(${ids})
      union all
      select id, name from entities where project_id = ${projectId}::uuid and id = any(${ids})
      union all
      select id, name from groups where project_id = ${projectId}::uuid and id = any(${ids})
      union all
      select id, label from entity_types where id = any(${ids})
      union all
      select d.id, d.name
      from devices d
      where d.id = any(${ids}) and exists (
        select from project_assignments a where a.device_id = d.id and a.project_id = ${projectId}::uuid
      )`
    const metrics = yield* pg<Metric>`
      select k.key, ${pg.literal(`${meaning.label} as label, ${meaning.unit} as unit`)}
      from unnest(${keys}) as k (key) ${catalogueOf(pg, projectId, "k.key")}`
    const names = new Map(named.map((row) => [row.id, row.name]))
    const meanings = new Map(metrics.map((row) => [row.key, row]))
    const nameOf = (id: string) => names.get(id) ?? null
    const read: Names = {
      metric: (key) => meanings.get(key) ?? { label: null, unit: null },
      feature: nameOf,
      entity: nameOf,
      entityType: nameOf,
      group: nameOf,
      device: nameOf
    }
    return read
  }, Effect.orDie)

  return { of }
})

/** RuleNames reads the names. */
export class RuleNames extends Context.Service<RuleNames>()("store/RuleNames", { make }) {
  static readonly layer = Layer.effect(RuleNames, make)
}
