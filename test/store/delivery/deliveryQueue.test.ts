// The queue of deliveries on real tables, as the role that works it: which events reach it, that none does
// twice, and who holds what.
import { assert, layer } from "@effect/vitest"
import { Context, Effect, Fiber, Layer } from "effect"
import * as SqlClient from "effect/sql/SqlClient"
import { v7 } from "uuid"
import { DeliveryQueue, ChatLinks } from "../../../src/delivery/ports.ts"
import type { ClaimedDelivery } from "../../../src/domain/automation/ClaimedDelivery.ts"
import { failed, sent } from "../../../src/domain/automation/Outcome.ts"
import { planDeliveries } from "../../../src/domain/automation/planDeliveries.ts"
import { Alerts } from "../../../src/store/events/Alerts.ts"
import { DeliverySql } from "../../../src/store/delivery/DeliverySql.ts"
import { Events } from "../../../src/store/events/Events.ts"
import { type DatabaseRole, DatabaseUrl, pool } from "../../../src/store/sql/Pg.ts"
import { TelegramLinksSql } from "../../../src/store/delivery/TelegramLinksSql.ts"
import { TestSql } from "../../support/sql/database.ts"
import { type Farm, makeFarm } from "../../support/sql/farm.ts"
import { untilWaiting } from "../../support/sql/locks.ts"

const asRole = (role: DatabaseRole) =>
  Effect.map(DatabaseUrl, (url) =>
    pool({ role, maxConnections: 4, applicationName: "queue", statementTimeoutMs: 10_000 }).pipe(
      Layer.provide(Layer.succeed(DatabaseUrl, url))
    )
  )

const queue = Effect.gen(function* () {
  const built = yield* Layer.build(
    DeliverySql.pipe(
      Layer.provide(Layer.mergeAll(Alerts.layer, Events.layer)),
      Layer.provide(yield* asRole("pugmark_work"))
    )
  )
  return Context.get(built, DeliveryQueue)
})

/** An automation with one webhook for each host, written as the API leaves it. */
const automate = Effect.fnUntraced(function* (
  farm: Farm,
  hosts: ReadonlyArray<string>,
  more: { readonly enabled?: boolean; readonly age?: number } = {}
) {
  const sql = yield* SqlClient.SqlClient
  const actions = hosts.map((host) => ({ id: v7(), type: "webhook", url: `https://${host}/` }))
  const id = v7()
  yield* sql`insert into automations (id, project_id, name, enabled, max_event_age_seconds, actions)
    values (${id}::uuid, ${farm.project}::uuid, 'Tell', ${more.enabled ?? true}, ${more.age ?? 21_600},
      ${JSON.stringify(actions)}::jsonb)`
  return id
})

/** Events, as a role writes them in one statement. */
const happen = Effect.fnUntraced(function* (
  farm: Farm,
  count: number,
  more: { readonly role?: DatabaseRole; readonly minutesOld?: number } = {}
) {
  const ids = Array.from({ length: count }, () => v7())
  const insert = Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    yield* sql`
      insert into events (id, project_id, event_key, time, created_at, event_type, severity, title,
        source_kind)
      select id, ${farm.project}::uuid, sha256(id::text::bytea),
        now() - make_interval(mins => ${more.minutesOld ?? 0}), now(), 'SEEN', 'info', 't', 'user'
        from unnest(${ids}::uuid[]) id`
  })
  if (more.role === undefined) yield* insert
  else yield* insert.pipe(Effect.provide(yield* asRole(more.role)))
  return ids
})

const waiting = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  return (yield* sql<{ event_id: string }>`select event_id from automation_outbox order by id`).map(
    (r) => r.event_id
  )
})

const rowsOf = Effect.fnUntraced(function* (farm: Farm) {
  const sql = yield* SqlClient.SqlClient
  return yield* sql<{
    id: string
    event_id: string
    status: string
    attempts: number
    code: string | null
    error: string | null
    target: string
    lane: string
    tries: ReadonlyArray<unknown>
    trace_id: string | null
    due: boolean
  }>`
    select *, next_attempt_at <= now() as due from deliveries where project_id = ${farm.project}::uuid
      order by id`
})

const settleAll = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`delete from automation_outbox`
  yield* sql`delete from deliveries`
})

const none: ReadonlyMap<string, number> = new Map()

layer(TestSql, { excludeTestServices: true, timeout: "60 seconds" })("the queue of deliveries", (it) => {
  it.effect("every event reaches it, whoever writes it, and only where an automation is enabled", () =>
    Effect.gen(function* () {
      const [with_, without, disabled] = [yield* makeFarm, yield* makeFarm, yield* makeFarm]
      yield* automate(with_, ["a.test"])
      yield* automate(disabled, ["a.test"], { enabled: false })
      const expected: Array<string> = []
      for (const role of ["pugmark_engine", "pugmark_ingest", "pugmark_api", "pugmark_work"] as const) {
        expected.push(...(yield* happen(with_, 2, { role })))
        yield* happen(without, 1, { role })
        yield* happen(disabled, 1, { role })
      }
      assert.deepStrictEqual(yield* waiting, expected)
      yield* settleAll
    })
  )

  it.effect(
    "an event that is not committed does not reach it; one that was there before does not reach it again",
    () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const farm = yield* makeFarm
        yield* automate(farm, ["a.test"])
        yield* sql.withTransaction(Effect.andThen(happen(farm, 3), Effect.fail("no"))).pipe(Effect.ignore)
        assert.deepStrictEqual(yield* waiting, [])
        const [id] = yield* happen(farm, 1)
        yield* sql`insert into events (id, project_id, event_key, time, event_type, severity, title,
          source_kind)
      select gen_random_uuid(), project_id, event_key, time, event_type, severity, title, source_kind
        from events where id = ${id!}::uuid on conflict (event_key) do nothing`
        assert.deepStrictEqual(yield* waiting, [id!])
        yield* settleAll
      })
  )

  it.effect("events become deliveries exactly once, however many workers take them", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const workers = [yield* queue, yield* queue, yield* queue]
        const farm = yield* makeFarm
        yield* automate(farm, ["a.test", "b.test"])
        const events = yield* happen(farm, 450)
        const taken = yield* Effect.forEach(
          workers,
          Effect.fnUntraced(function* (w) {
            let sum = 0
            for (let n = yield* w.dispatch(planDeliveries); n > 0; n = yield* w.dispatch(planDeliveries))
              sum += n
            return sum
          }),
          { concurrency: "unbounded" }
        )
        assert.strictEqual(
          taken.reduce((a, b) => a + b),
          450
        )
        const rows = yield* rowsOf(farm)
        assert.lengthOf(rows, 900)
        assert.strictEqual(new Set(rows.map((r) => `${r.event_id} ${r.target}`)).size, 900)
        assert.sameMembers([...new Set(rows.map((r) => r.event_id))], events)
        assert.deepStrictEqual(yield* waiting, [])
        yield* settleAll
      })
    )
  )

  it.effect("what fails while events are taken leaves them where they were", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const { dispatch } = yield* queue
        const farm = yield* makeFarm
        yield* automate(farm, ["a.test"])
        const ids = yield* happen(farm, 2)
        yield* dispatch(() => {
          throw new Error("a defect")
        }).pipe(Effect.catchCause(() => Effect.void))
        assert.deepStrictEqual(yield* waiting, ids)
        assert.lengthOf(yield* rowsOf(farm), 0)
        assert.strictEqual(yield* dispatch(planDeliveries), 2)
        assert.lengthOf(yield* rowsOf(farm), 2)
        yield* settleAll
      })
    )
  )

  it.effect("deliveries of old events are skipped with the reason and a trace, and never taken", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const { claim, dispatch } = yield* queue
        const farm = yield* makeFarm
        yield* automate(farm, ["a.test"])
        yield* happen(farm, 1, { minutesOld: 361 })
        const [fresh] = yield* happen(farm, 1, { minutesOld: 359 })
        yield* dispatch(planDeliveries)
        const [old] = (yield* rowsOf(farm)).filter((r) => r.event_id !== fresh)
        assert.deepInclude(old, {
          status: "skipped",
          code: "STALE",
          error: "the event was 21660 s old when it was learned of; this automation takes up to 21600 s"
        })
        const traces = yield* sql<{
          status: string
          code: string
          kind: string
        }>`select kind, status, code from processing_traces where id = ${old!.trace_id!}::uuid`
        assert.deepStrictEqual(traces, [{ kind: "delivery", status: "skipped", code: "STALE" }])
        assert.deepStrictEqual(
          (yield* claim(none, 4, 10)).map((c) => c.event?.id),
          [fresh!]
        )
        yield* settleAll
      })
    )
  )

  it.effect("no receiver group gets more than its share, and groups with the fewest come first", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const { claim, dispatch } = yield* queue
        const farm = yield* makeFarm
        yield* automate(farm, ["slow.test"])
        yield* happen(farm, 50)
        yield* dispatch(planDeliveries)
        yield* automate(farm, ["b.test", "c.test"])
        yield* happen(farm, 3)
        yield* dispatch(planDeliveries)
        const groups = (claimed: ReadonlyArray<ClaimedDelivery>) =>
          claimed.map((c) => c.receiverGroup.replace("webhook ", "")).sort()
        const first = yield* claim(none, 4, 100)
        assert.deepStrictEqual(groups(first), [
          "b.test",
          "b.test",
          "b.test",
          "c.test",
          "c.test",
          "c.test",
          "slow.test",
          "slow.test",
          "slow.test",
          "slow.test"
        ])
        assert.deepStrictEqual(yield* claim(new Map([["webhook slow.test", 4]]), 4, 100), [])
        assert.lengthOf(yield* claim(new Map([["webhook slow.test", 3]]), 4, 100), 1)
        yield* happen(farm, 2)
        yield* dispatch(planDeliveries)
        // three places: the group that has two already waits
        assert.deepStrictEqual(
          groups(yield* claim(new Map([["webhook slow.test", 2]]), 4, 3)),
          ["b.test", "b.test", "c.test"].toSorted()
        )
        yield* settleAll
      })
    )
  )

  it.effect("two workers never hold the same delivery", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const [one, other] = [yield* queue, yield* queue]
        const farm = yield* makeFarm
        yield* automate(
          farm,
          Array.from({ length: 20 }, (_, n) => `h${n}.test`)
        )
        yield* happen(farm, 5)
        yield* one.dispatch(planDeliveries)
        const held = (yield* Effect.all([one.claim(none, 4, 60), other.claim(none, 4, 60)], {
          concurrency: 2
        }))
          .flat()
          .map((c) => c.deliveryId)
        assert.strictEqual(new Set(held).size, held.length)
        assert.isAtLeast(held.length, 60)
        yield* settleAll
      })
    )
  )

  it.effect("a worker that comes back after its lease ran out settles nothing", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const { claim, dispatch, finish, release, retry } = yield* queue
        const farm = yield* makeFarm
        yield* automate(farm, ["a.test"])
        yield* happen(farm, 1)
        yield* dispatch(planDeliveries)
        const [frozen] = yield* claim(none, 4, 1)
        assert.deepStrictEqual(yield* claim(none, 4, 1), [])
        yield* sql`update deliveries set next_attempt_at = now()`
        const [second] = yield* claim(none, 4, 1)
        assert.deepInclude(second, { deliveryId: frozen!.deliveryId, attempt: 2 })
        yield* finish(frozen!, failed("UNREACHABLE", "x", { final: true }), { at: Date.now(), durationMs: 1 })
        yield* retry(frozen!, { at: "", duration_ms: 0, code: "UNREACHABLE", error: "x" }, 1)
        yield* release(frozen!)
        assert.deepInclude((yield* rowsOf(farm))[0], {
          status: "queued",
          attempts: 2,
          code: null,
          due: false
        })
        yield* finish(second!, sent("204"), { at: Date.now(), durationMs: 5 })
        yield* finish(second!, failed("UNREACHABLE", "x", { final: true }), { at: Date.now(), durationMs: 1 })
        assert.deepInclude((yield* rowsOf(farm))[0], { status: "sent", attempts: 2, code: null })
        assert.lengthOf(yield* sql`select from processing_traces where project_id = ${farm.project}::uuid`, 1)
        yield* settleAll
      })
    )
  )

  it.effect(
    "an attempt that was broken off does not count and is due at once; one that failed waits and is remembered",
    () =>
      Effect.scoped(
        Effect.gen(function* () {
          const { claim, dispatch, release, retry } = yield* queue
          const farm = yield* makeFarm
          yield* automate(farm, ["a.test"])
          yield* happen(farm, 1)
          yield* dispatch(planDeliveries)
          const [first] = yield* claim(none, 4, 1)
          yield* release(first!)
          assert.deepInclude((yield* rowsOf(farm))[0], { attempts: 0, due: true })
          const [again] = yield* claim(none, 4, 1)
          const met = { at: "2026-05-01T00:00:00.000Z", duration_ms: 3, code: "UNREACHABLE", error: "x" }
          yield* retry(again!, met, 60_000)
          assert.deepInclude((yield* rowsOf(farm))[0], {
            attempts: 1,
            due: false,
            code: "UNREACHABLE",
            error: "x",
            tries: [met]
          })
          yield* settleAll
        })
      )
  )

  it.effect(
    "an automation that is removed meanwhile is said to be gone, one that is disabled to be disabled",
    () =>
      Effect.scoped(
        Effect.gen(function* () {
          const sql = yield* SqlClient.SqlClient
          const { claim, dispatch } = yield* queue
          const farm = yield* makeFarm
          const [gone, off] = [yield* automate(farm, ["a.test"]), yield* automate(farm, ["b.test"])]
          yield* happen(farm, 1)
          yield* dispatch(planDeliveries)
          yield* sql`delete from automations where id = ${gone}::uuid`
          yield* sql`update automations set enabled = false, actions = '[]' where id = ${off}::uuid`
          const claimed = yield* claim(none, 4, 10)
          assert.sameDeepMembers(
            claimed.map((c) => [c.receiverGroup, c.isEnabled, c.action, c.automation.name]),
            [
              ["webhook a.test", null, null, "Tell"],
              ["webhook b.test", false, null, "Tell"]
            ]
          )
          yield* settleAll
        })
      )
  )

  it.effect("an automation removed while events are taken costs a repetition and nothing else", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const { dispatch } = yield* queue
        const farm = yield* makeFarm
        const gone = yield* automate(farm, ["a.test"])
        yield* automate(farm, ["b.test"])
        yield* happen(farm, 1)
        const dispatching = yield* sql.withTransaction(
          Effect.gen(function* () {
            yield* sql`delete from automations where id = ${gone}::uuid`
            const fiber = yield* Effect.forkScoped(dispatch(planDeliveries))
            yield* untilWaiting(1)
            return fiber
          })
        )
        assert.strictEqual(yield* Fiber.join(dispatching), 1)
        assert.deepStrictEqual(
          (yield* rowsOf(farm)).map((r) => r.lane),
          ["webhook b.test"]
        )
        yield* settleAll
      })
    )
  )

  it.effect("one worker at a time listens to a bot", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const work = yield* asRole("pugmark_work")
        const worker = (name: string) =>
          Effect.map(Layer.build(TelegramLinksSql(name).pipe(Layer.provide(work))), (built) =>
            Context.get(built, ChatLinks)
          )
        const [one, other] = [yield* worker("one"), yield* worker("other")]
        assert.strictEqual(yield* one.turn("7"), 0)
        assert.isNull(yield* other.turn("7"))
        yield* one.skip("7", 11)
        yield* one.skip("7", 10)
        assert.strictEqual(yield* one.turn("7"), 12)
        yield* one.leave("7")
        assert.strictEqual(yield* other.turn("7"), 12)
        assert.isNull(yield* one.turn("7"))
      })
    )
  )
})
