// The guide's walk of an operator, typed block by block into a shell as it stands there, on a farm where a
// collar went to another cow and nobody entered it. What each block prints is what the guide shows below it,
// but for the ids and times of the day.
// @module-tag story
import { assert, layer } from "@effect/vitest"
import { Effect, Redacted } from "effect"
import { execFile, spawnSync } from "node:child_process"
import { DatabaseUrl } from "../../src/store/sql/Pg.ts"
import { TestSql } from "../support/sql/database.ts"
import { guidePage } from "../support/guide.ts"
import { type Service, startService } from "../support/processes/service.ts"
import { temporaryDirectory } from "../support/machine.ts"
import { COW } from "../support/http/tracking.ts"
import { type Made, makeClient, until } from "./client.ts"

const page = guidePage("operators-walk")
/** What is typed, and what is seen. */
const blocks = [...page.matchAll(/```sh\n([\s\S]*?)```\s+```json\n([\s\S]*?)```/gu)].map(
  ([, typed, seen]) => ({ typed: typed!, seen: seen! })
)

const hasTools = spawnSync("bash", ["-c", "command -v jq curl"]).status === 0

/** Moments and numbers of records are other ones each time. */
const masked = (text: string) =>
  text
    .replaceAll(/"\d{4}-\d\d-\d\dT[\d:.]+Z"/gu, `"…"`)
    .replaceAll(/"(record_id|time)":\d+/gu, `"$1":0`)
    .trim()
    .split("\n")

interface Event extends Made {
  readonly title: string
  readonly time: string
  readonly late: boolean
  readonly superseded: boolean
}

const HOUR = 3_600_000

/**
 * A farm as in "Your first project", with a night on record: Alma went astray in the morning, and her collar,
 * on another cow by then, at 3 a.m.
 */
const settle = Effect.fnUntraced(function* (service: Service) {
  const { all, ask, get, post } = makeClient(service)
  const project = yield* post("/projects", { name: "North range", slug: "north", timezone: "Europe/Berlin" })
  const alma = yield* post(`/projects/${project.id}/entities`, { name: "Alma", entity_type_id: COW })
  yield* post(`/projects/${project.id}/features`, {
    feature_type: "geofence",
    name: "Home",
    geometry: {
      type: "Polygon",
      coordinates: [
        [
          [14, 51],
          [14.1, 51],
          [14.1, 51.1],
          [14, 51.1],
          [14, 51]
        ]
      ]
    }
  })
  const { items } = yield* get<{
    readonly items: ReadonlyArray<{ readonly key: string; readonly name: string; readonly document: unknown }>
  }>(`/projects/${project.id}/rules/templates`)
  const { document, name } = items.find(({ key }) => key === "geofence_exit")!
  yield* post(`/projects/${project.id}/rules`, { name, document, enabled: true })
  const source = yield* post<Made & { readonly token: string }>("/data-sources", {
    name: "Collars",
    adapter_key: "generic_http",
    project_ids: [project.id]
  })
  const collar = yield* post("/devices", {
    name: "Collar 1",
    external_id: "collar-1",
    data_source_id: source.id
  })
  yield* post(`/devices/${collar.id}/project-assignments`, {
    project_id: project.id,
    valid_from: "2020-01-01T00:00:00Z"
  })
  yield* post(`/projects/${project.id}/entity-assignments`, {
    device_id: collar.id,
    entity_id: alma.id,
    valid_from: "2020-01-01T00:00:00Z"
  })

  const now = Date.now()
  const fixes = (
    [
      [20, 14.05],
      [19, 14.2],
      [18, 14.05],
      [11, 14.06],
      [6, 14.04],
      [1, 14.05],
      [0, 14.25]
    ] as const
  ).map(([ago, lon]) => ({
    device: "collar-1",
    time: Math.floor((now - ago * HOUR) / 1000),
    lat: 51.05,
    lon
  }))
  for (const fix of fixes)
    assert.strictEqual((yield* ask("POST", `/ingest/http/${source.id}`, fix, source.token)).status, 202)

  const eventsOf = all<Event>(`/projects/${project.id}/events`)
  const [wrong, right] = yield* until("the events", eventsOf, ({ length }) => length === 2)
  const [, early] = yield* all<Made>(`/projects/${project.id}/alerts`)
  yield* post(`/projects/${project.id}/alerts/${early!.id}/resolve`, { note: "She came back by herself." })
  yield* until(
    "the traffic",
    all(`/projects/${project.id}/traffic?device_id=${collar.id}`),
    ({ length }) => length === fixes.length
  )
  const verdictOf = ({ id }: Made) =>
    Effect.map(
      post<{ readonly result: string }>(`/projects/${project.id}/events/${id}/verify`, undefined),
      ({ result }) => result
    )
  return { eventsOf, wrong: wrong!, right: right!, verdictOf }
})

/** One shell types them all; each block's words apart. */
const type = (service: Service) =>
  Effect.promise(
    () =>
      new Promise<ReadonlyArray<string>>((resolve, reject) => {
        const setUp =
          `export T="authorization: Bearer ${service.token}" A=${service.origin}/api/v1 ` +
          `J="content-type: application/json"`
        const script = [setUp, ...blocks.map(({ typed }) => typed)].join("\nprintf '\\f'\n")
        execFile(
          "bash",
          ["--norc", "-euo", "pipefail", "-c", script],
          { timeout: 60_000, env: { PATH: process.env["PATH"] } },
          (error, stdout, stderr) =>
            error === null ? resolve(stdout.split("\f").slice(1)) : reject(new Error(stdout + stderr))
        )
      })
  )

layer(TestSql, { excludeTestServices: true, timeout: "60 seconds" })("an operator's walk", (it) => {
  it.effect.runIf(hasTools)(
    "goes from an alert nobody understands to the trace, the raw payload, the assignment that was wrong, the re-attribution, and the verified event",
    () =>
      Effect.scoped(
        Effect.gen(function* () {
          const service = yield* startService({
            directory: yield* temporaryDirectory,
            databaseUrl: Redacted.value(yield* DatabaseUrl)
          })
          const { eventsOf, right, verdictOf, wrong } = yield* settle(service)
          const said = yield* type(service)
          assert.lengthOf(said, page.split("```sh").length - 1)
          assert.isAbove(said.length, 5)
          blocks.forEach(({ seen, typed }, i) =>
            assert.deepStrictEqual(masked(said[i]!), masked(seen), typed)
          )

          const events = yield* eventsOf
          const told = (e: Event) => [e.title, e.time, e.late, e.superseded]
          assert.sameDeepMembers(events.map(told), [
            ["Berta left Home", wrong.time, true, false],
            ["Alma left Home", wrong.time, false, true],
            ["Alma left Home", right.time, false, false]
          ])
          // what Alma did herself in the morning is as it was
          assert.deepStrictEqual(
            [yield* verdictOf(right), yield* verdictOf(wrong)],
            ["match", "data_changed"]
          )
        })
      ),
    120_000
  )
})
