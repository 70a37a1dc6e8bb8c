// Rows that several engines write: the rules that fired and failed are locked in one order.
import { assert, layer } from "@effect/vitest"
import { Context, Effect, Layer } from "effect"
import * as SqlClient from "effect/sql/SqlClient"
import { v7 } from "uuid"
import { makeBatch } from "../../../src/engine/evaluate/BatchResult.ts"
import { Journal, type NewEvent } from "../../../src/engine/ports.ts"
import { JournalSql } from "../../../src/store/engine/JournalSql.ts"
import { DatabaseUrl, pool } from "../../../src/store/sql/Pg.ts"
import { at as fix, START, story } from "../../support/engine/timeline.ts"
import { TestSql } from "../../support/sql/database.ts"
import { addRule, type Farm, makeFarm } from "../../support/sql/farm.ts"

const fast = { type: "threshold", metric: "speed_kmh", op: ">", value: 40 } as const

const openJournal = Effect.fnUntraced(function* (owner: string) {
  const engine = pool({
    role: "pugmark_engine",
    maxConnections: 1,
    applicationName: owner,
    statementTimeoutMs: 30_000
  }).pipe(Layer.provide(Layer.succeed(DatabaseUrl, yield* DatabaseUrl)))
  return Context.get(yield* Layer.build(JournalSql.pipe(Layer.provide(engine))), Journal)
})

/** The n-th batch of an engine in which the first half of the rules fires and the other half fails. */
const batchOf = (farm: Farm, rules: ReadonlyArray<string>, n: number) => {
  const [made] = story({ conditions: fast }).batch(fix(0, 0, { speedMps: 15.5 })).events,
    { device, entity } = made!.who
  const subject = { id: farm.animal, projectId: farm.project, entityId: farm.animal, deviceId: farm.collar },
    who = { device: { ...device, id: farm.collar }, entity: { ...entity!, id: farm.animal } }
  const firings = rules.map((rule): NewEvent => ({
    ...made!,
    id: v7(),
    key: v7(),
    alertId: v7(),
    traceId: v7(),
    at: START + n * 1000,
    createdAt: START + n * 1000,
    rule: { ...made!.rule, id: rule },
    subject,
    who
  }))
  const half = rules.length / 2
  return makeBatch(START + n * 1000, {
    events: firings.slice(0, half),
    failures: firings
      .slice(half)
      .map(({ rule }) => ({ rule, subject, who, at: START, code: "BROKEN", detail: "", traceId: v7() }))
  })
}

layer(TestSql, { excludeTestServices: true, timeout: "60 seconds" })("two engines", (it) => {
  it.effect(
    "fire and fail the same rules the other way round without a deadlock; the newest firing is noted",
    () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const farm = yield* makeFarm
        const rules: Array<string> = []
        for (let n = 0; n < 20; n++)
          rules.push(yield* addRule(farm, `fast ${n}`, { trigger: { kind: "position" }, conditions: fast }))
        const engines = yield* Effect.all([openJournal("one"), openJournal("two")])
        yield* Effect.forEach(
          engines,
          (journal, i) =>
            Effect.forEach(
              Array.from({ length: 25 }, (_, n) => n),
              (n) => journal.commit(new Map(), batchOf(farm, i === 0 ? rules : rules.toReversed(), n)),
              { discard: true }
            ),
          { concurrency: "unbounded", discard: true }
        )
        const fired = yield* sql<{ last_fired_at: Date }>`
        select last_fired_at from rules where project_id = ${farm.project}::uuid`
        assert.lengthOf(fired, 20)
        assert.deepStrictEqual(
          new Set(fired.map((r) => r.last_fired_at.getTime())),
          new Set([START + 24_000])
        )
      })
  )
})
