// What is seen during a flood: how late the small project's events are, how many of the flooding project's
// are stored, and how much memory the server holds.
import { Effect } from "effect"
import type { Scope } from "effect/Scope"
import { instants, uuids } from "../../../src/store/sql/arrays.ts"
import type { Sql } from "../Database.ts"
import { crossingFix, ingest, type Side } from "./floodWorld.ts"
import type { Server } from "../Server.ts"

/** How often the tables are looked at while an event is awaited, and memory all the time, ms. */
const LOOK_MS = 20
const MEMORY_MS = 250

interface Sent {
  /** event time, when the 202 came, and when the event was there to be read; epoch ms */
  readonly at: number
  readonly taken: number
  seen: number | null
}

/** A small project at work: one fix a second, and each causes one event. */
export interface Trickle {
  readonly sent: ReadonlyArray<Sent>
  /** the slowest 202, ms, and how many answers were others */
  readonly slowest: () => number
  readonly refused: () => number
}

/** Begins to send, until the scope closes. */
export const trickle = (server: Server, sql: Sql, side: Side): Effect.Effect<Trickle, never, Scope> =>
  Effect.gen(function* () {
    const sent: Array<Sent> = []
    let slowest = 0,
      refused = 0
    const send = (n: number) =>
      Effect.gen(function* () {
        const at = Date.now()
        while ((yield* ingest(server, side, [crossingFix(side, n, at)])) !== 202) {
          refused++
          yield* Effect.sleep("200 millis")
        }
        const taken = Date.now()
        slowest = Math.max(slowest, taken - at)
        if (n > 0) sent.push({ at, taken, seen: null }) // the first fix only places the animal
        yield* Effect.sleep(Math.max(0, at + 1000 - taken))
      })
    const look = Effect.gen(function* () {
      const open = sent.filter((s) => s.seen === null)
      if (open.length > 0) {
        const rows = yield* Effect.orDie(sql<{ at: number }>`
        select (extract(epoch from time) * 1000)::float8 as at from events
        where project_id = ${side.id}::uuid and time >= ${new Date(open[0]!.at).toISOString()}::timestamptz`)
        const now = Date.now(),
          there = new Set(rows.map((row) => row.at))
        for (const each of open) if (there.has(each.at)) each.seen = now
      }
      yield* Effect.sleep(LOOK_MS)
    })
    yield* Effect.forkScoped(Effect.forever(look))
    yield* Effect.forkScoped(
      Effect.gen(function* () {
        for (let n = 0; ; n++) yield* send(n)
      })
    )
    return { sent, slowest: () => slowest, refused: () => refused }
  })

/** How late each event was or, where it never came, is by now, ms. */
export const delaysOf = ({ sent }: Trickle, now: number): ReadonlyArray<number> =>
  sent.map(({ seen, taken }) => Math.max(0, (seen ?? now) - taken))

/** The largest resident memory of the server since this began, bytes; until the scope closes. */
export const watchMemory = (server: Server): Effect.Effect<() => number, never, Scope> =>
  Effect.gen(function* () {
    let most = 0
    const look = Effect.sync(() => {
      most = Math.max(most, server.memory())
    })
    yield* Effect.forkScoped(Effect.forever(Effect.andThen(look, Effect.sleep(MEMORY_MS))))
    return () => most
  })

/** Counts the events of a project as they come: each call reads only what is new. */
export const counting = (sql: Sql, side: Side): Effect.Effect<number> => {
  let count = 0,
    last = 0
  return Effect.gen(function* () {
    const [row] = yield* Effect.orDie(sql<{ n: number; last: number | null }>`
      select count(*)::float8 as n, max(id)::float8 as last from event_stream
      where id > ${last}::int8 and project_id = ${side.id}::uuid and type = 'event.created'`)
    count += row!.n
    last = row!.last ?? last
    return count
  })
}

/**
 * What became of events that were to be: how many are stored; of the promised, how many are missing, missing
 * before one of the same rule and animal that is there, or there more than once; and how many nobody
 * promised.
 */
export interface Found {
  readonly stored: number
  readonly missing: number
  readonly gaps: number
  readonly doubled: number
  readonly unexpected: number
}

/**
 * Holds the events of a project against its rules and the times at which each has to fire for each of its
 * animals.
 */
export const findAll = (
  sql: Sql,
  side: Side,
  rules: ReadonlyArray<string>,
  times: ReadonlyArray<number>
): Effect.Effect<Found> =>
  Effect.map(
    Effect.orDie(sql<Found>`
    with promised as materialized (
      select r as rule_id, a as entity_id, t as time
      from unnest(${uuids(rules)}) r cross join unnest(${uuids(side.animals)}) a cross
        join unnest(${instants(times)}) t),
    found as materialized (
      select rule_id, entity_id, time, count(*) as n from events where project_id = ${side.id}::uuid
        group by 1, 2, 3),
    last as materialized (select rule_id, entity_id, max(time) as time from found group by 1, 2)
    select coalesce(sum(f.n), 0)::float8 as stored, (count(*) filter (where f.n is null))::float8 as missing,
      (count(*) filter (where f.n is null and p.time < l.time))::float8 as gaps,
      (count(*) filter (where f.n > 1))::float8 as doubled,
        (count(*) filter (where p.time is null))::float8 as unexpected
    from promised p full join found f using (rule_id, entity_id, time) left
      join last l using (rule_id, entity_id)`),
    ([row]) => row!
  )

/** Whether the rules have read everything, in lanes too where the schema knows them. */
export const isQuiet = (sql: Sql): Effect.Effect<boolean> =>
  Effect.gen(function* () {
    const [log] = yield* sql<{ left: boolean }>`
    select exists (select from observation_log l join partition_cursor c using (partition)
      where l.id > c.position) as left`
    if (log!.left) return false
    const [schema] = yield* sql<{ lanes: boolean }>`select to_regclass('project_lanes') is not null as lanes`
    if (!schema!.lanes) return true
    const [lanes] = yield* sql<{ open: boolean }>`select exists (select from project_lanes) as open`
    return !lanes!.open
  }).pipe(Effect.orDie)
