// Past versions of the rules of a project, for backtests.
import { PgClient } from "@effect/sql-pg"
import { Effect, Layer } from "effect"
import { type Activation, RuleHistory, type StoredVersion, Unknown } from "../../backtest/ports.ts"
import { RuleSetSource } from "../../engine/ports.ts"
import { RuleSetsSql } from "../engine/RuleSetsSql.ts"
import { eventsAt } from "./eventsAt.ts"

const make = Effect.gen(function* () {
  const pg = yield* PgClient.PgClient
  const ruleSets = yield* RuleSetSource

  const version = Effect.fn("RuleHistory.version")(function* (
    projectId: string,
    ruleId: string,
    wanted: number | null
  ) {
    const [row] = yield* Effect.orDie(pg<StoredVersion>`
      select r.id, r.name, v.version, v.document, v.runnable
      from rules r
        join rule_versions v
          on v.rule_id = r.id and v.version = coalesce(${wanted}::int4, r.current_version)
      where r.id = ${ruleId}::uuid and r.project_id = ${projectId}::uuid`)
    return row ?? (yield* new Unknown())
  })

  const activations = Effect.fn("RuleHistory.activations")(function* (ruleId: string) {
    return yield* pg<Activation>`
      select rule_set_version::float8 as edition,
        version, blank_from_version::float8 as "blankFrom",
        extract(epoch from at)::float8 * 1000 as at
      from rule_activations
      where rule_id = ${ruleId}::uuid
      order by rule_set_version`
  }, Effect.orDie)

  const features = Effect.fn("RuleHistory.features")(function* (projectId: string) {
    const ruleSet = yield* ruleSets.load(projectId)
    return { features: ruleSet?.features ?? [], edition: ruleSet?.version ?? 0 }
  }, Effect.orDie)

  return RuleHistory.of({ version, activations, features, ruleSetAt: ruleSets.at, eventsAt: eventsAt(pg) })
})

/** RuleHistorySql is the `RuleHistory` on PostgreSQL. */
export const RuleHistorySql = Layer.effect(RuleHistory, make).pipe(Layer.provide(RuleSetsSql))
