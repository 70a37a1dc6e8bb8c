// What the journal does between `begin` and `commit`: it sends. Real PostgreSQL; the batches are made by
// hand.
import { assert, layer } from "@effect/vitest"
import { Context, Effect, Layer } from "effect"
import * as SqlClient from "effect/sql/SqlClient"
import { v7 } from "uuid"
import { type BatchResult, makeBatch } from "../../../src/engine/evaluate/BatchResult.ts"
import { Journal, type NewEvent } from "../../../src/engine/ports.ts"
import { MAX_COMMIT_BYTES } from "../../../src/store/engine/journal/encode.ts"
import { JournalSql } from "../../../src/store/engine/JournalSql.ts"
import { OwnershipSql } from "../../../src/store/engine/OwnershipSql.ts"
import { DatabaseUrl, pool } from "../../../src/store/sql/Pg.ts"
import { TestSql } from "../../support/sql/database.ts"
import { addRule, type Farm, makeFarm } from "../../support/sql/farm.ts"
import { at as fix, document, type Draft, START, story } from "../../support/engine/timeline.ts"
import { STORY } from "../../support/stories.ts"
import { claimAllIn } from "../../support/engine/claimAll.ts"

const event = { event_type: "FAST", title: "{entity} is fast", create_alert: true }
const fast: Draft = { conditions: { type: "threshold", metric: "speed_kmh", op: ">", value: 40 }, event }
/**
 * A journal that tells whether its transaction is open; one that idles in it for longer than `idleMs` is
 * ended by the server.
 */
const openJournal = Effect.fnUntraced(function* (idleMs: number, maxConnections = 2) {
  const engine = pool({
    role: "pugmark_engine",
    maxConnections,
    applicationName: "encoding",
    statementTimeoutMs: 30_000
  }).pipe(Layer.provide(Layer.succeed(DatabaseUrl, yield* DatabaseUrl)))
  const watch = { isOpen: false, begun: 0 }
  const context = yield* Layer.build(Layer.provideMerge(OwnershipSql("encoding"), engine))
  const sql = Context.get(context, SqlClient.SqlClient)
  const withTransaction: typeof sql.withTransaction = (work) =>
    sql.withTransaction(
      Effect.gen(function* () {
        yield* sql`select set_config('idle_in_transaction_session_timeout', ${String(idleMs)}, true)`
        watch.isOpen = true
        watch.begun++
        return yield* work
      }).pipe(
        Effect.ensuring(
          Effect.sync(() => {
            watch.isOpen = false
          })
        )
      )
    )
  const watched = new Proxy(sql, {
    get: (target, name) => (name === "withTransaction" ? withTransaction : Reflect.get(target, name))
  })
  const journal = Context.get(
    yield* Layer.build(JournalSql.pipe(Layer.provide(Layer.succeed(SqlClient.SqlClient, watched)))),
    Journal
  )
  const { epochs } = yield* claimAllIn(context)
  return { sql, watch, commit: (changes: BatchResult) => journal.commit(epochs, changes) }
})

/** Events of one rule and one animal, a second apart, with the transitions that made them. */
const firings = (farm: Farm, rule: string, draft: Draft, keys: ReadonlyArray<string>) => {
  const made = story(draft).batch(fix(0, 0, { speedMps: 15.5 })),
    [first] = made.events
  const subject = { id: farm.animal, projectId: farm.project, entityId: farm.animal, deviceId: farm.collar }
  const events = keys.map((key, i): NewEvent => ({
    ...first!,
    id: v7(),
    key,
    alertId: v7(),
    traceId: v7(),
    at: first!.at + i * 1000,
    rule: { ...first!.rule, id: rule },
    subject,
    who: {
      device: { ...first!.who.device, id: farm.collar },
      entity: { ...first!.who.entity!, id: farm.animal }
    }
  }))
  const state = made.transitions[0]!.state
  const transitions = events.map((e) => ({
    rule: e.rule,
    subjectId: farm.animal,
    at: e.at,
    state,
    eventId: e.id,
    episode: e.id
  }))
  return { subject, state, events, transitions }
}

/** A batch with something of everything that one can have. */
const everything = (
  farm: Farm,
  rule: string,
  keys: ReadonlyArray<string>,
  version: number,
  look: <A extends object>(thing: A) => A
) => {
  const { events, state, subject, transitions } = firings(farm, rule, fast, keys)
  const [first] = events,
    last = events.at(-1)!
  const actor = { rule: last.rule, state, episode: last.id }
  const failure = {
    rule: last.rule,
    subject: look(subject),
    who: last.who,
    at: START,
    code: "RULE_CONDITION_UNKNOWN",
    detail: "exec",
    traceId: v7()
  }
  const end = { eventId: first!.id, at: START + 60_000, projectId: farm.project, subject: look(subject) }
  const changes = makeBatch(START, {
    events: events.map(look),
    transitions: transitions.map(look),
    states: new Map([[look(actor), look(subject)]]),
    moves: [look({ subject, filterKey: "0 0", at: START, placement: look({ version, inside: [] }) })],
    periods: [
      look({ subject, scopeKey: "", version, recordsAfter: START, ticksAfter: START, judged: new Map() })
    ],
    ticked: [look({ projectId: farm.project, partition: 0, to: START, half: null })],
    ended: [look(end)],
    adoptions: [look({ partition: 0, projectId: farm.project, version, from: 0 })],
    late: new Map([[subject.id, look({ subject: look(subject), from: START })]]),
    failures: [failure],
    skippedRow: look({ row: 1, projectIds: [farm.project], detail: "refused", traceId: v7() })
  })
  return { actor, events, changes: look(changes) }
}

layer(TestSql, { excludeTestServices: true, timeout: "60 seconds" })("the journal", (it) => {
  it.effect(
    "statements are encoded before the transaction begins, but for ids that the database answers",
    () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const farm = yield* makeFarm
        const rule = yield* addRule(farm, "Fast", document(fast))
        const { commit, watch } = yield* openJournal(5000)
        const reads: Array<string> = []
        const look = <A extends object>(thing: A): A =>
          new Proxy(thing, {
            get: (target, name, receiver) => {
              if (watch.isOpen) reads.push(String(name))
              return Reflect.get(target, name, receiver) as unknown
            }
          })
        const count = Effect.map(
          sql<{
            counts: ReadonlyArray<number>
          }>`select array[(select count(*)::int from events where rule_id = ${rule}::uuid),
            (select count(*)::int from alerts where project_id = ${farm.project}::uuid),
      (select count(*)::int from processing_traces where rule_id = ${rule}::uuid and status = 'ok'),
        (select count(*)::int from event_stream where project_id = ${farm.project}::uuid
        and type like '%created')] as counts`,
          ([row]) => row!.counts
        )
        const first = everything(farm, rule, ["a", "b", "c", "d"], 1, look)
        yield* commit(first.changes)
        assert.deepStrictEqual(reads, [])
        assert.deepStrictEqual(yield* count, [4, 4, 4, 8])

        // keys that are there already: what names their events is encoded anew, and only what is new is told
        const second = everything(farm, rule, ["e", "c", "d"], 2, look)
        yield* commit(second.changes)
        assert.notDeepEqual(reads, [])
        assert.deepStrictEqual(yield* count, [5, 5, 5, 10])
        assert.strictEqual(second.actor.episode, first.events[3]!.id)
        const [state] = yield* sql<{
          episode_event_id: string
        }>`select episode_event_id from rule_states where rule_id = ${rule}::uuid`
        assert.strictEqual(state!.episode_event_id, first.events[3]!.id)
        const named = yield* sql<{
          event_id: string
          episode_event_id: string
        }>`select event_id, episode_event_id from rule_transitions where rule_id = ${rule}::uuid order by id`
        assert.deepStrictEqual(
          named.map((t) => t.event_id),
          [...first.events.map((e) => e.id), second.events[0]!.id, first.events[2]!.id, first.events[3]!.id]
        )
        assert.deepStrictEqual(
          named.map((t) => t.episode_event_id),
          named.map((t) => t.event_id)
        )
      })
  )

  it.effect("a deleted project takes its rows along, and nothing is written for it afterwards", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const farm = yield* makeFarm
      const rule = yield* addRule(farm, "Fast", document(fast))
      const { commit } = yield* openJournal(5000)
      const batch = (key: string, version: number) =>
        everything(farm, rule, [key], version, (thing) => thing).changes
      const rows = Effect.map(
        sql<{ table: string; n: number }>`
          select 'states' as table, count(*)::int as n from rule_states where rule_id = ${rule}::uuid
          union all select 'transitions', count(*)::int from rule_transitions where rule_id = ${rule}::uuid
          union all select 'moves', count(*)::int from subject_moves where project_id = ${farm.project}::uuid
          union all select 'placements', count(*)::int from subject_placements
            where project_id = ${farm.project}::uuid
          union all select 'stream', count(*)::int from event_stream where project_id = ${farm.project}::uuid`,
        (found) => Object.fromEntries(found.map(({ n, table }) => [table, n]))
      )
      yield* commit(batch("kept", 1))
      assert.deepStrictEqual(yield* rows, { states: 1, transitions: 1, moves: 1, placements: 1, stream: 3 })
      const { adoptions: _none, events: _no, periods: _nor, ...others } = batch("late", 2)
      yield* sql`delete from projects where id = ${farm.project}::uuid`
      const gone = { states: 0, transitions: 0, moves: 0, placements: 0, stream: 0 }
      assert.deepStrictEqual(yield* rows, gone)
      const refused = yield* Effect.flip(
        commit(makeBatch(START, { states: others.states, moves: others.moves }))
      )
      assert.deepStrictEqual(
        [refused._tag, refused.message],
        ["Unfit", "a project was deleted while its records were evaluated"]
      )
      assert.deepStrictEqual(yield* rows, gone)
    })
  )

  it.effect(
    "5,000 events, one of which takes longer to encode than a transaction may idle, are committed",
    () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const farm = yield* makeFarm
        const rule = yield* addRule(farm, "Fast", document(fast))
        const { commit } = yield* openJournal(1500)
        const { events, transitions } = firings(
          farm,
          rule,
          fast,
          Array.from({ length: 5000 }, (_, i) => `many ${i}`)
        )
        let isEncoded = false
        const slow = new Proxy(events[0]!, {
          get: (target, name, receiver) => {
            if (name === "evaluated" && !isEncoded) {
              isEncoded = true
              for (const until = performance.now() + 2000; performance.now() < until;);
            }
            return Reflect.get(target, name, receiver) as unknown
          }
        })
        yield* commit(makeBatch(START, { events: [slow, ...events.slice(1)], transitions }))
        const [made] = yield* sql<{
          n: number
        }>`select count(*)::int as n from events where rule_id = ${rule}::uuid`
        assert.deepStrictEqual([isEncoded, made!.n], [true, 5000])
      }),
    STORY
  )

  it.effect("a commit whose texts weigh more than 64 MiB is refused before its transaction begins", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const farm = yield* makeFarm
      const title = "ä".repeat(512 * 1024)
      const rule = yield* addRule(farm, "Fast", document(fast))
      const { commit, watch } = yield* openJournal(5000)
      const { events } = firings(
        farm,
        rule,
        fast,
        Array.from({ length: 65 }, (_, i) => `long ${i}`)
      )
      const refusal = yield* Effect.flip(
        commit(makeBatch(START, { events: events.map((e) => ({ ...e, title })) }))
      )
      assert.strictEqual(refusal._tag, "TooLarge")
      if (refusal._tag === "TooLarge") assert.isAbove(refusal.bytes, MAX_COMMIT_BYTES)
      assert.strictEqual(MAX_COMMIT_BYTES, 64 * 1024 * 1024)
      assert.strictEqual(watch.begun, 0)
      assert.strictEqual((yield* sql`select from events where rule_id = ${rule}::uuid`).length, 0)
    })
  )

  it.effect(
    "events are planned for the first few commits and never again, whether it is known when their records came or not",
    () =>
      Effect.gen(function* () {
        const farm = yield* makeFarm
        const rule = yield* addRule(farm, "Fast", document(fast))
        const { commit, sql } = yield* openJournal(5000, 1)
        // one, two or three, as they come
        for (let n = 1; n <= 40; n++) {
          const keys = Array.from({ length: 1 + (n % 3) }, (_, i) => `plan ${n} ${i}`)
          const { events } = firings(farm, rule, fast, keys)
          const received = events.map((e) => ({ ...e, receivedAt: n % 2 === 0 ? START : null }))
          yield* commit(makeBatch(START, { events: received }))
        }
        const planned = yield* sql<{
          name: string
          anew: number
          once: number
          parameters: number
        }>`select name, custom_plans::int4 as anew, generic_plans::int4 as once,
            cardinality(parameter_types) as parameters
          from pg_prepared_statements
          where statement like '%insert into events%' and generic_plans + custom_plans = 20`
        assert.deepStrictEqual(
          planned.map(({ anew, once }) => ({ anew, once })),
          [
            { anew: 5, once: 15 },
            { anew: 5, once: 15 }
          ]
        )
        // that plan expects one event: what it joins with what it made, it would compare each with each
        for (const { name, parameters } of planned) {
          const nothing = Array.from({ length: parameters }, () => "null").join(", ")
          const plan = yield* sql.unsafe(`explain execute "${name}"(${nothing})`)
          assert.notMatch(JSON.stringify(plan), /Join Filter[^"]*\bmade\b/u)
          assert.match(JSON.stringify(plan), /CTE Scan on made/u)
        }
      })
  )
})
