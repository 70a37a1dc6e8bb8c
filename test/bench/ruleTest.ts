// Rule tests at the limits of the specification: a project's past of fifty thousand rows under two
// conditions, and five thousand steps of a schedule over a hundred subjects. How long an answer takes, how
// long other requests wait meanwhile, and what drawing adds to it.
import { Clock, Effect } from "effect"
import { Client } from "./Client.ts"
import type { Sql } from "./Database.ts"
import type { Line } from "./report.ts"
import { fast, FIXES, makePast, MINUTE } from "./rulePast.ts"
import type { Server } from "./Server.ts"

const ROUNDS = 5
const BEGIN = Date.parse("2026-03-01T00:00:00Z")
/** How often somebody else asks something small, ms. */
const PING_MS = 10

/** How much longer a test may take that is drawn too, and how large its answer may be, MiB. */
const MOST_DRAWN = 2
const MOST_MIB = 4
const MIB = 1024 * 1024

/** A status message an hour, while a schedule ticks every minute. */
const STEPS = 5000

const still = {
  trigger: { kind: "schedule", every_seconds: 60 },
  conditions: {
    all: [
      {
        type: "window",
        metric: "activity",
        aggregate: "max",
        seconds: 43_200,
        op: "<",
        value: 1,
        min_samples: 3
      },
      { type: "threshold", metric: "battery_voltage", op: ">", value: 3.2 }
    ]
  },
  cooldown_seconds: 43_200,
  event: { event_type: "STILL", title: "{entity} does not move" }
}

/** A status message an hour of everybody. */
const addStatus = (sql: Sql, project: string) =>
  Effect.gen(function* () {
    yield* sql`
    insert into measurements (device_id, project_id, entity_id, metric_key, original_time, value_number,
      received_at, batch_id)
    select id, project_id, id, m.key, t, m.low + random() * 0.9, t, 0
    from entities e, (values ('activity', 0.2), ('battery_voltage', 3)) as m (key, low),
      generate_series(0, ${Math.ceil(STEPS / 60)}) n,
      lateral (select ${new Date(BEGIN)}::timestamptz + n * interval '1 hour' as t) c
    where e.project_id = ${project}::uuid`
    yield* sql`analyze measurements`
  }).pipe(Effect.orDie)

interface Answer {
  readonly rows_read: number
  readonly steps: number
  readonly total: number
}

export interface RuleTested extends Answer {
  /** the fastest of some answers, ms */
  readonly took: number
  /** the longest that another request took meanwhile, ms */
  readonly wait: number
}

/** The longest answer to a small request, ms, until interrupted. */
const pinging = (client: Client, longest: { ms: number }) =>
  Effect.forever(
    Effect.gen(function* () {
      const began = yield* Clock.currentTimeMillis
      yield* client.get("/entity-types?limit=1")
      longest.ms = Math.max(longest.ms, (yield* Clock.currentTimeMillis) - began)
      yield* Effect.sleep(PING_MS)
    })
  )

const measured = (client: Client, path: string, body: object): Effect.Effect<RuleTested> =>
  Effect.gen(function* () {
    const ask = Effect.gen(function* () {
      const began = yield* Clock.currentTimeMillis
      const answer = yield* client.ask<Answer>(path, body)
      return { ...answer, took: (yield* Clock.currentTimeMillis) - began }
    })
    yield* ask // warms up
    const alone = yield* Effect.replicateEffect(ask, ROUNDS)
    const longest = { ms: 0 }
    yield* Effect.raceFirst(Effect.replicateEffect(ask, ROUNDS), pinging(client, longest))
    return { ...alone[0]!, took: Math.min(...alone.map((a) => a.took)), wait: longest.ms }
  })

/** What drawing adds to a test. */
interface Drawn {
  /** the fastest answer that draws, by the fastest that does not */
  readonly ratio: number
  readonly bytes: number
}

/** By turns, so that whatever else the machine does hits both. */
const drawn = (client: Client, path: string, body: object): Effect.Effect<Drawn> =>
  Effect.gen(function* () {
    const drawing = { ...body, include: ["evaluation"] }
    const bytes = yield* client.sizeOf(path, drawing) // warms up
    const timed = (asked: object) =>
      Effect.gen(function* () {
        const began = performance.now()
        yield* client.sizeOf(path, asked)
        return performance.now() - began
      })
    const pairs = yield* Effect.replicateEffect(Effect.all([timed(body), timed(drawing)]), ROUNDS)
    const fastest = (one: 0 | 1) => Math.min(...pairs.map((pair) => pair[one]))
    return { ratio: fastest(1) / fastest(0), bytes }
  })

const ruleTests = (
  client: Client,
  sql: Sql
): Effect.Effect<{ readonly rows: RuleTested; readonly drawing: Drawn; readonly steps: RuleTested }> =>
  Effect.gen(function* () {
    const { id } = yield* makePast(client, sql, "rule-tests", BEGIN)
    yield* addStatus(sql, id)
    const path = `/projects/${id}/rules/test-document`,
      from = new Date(BEGIN).toISOString()
    const to = (minutes: number) => new Date(BEGIN + minutes * MINUTE).toISOString()
    const rows = { document: fast, from, to: to(FIXES) }
    return {
      rows: yield* measured(client, path, rows),
      drawing: yield* drawn(client, path, rows),
      steps: yield* measured(client, path, { document: still, from, to: to(STEPS) })
    }
  })

/** The same as lines. */
export const ruleTestLines = (server: Server, sql: Sql): Effect.Effect<ReadonlyArray<Line>> =>
  Effect.gen(function* () {
    const { drawing, rows, steps } = yield* ruleTests(new Client(server), sql)
    return [
      {
        key: "ruletest_rows",
        label: `rule test of ${rows.rows_read} rows, two conditions`,
        value: rows.took,
        unit: "ms",
        target: { below: 1000 }
      },
      {
        key: "ruletest_rows_wait",
        label: "  longest answer to others meanwhile",
        value: rows.wait,
        unit: "ms"
      },
      {
        key: "ruletest_drawn",
        label: "  with its evaluation drawn, times as long",
        value: drawing.ratio,
        unit: "",
        digits: 2,
        target: { atMost: MOST_DRAWN }
      },
      {
        key: "ruletest_drawn_size",
        label: "  size of that answer",
        value: drawing.bytes / MIB,
        unit: "MiB",
        digits: 2,
        target: { atMost: MOST_MIB }
      },
      {
        key: "ruletest_steps",
        label: `rule test of ${steps.steps} schedule steps, 100 subjects`,
        value: steps.took,
        unit: "ms",
        target: { below: 5000 }
      },
      {
        key: "ruletest_steps_wait",
        label: "  longest answer to others meanwhile",
        value: steps.wait,
        unit: "ms"
      }
    ]
  })
