// How much came in over time: of a source that is a project's own all of it, of one that others use too what of it
// is seen, and of a part of the project that part alone.
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { makeMember } from "../../../support/http/people.ts"
import { serve, TestServer } from "../../../support/http/server.ts"
import {
  expectStatus,
  makeDevice,
  makeEntity,
  makeProject,
  makeSource
} from "../../../support/http/tracking.ts"
import { until } from "../../../support/until.ts"

interface Source {
  readonly id: string
  readonly is_whole: boolean
  readonly accepted: ReadonlyArray<number>
  readonly duplicates: ReadonlyArray<number>
  readonly rejected: ReadonlyArray<number>
  readonly unassigned: ReadonlyArray<number>
  readonly lag_p50: ReadonlyArray<number | null>
  readonly lag: { readonly p50: number; readonly p95: number } | null
}

const total = (list: ReadonlyArray<number>): number => list.reduce((a, b) => a + b, 0)
const totals = (of: Source | undefined) =>
  of === undefined ? null : [of.accepted, of.duplicates, of.rejected, of.unassigned].map(total)

const wear = Effect.fnUntraced(function* (project: string, source: string, external_id: string) {
  const cow = yield* makeEntity(project),
    collar = yield* makeDevice({ external_id, data_source_id: source })
  yield* expectStatus(201, "POST", `/devices/${collar.id}/project-assignments`, {
    project_id: project,
    valid_from: "2020-01-01T00:00:00Z"
  })
  yield* expectStatus(201, "POST", `/projects/${project}/entity-assignments`, {
    device_id: collar.id,
    entity_id: cow.id,
    valid_from: "2020-01-01T00:00:00Z"
  })
  return cow.id as string
})

layer(serve(), { excludeTestServices: true, timeout: "60 seconds" })("traffic over time", (it) => {
  it.effect(
    "is counted by source and bin as far as somebody sees, and how late it was",
    () =>
      Effect.gen(function* () {
        const { send } = yield* TestServer
        const north = yield* makeProject(),
          south = yield* makeProject()
        const own = yield* makeSource({ project_ids: [north.id] }),
          shared = yield* makeSource({ project_ids: [north.id, south.id] })
        const alma = yield* wear(north.id, own.id, "alma"),
          bert = yield* wear(north.id, own.id, "bert")
        yield* wear(north.id, shared.id, "north")
        yield* wear(south.id, shared.id, "south")
        const now = Date.now()
        const fix = (device: string, lateSeconds: number) => ({
          device,
          time: now - lateSeconds * 1000,
          lat: 51,
          lon: 10
        })
        const ingest = (source: { id: string; token: string }, body: unknown) =>
          send("POST", `/ingest/http/${source.id}`, { token: source.token, body })
        yield* ingest(own, [
          fix("alma", 10),
          fix("alma", 20),
          fix("bert", 3600),
          fix("stranger", 1),
          { device: "alma", time: "never", lat: 1, lon: 1 }
        ])
        yield* ingest(own, fix("alma", 10))
        yield* ingest(shared, [fix("north", 5), fix("south", 7), fix("south", 8)])

        const read = (path: string) => expectStatus(200, "GET", path)
        const counts = `/projects/${north.id}/traffic/counts`
        const find = (body: { sources: ReadonlyArray<Source> }, id: string) =>
          body.sources.find((source) => source.id === id)
        const whole = yield* until(
          read(counts),
          (body) => total(totals(find(body, own.id)) ?? []) === 6 && find(body, shared.id) !== undefined
        )
        assert.strictEqual(whole.bin_seconds, 60)
        assert.strictEqual(Date.parse(whole.from) % 60_000, 0)
        assert.deepStrictEqual(
          whole.sources.map((source: Source) => source.accepted.length),
          whole.sources.map(() => (Date.parse(whole.to) - Date.parse(whole.from)) / 60_000)
        )
        assert.isAtLeast(Date.parse(whole.to) - Date.parse(whole.from), 180 * 60_000)
        assert.isTrue(find(whole, own.id)!.is_whole)
        assert.deepStrictEqual(totals(find(whole, own.id)), [3, 1, 1, 1])
        // nothing of what the others send by it
        assert.isFalse(find(whole, shared.id)!.is_whole)
        assert.deepStrictEqual(totals(find(whole, shared.id)), [1, 0, 0, 0])
        assert.approximately(find(whole, own.id)!.lag!.p50, 20, 5)
        assert.approximately(find(whole, own.id)!.lag!.p95, 3242, 60)
        assert.approximately(
          find(whole, own.id)!.lag_p50.find((lag) => lag !== null)!,
          20,
          5
        )
        const histogram: ReadonlyArray<{ from_seconds: number; to_seconds: number; count: number }> =
          whole.lag_histogram
        assert.strictEqual(total(histogram.map(({ count }) => count)), 4)
        const hour = histogram.at(-1)!
        assert.isTrue(hour.from_seconds <= 3601 && 3600 < hour.to_seconds && hour.count === 1)

        const part = yield* makeMember(north.id, "viewer", { entities: [alma] })
        const seen = (yield* part.ask("GET", counts)).body
        assert.deepStrictEqual(
          seen.sources.map((source: Source) => source.id),
          [own.id]
        )
        assert.isFalse(seen.sources[0].is_whole)
        assert.deepStrictEqual(totals(seen.sources[0]), [2, 1, 1, 0])
        assert.isBelow(seen.lag.p95, 60)
        const none = yield* makeMember(north.id, "viewer", { entities: [(yield* makeEntity(north.id)).id] })
        const empty = (yield* none.ask("GET", counts)).body
        assert.deepStrictEqual([empty.sources, empty.lag, empty.lag_histogram], [[], null, []])
        assert.isString(bert)

        const all = yield* read("/traffic/counts?bin=600")
        assert.strictEqual(all.bin_seconds, 600)
        assert.deepStrictEqual(totals(find(all, shared.id)), [3, 0, 0, 0])
        assert.strictEqual((yield* part.ask("GET", "/traffic/counts")).body.permission, "server_admin")
      }),
    30_000
  )

  it.effect("has bins of whole minutes, as many as an answer takes", () =>
    Effect.gen(function* () {
      const { send } = yield* TestServer
      const project = yield* makeProject()
      const path = `/projects/${project.id}/traffic/counts`
      const week = yield* expectStatus(
        200,
        "GET",
        `${path}?from=2026-01-01T00:00:30Z&to=2026-01-08T00:00:00Z`
      )
      assert.deepStrictEqual([week.bin_seconds, week.from], [3600, "2026-01-01T00:00:00.000Z"])
      const odd = yield* expectStatus(
        200,
        "GET",
        `${path}?from=2026-01-01T00:00:00Z&to=2026-01-01T00:05:00Z&bin=61`
      )
      assert.deepStrictEqual([odd.bin_seconds, odd.to], [120, "2026-01-01T00:06:00.000Z"])
      for (const query of [
        "bin=59",
        "from=2026-01-02T00:00:00Z&to=2026-01-01T00:00:00Z",
        "from=2026-01-01T00:00:00Z&to=2026-01-02T00:00:00Z&bin=60"
      ])
        assert.strictEqual((yield* send("GET", `${path}?${query}`)).status, 422, query)
    })
  )
})
