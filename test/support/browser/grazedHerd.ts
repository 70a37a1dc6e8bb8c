// A herd with ten days of fixes and two pastures, of which runs are asked; and the end of a run.
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { randomBytes } from "node:crypto"
import type { ResultDocument } from "../../../src/domain/analysis/Result.ts"
import type { Run } from "../../../src/domain/analysis/Run.ts"
import { type Client, until } from "../../journeys/client.ts"
import { addCollar, type Fix, type Herd, makeHerd, send } from "../../journeys/herd.ts"

const BEGIN = Date.parse("2025-03-01T00:00:00Z"),
  HOUR = 3_600_000,
  HOURS = 240
const iso = (hour: number) => new Date(BEGIN + hour * HOUR).toISOString()

/** Ten days, hourly; Berta has too few fixes for a home range. */
const places: Readonly<Record<string, (hour: number) => readonly [lon: number, lat: number] | null>> = {
  Alma: (hour) => [hour < HOURS / 2 ? 10.02 : 10.12, 50.02 + (hour % 7) * 0.002],
  Berta: (hour) => (hour % 24 === 0 ? [10.03, 50.03] : null),
  Cleo: (hour) => [10.3, 50 + (hour % 2) * 0.01]
}

const pasture = (west: number) => ({
  type: "Polygon",
  coordinates: [
    [
      [west, 50],
      [west + 0.05, 50],
      [west + 0.05, 50.05],
      [west, 50.05],
      [west, 50]
    ]
  ]
})

/** GrazedHerd is a project of a test's own: Alma, Berta and Cleo, the pastures West and East. */
export interface GrazedHerd extends Herd {
  /** `/p/<slug>` */
  readonly path: string
  /** below the API */
  readonly runs: string
  /** in the order of their names */
  readonly entity_ids: ReadonlyArray<string>
  /** Queues a run about the whole herd, of the second half of its time compared with the first. */
  readonly ask: (module: "movement" | "grazing", more?: object) => Effect.Effect<Run>
  /** Waits for a result. */
  readonly ended: (id: string) => Effect.Effect<Run & { readonly result: ResultDocument }>
}

/** Waits until a run, by its path below the API, is completed. */
export const completed = (
  client: Client,
  path: string,
  seconds = 60
): Effect.Effect<Run & { readonly result: ResultDocument }> =>
  Effect.gen(function* () {
    const run = yield* until(
      "the end of the run",
      client.get<Run>(path),
      ({ status }) => status !== "queued" && status !== "running",
      seconds
    )
    assert.strictEqual(run.status, "completed", run.error_message ?? "")
    return { ...run, result: run.result! }
  })

/** makeGrazedHerd makes it in a project whose address begins with `word`. */
export const makeGrazedHerd = (client: Client, word: string): Effect.Effect<GrazedHerd> =>
  Effect.gen(function* () {
    const slug = `${word}-${randomBytes(3).toString("hex")}`
    const herd = yield* makeHerd(client, slug)
    const entity_ids: Array<string> = []
    for (const [name, placeAt] of Object.entries(places)) {
      entity_ids.push((yield* addCollar(client, herd, name)).entityId!)
      const fixes = Array.from({ length: HOURS }, (_, hour) => ({ hour, at: placeAt(hour) })).flatMap(
        ({ at, hour }): ReadonlyArray<Fix> =>
          at === null ? [] : [{ device: name, time: iso(hour), lon: at[0], lat: at[1] }]
      )
      yield* Effect.orDie(send(client, herd, fixes))
    }
    const feature_ids: Array<string> = []
    for (const [name, west] of [
      ["West", 10],
      ["East", 10.1]
    ] as const)
      feature_ids.push(
        (yield* client.post(`/projects/${herd.projectId}/features`, {
          feature_type: "zone",
          name,
          geometry: pasture(west)
        })).id
      )
    const runs = `/projects/${herd.projectId}/analyses`
    const period = {
      time_from: iso(HOURS / 2),
      time_to: iso(HOURS),
      comparison: { time_from: iso(0), time_to: iso(HOURS / 2) }
    }
    return {
      ...herd,
      path: `/p/${slug}`,
      runs,
      entity_ids,
      ask: (module, more = {}) =>
        client.post<Run>(runs, {
          module,
          parameters: { entity_ids, ...period, ...(module === "grazing" ? { feature_ids } : {}) },
          ...more
        }),
      ended: (id) => completed(client, `${runs}/${id}`)
    }
  })
