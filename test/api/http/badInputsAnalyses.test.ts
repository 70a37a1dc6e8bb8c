// The corpus, on analyses: what cannot be asked is refused with its reason, and what poisons a computation
// hurts the run alone.
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import * as SqlClient from "effect/sql/SqlClient"
import { csvOf } from "../../../src/api/write/csvOf.ts"
import {
  assertExpected,
  assertUnhurt,
  badInputs,
  isGenerated,
  type Line
} from "../../support/http/badInputs.ts"
import {
  DAY,
  ended,
  makeRange,
  parametersOf,
  type Range,
  startRun,
  startWorker
} from "../../support/http/runs.ts"
import { serve, TestServer } from "../../support/http/server.ts"
import { expectStatus, NOBODY } from "../../support/http/tracking.ts"

const runsOf = ({ project }: Range) => `/projects/${project}/analyses`

/** Lines that are a body; the animal that they name is one of ours. */
const bodyOf = (input: object, range: Range): object =>
  JSON.parse(
    JSON.stringify(input, (key, value: unknown) => {
      if (isGenerated(value))
        return value.$gen === "uuids"
          ? Array.from(
              { length: Number(value["n"]) },
              (_, i) => `33333333-3333-4333-8333-${String(i).padStart(12, "0")}`
            )
          : String(value["c"]).repeat(Number(value["n"]))
      return key === "entity_ids" && Array.isArray(value) ? [range.animals[0]!.id] : value
    })
  )

const isBody = ({ input }: Line) => typeof input === "object" && input !== null && "module" in input

const sandbox = new URL("../../../sandbox/main.ts", import.meta.url)

layer(serve(), { excludeTestServices: true, timeout: "60 seconds" })("analysis_params", (it) => {
  for (const line of badInputs("analysis_params").filter(isBody)) {
    it.effect(`${line.name}: ${line.expect.outcome}`, () =>
      Effect.gen(function* () {
        const { send } = yield* TestServer
        const sql = yield* SqlClient.SqlClient
        const range = yield* makeRange(["Alma"])
        assertExpected(
          line,
          yield* send("POST", runsOf(range), { body: bodyOf(line.input as object, range) })
        )
        assert.deepStrictEqual(
          yield* sql`select from analysis_runs where project_id = ${range.project}::uuid
            and status <> 'queued'`,
          []
        )
        yield* sql`delete from analysis_runs`
        yield* assertUnhurt
      })
    )
  }

  it.effect("rerun of a deleted run: unknown run", () =>
    Effect.gen(function* () {
      const { send } = yield* TestServer
      const range = yield* makeRange(["Alma"])
      assert.strictEqual((yield* send("POST", `${runsOf(range)}/${NOBODY}/rerun`)).status, 404)
    })
  )

  it.effect("group cycle: expansion terminates", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const range = yield* makeRange(["Alma"])
      const add = (parent: object = {}) =>
        expectStatus(201, "POST", `/projects/${range.project}/groups`, {
          name: `Group ${Object.keys(parent).length}`,
          ...parent
        })
      const top = yield* add()
      const below = yield* add({ parent_id: top.id })
      yield* expectStatus(200, "PATCH", `/projects/${range.project}/entities/${range.animals[0]!.id}`, {
        group_id: below.id
      })
      // the API refuses a cycle; whoever makes one in the database
      yield* sql.withTransaction(
        Effect.andThen(
          sql`set local session_replication_role = replica`,
          sql`update groups set parent_id = ${below.id}::uuid where id = ${top.id}::uuid`
        )
      )
      const { entity_ids: _, ...period } = parametersOf(range)
      const run = yield* expectStatus(201, "POST", runsOf(range), {
        module: "movement",
        parameters: { ...period, group_id: top.id }
      })
      assert.deepStrictEqual(run.parameters.entity_ids, [range.animals[0]!.id])
      yield* sql`delete from analysis_runs`
    })
  )

  it.effect(
    "poison data: two clusters at the poles, fixes at 0,0, identical points, a clock that jumps: " +
      "completed or failed with a code, worker alive",
    () =>
      Effect.scoped(
        Effect.gen(function* () {
          const sql = yield* SqlClient.SqlClient
          yield* startWorker({ entry: sandbox, heapMb: 800, totalMb: 800 })
          const poisons = {
            poles: "case when n::int % 2 = 0 then 89.999999 else -89.999999 end, lon = n * 5.9 - 180",
            zero: "0, lon = 0",
            identical: "50, lon = 10",
            antimeridian: "10, lon = case when n::int % 2 = 0 then 179.9999 else -179.9999 end"
          }
          for (const [name, places] of Object.entries(poisons)) {
            const range = yield* makeRange([name], 60)
            yield* sql.unsafe(
              `update positions p set lat = ${places}
                from (select id, original_time, row_number() over (order by original_time)::float8 - 1 as n
                from positions where entity_id = '${range.animals[0]!.id}') r where r.id = p.id
                and r.original_time = p.original_time`
            )
            const run = yield* ended(range.project, (yield* startRun(range)).id)
            assert.include(["completed", "failed"], run.status, name)
            assert.strictEqual(run.status, "completed", `${name}: ${run.error_message}`)
            assert.notMatch(JSON.stringify(run.result), /NaN|Infinity/, name)
          }
          yield* assertUnhurt
        })
      )
  )
})

layer(serve(), { excludeTestServices: true, timeout: "60 seconds" })("time_range", (it) => {
  /** A line as the period of a run: what it leaves out is a year that holds every other. */
  const periodOf = (query: string) => {
    const given = new URLSearchParams(query.replaceAll("+", "%2B"))
    return {
      time_from: given.get("from") ?? "1991-01-01T00:00:00Z",
      time_to: given.get("to") ?? "1991-02-01T00:00:00Z"
    }
  }

  for (const line of badInputs("time_range").filter(
    ({ name }) => name !== "zone unknown" && name !== "half-open bounds"
  )) {
    it.effect(`${line.name}: ${line.expect.outcome}`, () =>
      Effect.gen(function* () {
        const { send } = yield* TestServer
        const range = yield* makeRange(["Alma"])
        const parameters = { ...parametersOf(range), ...periodOf(String(line.input)) }
        assertExpected(line, yield* send("POST", runsOf(range), { body: { module: "movement", parameters } }))
        const compared = { ...parametersOf(range), comparison: periodOf(String(line.input)) }
        assertExpected(
          line,
          yield* send(
            "GET",
            `${runsOf(range)}/estimate?module=movement&parameters=${encodeURIComponent(JSON.stringify(compared))}`
          )
        )
        yield* assertUnhurt
      })
    )
  }

  it.effect("half-open bounds: a fix exactly at to is in exactly one of two adjacent periods", () =>
    Effect.gen(function* () {
      const range = yield* makeRange(["Alma"], 7)
      const fixesIn = (from: number, to: number) =>
        Effect.map(
          expectStatus(
            200,
            "GET",
            `${runsOf(range)}/estimate?module=movement&entity_ids=${range.animals[0]!.id}` +
              `&time_from=${new Date(DAY + from * 600_000).toISOString()}` +
              `&time_to=${new Date(DAY + to * 600_000).toISOString()}`
          ),
          (e) => e.fixes
        )
      assert.deepStrictEqual([yield* fixesIn(0, 3), yield* fixesIn(3, 7), yield* fixesIn(0, 7)], [3, 4, 7])
    })
  )
})

layer(serve(), { excludeTestServices: true, timeout: "60 seconds" })("export", (it) => {
  it.effect("what traversal: enum", () =>
    Effect.gen(function* () {
      const { send } = yield* TestServer
      const range = yield* makeRange(["Alma"])
      const [line] = badInputs("export").filter(({ name }) => name === "what traversal")
      const run = yield* startRun(range)
      assertExpected(
        line!,
        yield* send("GET", `${runsOf(range)}/${run.id}/export?${String(line!.input)}&format=csv`)
      )
    })
  )

  it.effect(
    "names that are formulas, names with a line feed, and negative numbers come out of a run as texts, " +
      "one line, and numbers",
    () =>
      Effect.scoped(
        Effect.gen(function* () {
          const sql = yield* SqlClient.SqlClient
          const { send } = yield* TestServer
          yield* startWorker({ entry: sandbox, heapMb: 800, totalMb: 800 })
          const range = yield* makeRange(["=1+1"], 40)
          yield* sql`update entities set name = E'=1+1' where id = ${range.animals[0]!.id}::uuid`
          const run = yield* ended(range.project, (yield* startRun(range)).id)
          assert.strictEqual(run.status, "completed", run.error_message)
          const csv = yield* send("GET", `${runsOf(range)}/${run.id}/export?what=summary&format=csv`)
          assert.strictEqual(csv.status, 200)
          assert.include(csv.body, `"'=1+1"`)
          const line = csvOf({
            key: "t",
            title: "T",
            columns: [
              { key: "a", label: "A", type: "text", unit: null },
              { key: "b", label: "B", type: "number", unit: null }
            ],
            rows: [["a\n=1+1", -5]]
          })
          assert.strictEqual(line, `"a","b"\r\n"a =1+1",-5\r\n`)
          assert.strictEqual(
            (yield* send("POST", runsOf(range), {
              body: { module: "movement", parameters: parametersOf(range, { entity_ids: ["=1"] }) }
            })).status,
            422
          )
        })
      )
  )
})
