// Records that are copied: the same rows and outcomes as inserted ones, whatever part of a delivery is repeated.
import { assert, layer } from "@effect/vitest"
import { Effect, Layer, Result, Struct } from "effect"
import * as SqlClient from "effect/sql/SqlClient"
import { accept } from "../../../src/domain/intake/accept.ts"
import type { Item, Report } from "../../../src/domain/intake/Report.ts"
import { makeCatalogue, refreshCatalogue } from "../../../src/store/intake/Catalogue.ts"
import { type Caches, commit } from "../../../src/store/intake/commit.ts"
import { makeRecordIds } from "../../../src/store/intake/RecordIds.ts"
import { RepeatingSources } from "../../../src/store/intake/RepeatingSources.ts"
import { split } from "../../../src/store/intake/WriteBatch.ts"
import { pool } from "../../../src/store/sql/Pg.ts"
import { constraintOf, sqlStateOf } from "../../../src/store/sql/sqlState.ts"
import { LoginSql, TestDatabase } from "../../support/sql/database.ts"
import { makePasture, sha256, type Source } from "../../support/sql/pasture.ts"
import { REPEATED, sampleOf } from "../../support/stories.ts"

const MINUTE = 60_000
/** All in `npm run stories`; one in a hundred in `npm test`, because each stores three deliveries. */
const CASES = sampleOf(sampleOf(Array.from({ length: 2000 }, (_, n) => n)))
const RECEIVED_AT = Date.UTC(2026, 10, 20)
/** Two minutes before a new month begins. */
const MONTH_END = Date.UTC(2026, 10, 1) - 2 * MINUTE
/** Three deliveries a case take a fifth of a second on a busy machine. */
const STORY_TIMEOUT_MS = 1_800_000
const names = Array.from({ length: 12 }, (_, i) => `d${i}`)

/** A small generator of numbers, the same in every run. */
const randomFrom = (seed: number) => {
  let state = seed
  const next = () => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32
    return state / 2 ** 32
  }
  return {
    below: (n: number) => Math.floor(next() * n),
    isOneIn: (n: number) => Math.floor(next() * n) === 0,
    number: next
  }
}
type Random = ReturnType<typeof randomFrom>

const itemOf = (random: Random, second: number): Item => {
  const orLeftOut = (name: string, value: unknown) => (random.isOneIn(2) ? { [name]: value } : {})
  return {
    device: names[random.below(names.length)]!,
    time: MONTH_END + second * 1000,
    lon: random.number() * 360 - 180,
    lat: random.number() * 180 - 90,
    ...orLeftOut("altitude_m", random.number() * 1000),
    ...orLeftOut("speed_mps", random.below(50) / 10),
    ...orLeftOut("heading_deg", random.below(360)),
    ...orLeftOut("accuracy_m", random.number() * 10),
    ...orLeftOut("satellites", random.below(20)),
    ...(random.isOneIn(5) ? { record_type: "network" } : {}),
    ...(random.isOneIn(10) ? { valid: false } : {}),
    ...(random.isOneIn(4) ? { hdop: random.below(9), note: "é\u{1F404}" } : {}),
    ...(random.isOneIn(2)
      ? { measurements: { battery_voltage: random.number() * 4, ignition: random.isOneIn(2), label: "x" } }
      : {}),
    ...(random.isOneIn(9) ? { state: { door: random.isOneIn(2) } } : {})
  }
}

/**
 * A delivery, and one of which a share repeats it: at the same place or at another, with other values or
 * none.
 */
const deliveriesOf = (random: Random, share: number) => {
  const first = Array.from({ length: 120 + random.below(60) }, (_, i) => itemOf(random, i))
  const repeated = Math.round(first.length * share)
  const again = first.slice(0, repeated).map((item) => {
    if (random.isOneIn(8)) return { ...item, lon: 1 }
    return random.isOneIn(8) ? { ...item, valid: random.isOneIn(2) } : item
  })
  const added = first.slice(repeated).map((_, i) => itemOf(random, 1000 + i))
  // now and then the same moment twice in one delivery
  if (added.length > 0 && random.isOneIn(4)) added.push({ ...added[0]!, lat: 2 })
  return { first, second: [...again, ...added] }
}

/** All that a delivery has left in the tables, without the numbers that each attempt draws of its own. */
const stored = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* Effect.forEach(
    ["positions", "measurements", "device_states"],
    (table) =>
      sql<{ row: string }>`
      select (to_jsonb(r) - 'id' - 'batch_id' || jsonb_build_object(
        'place', rank() over (order by id), 'batch', dense_rank() over (order by batch_id)
      ))::text as row
      from ${sql.literal(table)} r
      order by device_id, original_time, id`.unprepared
  )
  const log = yield* sql`select partition, size, project_ids from observation_log order by id`
  return { rows, log }
})

const copying = pool({
  role: "pugmark_ingest",
  copies: true,
  maxConnections: 2,
  applicationName: "ingest",
  statementTimeoutMs: 30_000
})

const cachesOf = Effect.fnUntraced(function* (repeating: ReadonlyArray<Source>) {
  const caches: Caches = {
    catalogue: makeCatalogue(),
    months: new Set(),
    ids: makeRecordIds(),
    repeating: new RepeatingSources()
  }
  yield* refreshCatalogue(yield* SqlClient.SqlClient, caches.catalogue)
  for (const { id } of repeating) caches.repeating.note(id)
  return caches
})

const itemsOf = (items: ReadonlyArray<Item>) => items.map((item) => accept(item, RECEIVED_AT, MINUTE))

/** Commits a delivery, by COPY where possible, or by inserts. */
const commitBy = Effect.fnUntraced(function* (
  way: "copy" | "insert",
  source: Source,
  verdicts: ReturnType<typeof itemsOf>,
  caches?: Caches
) {
  const [batch] = split(
    {
      credential: { sourceId: source.id, tokenHash: sha256(source.token) },
      receivedAt: RECEIVED_AT,
      raw: verdicts.map((_, n) => ({ n })),
      verdicts
    },
    4000
  )
  const sql = yield* SqlClient.SqlClient
  const [result] = yield* commit(
    sql,
    caches ?? (yield* cachesOf(way === "insert" ? [source] : [])),
    new Map(),
    [batch!]
  )
  return Result.getOrThrow(result!)
})

/** Runs a transaction, and takes it back. */
const inVain = <A, E, R>(work: Effect.Effect<A, E, R>) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    let answer: A | undefined
    yield* Effect.exit(
      sql.withTransaction(
        Effect.andThen(
          Effect.tap(work, (value) => Effect.sync(() => (answer = value))),
          Effect.fail("taken back")
        )
      )
    )
    return answer!
  })

/** Whether the positions of the last batch have a subtransaction of their own, as copied ones have. */
const wasCopied = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const [row] = yield* sql<{ is_apart: boolean }>`
    select xmin::text <> (select xmin::text from observation_log order by id desc limit 1) as is_apart
    from positions
    order by batch_id desc
    limit 1`
  return row!.is_apart
})

const fixesOf = (count: number, of: (n: number) => object = () => ({})): ReadonlyArray<Item> =>
  Array.from({ length: count }, (_, n) => ({
    device: names[n % names.length]!,
    time: MONTH_END + n * 1000,
    lon: 10,
    lat: 50,
    ...of(n)
  }))

layer(Layer.provideMerge(copying, TestDatabase), { excludeTestServices: true, timeout: "600 seconds" })(
  "a delivery",
  (it) => {
    const setUp = Effect.map(Effect.provide(makePasture(...names), LoginSql), ({ source }) => source)

    it.effect(
      "of which 0, 1, 50 or 100 % is repeated leaves the same rows and gives the same outcomes by COPY and by inserts",
      () =>
        Effect.gen(function* () {
          const source = yield* setUp
          let copied = 0
          for (const [i, n] of CASES.entries()) {
            const { first, second } = deliveriesOf(randomFrom(n), [0, 0.01, 0.5, 1][i % 4]!)
            const isCopied = yield* inVain(
              Effect.gen(function* () {
                yield* commitBy("insert", source, itemsOf(first))
                const attempt = (way: "copy" | "insert") =>
                  inVain(
                    Effect.gen(function* () {
                      const outcomes = yield* commitBy(way, source, itemsOf(second))
                      const shown = outcomes.map((outcome) => Struct.omit(outcome, ["traceId"]))
                      return { after: { outcomes: shown, ...(yield* stored) }, isCopied: yield* wasCopied }
                    })
                  )
                const [byInsert, byCopy] = [yield* attempt("insert"), yield* attempt("copy")]
                assert.isFalse(byInsert.isCopied)
                assert.deepStrictEqual(byCopy.after, byInsert.after, `case ${n}`)
                return byCopy.isCopied
              })
            )
            if (isCopied) copied++
          }
          // a quarter of the cases repeats nothing, and most of these have no moment twice
          assert.isAbove(copied, CASES.length / 8)
        }),
      { ...REPEATED, timeout: STORY_TIMEOUT_MS }
    )

    it.effect("is copied from a hundred fixes on, unless its source repeated some of late", () =>
      Effect.gen(function* () {
        const source = yield* setUp
        const caches = yield* cachesOf([])
        const send = (items: ReadonlyArray<Item>) =>
          Effect.andThen(commitBy("copy", source, itemsOf(items), caches), wasCopied)
        yield* inVain(
          Effect.gen(function* () {
            const later = (minutes: number) => (n: number) => ({
              time: MONTH_END + minutes * MINUTE + n * 1000
            })
            assert.isFalse(yield* send(fixesOf(99)))
            assert.isTrue(yield* send(fixesOf(100, later(10))))
            const withOneOfBefore = [...fixesOf(100, later(20)), ...fixesOf(1)]
            assert.isFalse(yield* send(withOneOfBefore))
            for (let n = 0; n < 32; n++) assert.isFalse(yield* send(fixesOf(100, later(30 + n * 10))))
            assert.isTrue(yield* send(fixesOf(100, later(1000))))
          })
        )
      })
    )

    it.effect("with a value that the database refuses fails by COPY as by inserts", () =>
      Effect.gen(function* () {
        const source = yield* setUp
        const broken: ReadonlyArray<Partial<NonNullable<Report["fix"]>>> = [
          { lon: 181 },
          { satellites: 40_000 },
          { satellites: -1 },
          { altitudeM: Number.NaN },
          { attributes: '{"a":"\\u0000"}' },
          { attributes: "{" }
        ]
        for (const change of broken) {
          const verdicts = itemsOf(fixesOf(150)).map((verdict, n) =>
            verdict._tag === "Report" && n === 140
              ? { ...verdict, fix: { ...verdict.fix!, ...change } }
              : verdict
          )
          const failure = (way: "copy" | "insert") =>
            Effect.map(Effect.flip(commitBy(way, source, verdicts)), (error) => {
              assert(error._tag === "SqlError")
              return [sqlStateOf(error), constraintOf(error), String(error.reason.cause)]
            })
          assert.deepStrictEqual(yield* failure("copy"), yield* failure("insert"))
        }
      })
    )

    it.effect(
      "that overlaps another in two months at the same time waits for it, whichever way each goes",
      () =>
        Effect.gen(function* () {
          const source = yield* setUp
          const sql = yield* SqlClient.SqlClient
          const [before] = yield* sql<{ n: number }>`select count(*)::int4 as n from positions`
          for (let round = 0; round < 20; round++) {
            const items = fixesOf(240, (n) => ({
              time: MONTH_END + (n % 20) * 12_000 + round,
              lon: (n % 12) + 1
            }))
            const verdicts = itemsOf(items)
            const both = yield* Effect.all(
              [
                commitBy("copy", source, verdicts),
                commitBy(round % 2 === 0 ? "copy" : "insert", source, verdicts.toReversed())
              ],
              { concurrency: 2 }
            )
            const accepted = both
              .flat()
              .filter(({ code, status }) => status === "accepted" && code === undefined)
            assert.strictEqual(
              accepted.length,
              new Set(items.map(({ device, time }) => `${device} ${time}`)).size
            )
          }
          const [after] = yield* sql<{ n: number }>`select count(*)::int4 as n from positions`
          assert.strictEqual(after!.n - before!.n, 20 * 60)
        })
    )
  }
)
