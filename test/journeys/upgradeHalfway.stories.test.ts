// The database of a release that was killed in the middle of things, under the present program: a project was in
// a lane with a window judged in part, ticks were judged for some animals of a partition, a past was judged again
// in part, holds were under way, a run was queued (test/support/upgrade/recordHalfway.ts). That release was then
// let go on with the same database: what it found is what has to be found here.
// @module-tag story
import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, Struct } from "effect"
import { EmptyDatabase, LoginSql } from "../support/sql/database.ts"
import { temporaryDirectory } from "../support/machine.ts"
import { foundIn, isDrained, isHalfway } from "../support/upgrade/halves.ts"
import { halfway, loadHalfway } from "../support/upgrade/loadHalfway.ts"
import { type Made, until } from "./client.ts"
import { startAsAdmin } from "./startAsAdmin.ts"
import type { Chart } from "../../src/domain/analysis/Result.ts"

const EmptySql = LoginSql.pipe(Layer.provideMerge(EmptyDatabase))
const { found, known, tables } = halfway
const at = `/projects/${known.project}`

const start = (directory: string) => startAsAdmin(directory, known.admin_token)

interface Run {
  readonly status: string
  readonly input_count: number
  readonly parameters: unknown
  readonly result: { readonly charts: ReadonlyArray<Chart> } | null
}

/** A chart as that release knew it: which hours are night is said since. */
const withoutNight = (chart: Chart): Omit<Chart, "night"> => Struct.omit(chart, ["night"])

describe("an upgrade in the middle of things", () => {
  it.live(
    "goes on in lanes, ticks and pasts that another release left half judged, and finds what that would have found",
    () =>
      Effect.scoped(
        Effect.gen(function* () {
          yield* loadHalfway
          assert.isTrue(yield* isHalfway)
          const then = yield* foundIn
          // some of what there is to find, and not all, was found before
          assert.isAbove(then.length, 0)
          assert.isBelow(then.length, found.events.length)

          const directory = yield* temporaryDirectory
          const { client, service } = yield* start(directory)
          yield* until("the rest", isDrained, (drained) => drained, 60)
          assert.deepStrictEqual(yield* foundIn, found.events)

          // who had an event in hand still has it, and what stands is what its records say
          const events = yield* client.all<Made & { readonly superseded: boolean }>(`${at}/events`)
          assert.includeMembers(
            events.map(({ id }) => id),
            tables["events"]!.map(({ id }) => String(id))
          )
          for (const { id } of events.filter(({ superseded }) => !superseded))
            assert.deepStrictEqual(yield* client.post<object>(`${at}/events/${id}/verify`, undefined), {
              result: "match",
              difference: []
            })

          const run = yield* until(
            "the run",
            client.get<Run>(`${at}/analyses/${known.run}`),
            ({ status }) => status === "completed"
          )
          assert.deepStrictEqual(
            {
              input_count: run.input_count,
              parameters: run.parameters,
              charts: run.result!.charts.map(withoutNight)
            },
            found.run
          )

          // once: neither a second start nor time finds anything again
          yield* service.stop
          yield* start(directory)
          yield* Effect.sleep("3 seconds")
          assert.isTrue(yield* isDrained)
          assert.deepStrictEqual(yield* foundIn, found.events)
        })
      ).pipe(Effect.provide(EmptySql)),
    120_000
  )
})
