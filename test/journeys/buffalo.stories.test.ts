// Real tracks: 11,576 fixes of five buffaloes in Kruger National Park, imported as a person does and sent as
// collars do.
// @module-tag story
import { assert, layer } from "@effect/vitest"
import { Context, Effect, Exit, Layer, Redacted, Scope } from "effect"
import { execFile } from "node:child_process"
import { existsSync } from "node:fs"
import { join } from "node:path"
import type { Alert } from "../../src/domain/event/Alert.ts"
import type { Event } from "../../src/domain/event/Event.ts"
import type { ProcessingTrace } from "../../src/domain/event/ProcessingTrace.ts"
import { markOf } from "../../src/domain/geo/boxOf.ts"
import { presets } from "../../src/domain/rule/presets.ts"
import { DatabaseUrl } from "../../src/store/sql/Pg.ts"
import { isInside } from "../chaos/expected.ts"
import { awaitQuiet, checkInvariants } from "../chaos/invariants.ts"
import { TestSql } from "../support/sql/database.ts"
import { fixtures } from "../support/fixtures.ts"
import { MAIN, type Service, startService } from "../support/processes/service.ts"
import { temporaryDirectory } from "../support/machine.ts"
import { type Client, listen, makeClient, type Made, type Message, until } from "./client.ts"
import { addCollar, addFence, addRule, type Fix, makeHerd, type Rings, send } from "./herd.ts"

/** The rows of the file, as items of the ingest endpoint. */
const readFixes = (): ReadonlyArray<Fix> =>
  fixtures
    .csv("buffalo")
    .trim()
    .split("\n")
    .slice(1)
    .map((line) => {
      const [device, time, lon, lat] = line.split(",")
      return { device: device!, time: time!, lon: Number(lon), lat: Number(lat) }
    })

/**
 * The west of the range, with a border like a saw, so that all five cross it; its odd corners keep every fix
 * off it.
 */
const SAW = Array.from(
  { length: 49 },
  (_, tooth) =>
    [tooth % 2 === 0 ? 31.9100003 : 31.7800003, Number((-25.1300007 + tooth * 0.02).toFixed(7))] as const
)
const RANGE: Rings = [
  [[31.6000003, -25.1300007], ...SAW, [31.6000003, -24.1700007], [31.6000003, -25.1300007]]
]

class Running extends Context.Service<Running, { readonly service: Service; readonly client: Client }>()(
  "test/Running"
) {}

const running = Layer.effect(
  Running,
  Effect.gen(function* () {
    const service = yield* startService({
      directory: yield* temporaryDirectory,
      databaseUrl: Redacted.value(yield* DatabaseUrl)
    })
    return { service, client: makeClient(service) }
  })
)

/** `pugmark import movebank` as a process of its own. */
const importFile = ({ origin, token }: Service, directory: string, ...more: ReadonlyArray<string>) =>
  Effect.callback<{ readonly code: number | string; readonly said: string }>((resume) => {
    execFile(
      process.execPath,
      [
        MAIN,
        "import",
        "movebank",
        fixtures.unpackCsv("buffalo", directory),
        "--project",
        "kruger",
        "--create-project",
        "Kruger",
        "--rejected",
        join(directory, "rejected.csv"),
        ...more
      ],
      { env: { PATH: process.env["PATH"], DATA_DIR: directory, PUGMARK_URL: origin, PUGMARK_TOKEN: token } },
      (error, stdout, stderr) => resume(Effect.succeed({ code: error?.code ?? 0, said: stdout + stderr }))
    )
  })

const track = (name: string, time: string, lon: number, lat: number) => `${name} ${time} ${lon} ${lat}`

layer(running.pipe(Layer.provideMerge(TestSql)), { timeout: "60 seconds", excludeTestServices: true })(
  "the buffaloes",
  (it) => {
    it.effect(
      "imported with the command: every fix of the file once, on five animals, also when it is imported again",
      () =>
        Effect.gen(function* () {
          const { client, service } = yield* Running
          const directory = yield* temporaryDirectory
          const first = yield* importFile(service, directory)
          assert.strictEqual(first.code, 0, first.said)
          const again = yield* importFile(service, directory, "--restart")
          assert.strictEqual(again.code, 0, again.said)
          assert.isFalse(existsSync(join(directory, "rejected.csv")), first.said)

          const project = (yield* client.all<Made & { readonly slug: string }>("/projects")).find(
            (p) => p.slug === "kruger"
          )!
          const entities = yield* client.all<Made & { readonly name: string }>(
            `/projects/${project.id}/entities`
          )
          assert.deepStrictEqual(entities.map((e) => e.name).toSorted(), [
            "Cilla",
            "Gabs",
            "Mvubu",
            "Pepper",
            "Queen"
          ])
          const nameOf = new Map(entities.map((e) => [e.id, e.name]))
          const positions = yield* client.all<{
            entity_id: string
            time: string
            geometry: { coordinates: [number, number] }
          }>(`/projects/${project.id}/positions`)
          assert.deepStrictEqual(
            positions
              .map((p) => track(nameOf.get(p.entity_id)!, p.time, ...p.geometry.coordinates))
              .toSorted(),
            readFixes()
              .map((f) => track(f.device, f.time, f.lon, f.lat))
              .toSorted()
          )
        }),
      120_000
    )

    it.effect(
      "sent over HTTP in time order, every batch twice: the exits equal those of a plain loop over fixes and polygon, each once, with its alert, trace and live message",
      () =>
        Effect.gen(function* () {
          const { client, service } = yield* Running
          const fixes = readFixes().toSorted((a, b) => Date.parse(a.time) - Date.parse(b.time))
          const herd = yield* makeHerd(client, "kruger-live")
          const wearers = yield* Effect.forEach(new Set(fixes.map((f) => f.device)), (name) =>
            addCollar(client, herd, name)
          )
          const fence = yield* addFence(client, herd, "Western range", RANGE)
          const rule = yield* addRule(
            client,
            herd,
            "Geofence exit",
            presets.find((p) => p.key === "geofence_exit")!.document
          )

          const heard: Array<Message> = []
          const firstCall = yield* Scope.make()
          yield* Scope.provide(listen(service, herd.projectId, "0", heard), firstCall)
          for (let from = 0; from < fixes.length; from += 500) {
            const batch = fixes.slice(from, from + 500)
            for (const expected of [
              { accepted: batch.length, duplicates: 0 },
              { accepted: 0, duplicates: batch.length }
            ]) {
              const { body, status } = yield* send(client, herd, batch)
              assert.strictEqual(status, 202)
              assert.deepInclude(body, { ...expected, rejected: 0 })
            }
            if (from === 6000) {
              yield* until(
                "the first exits on the live stream",
                Effect.sync(() => heard.filter((m) => m.event === "event.created").length),
                (n) => n > 0
              )
              yield* Scope.close(firstCall, Exit.void)
            }
            if (from === 9000) yield* listen(service, herd.projectId, heard[heard.length - 1]!.id, heard)
          }
          yield* awaitQuiet

          const exits: Array<string> = []
          const inside = new Map<string, boolean>()
          for (const { device, lat, lon, time } of fixes) {
            const was = inside.get(device),
              is = isInside(lon, lat, RANGE)
            if (was === true && !is) exits.push(track(device, time, lon, lat))
            inside.set(device, is)
          }
          assert.isAbove(exits.length, 250)
          assert.strictEqual(new Set(exits.map((e) => e.split(" ")[0])).size, 5)

          const events = yield* client.all<Event>(`/projects/${herd.projectId}/events`)
          assert.deepStrictEqual(
            events.map((e) => track(e.entity_name!, e.time, ...markOf(e.geometry!))).toSorted(),
            exits.toSorted()
          )
          assert.isTrue(
            events.every(
              (e) =>
                e.event_type === "GEOFENCE_EXIT" &&
                e.feature_id === fence &&
                e.rule_id === rule &&
                e.rule_version === 1 &&
                !e.late &&
                !e.superseded
            )
          )
          const ids = events.map((e) => e.id).toSorted()
          const alerts = yield* client.all<Alert>(`/projects/${herd.projectId}/alerts`)
          assert.deepStrictEqual(alerts.map((a) => a.event_id).toSorted(), ids)
          const traces = yield* client.all<ProcessingTrace>(
            `/projects/${herd.projectId}/traces?kind=rule&status=ok`
          )
          assert.deepStrictEqual(traces.map((t) => t.event_id ?? "no event").toSorted(), ids)
          const told = () => heard.filter((m) => m.event === "event.created").map((m) => m.data.id)
          yield* until("every event on the live stream", Effect.sync(told), (all) => all.length >= ids.length)
          assert.deepStrictEqual(told().toSorted(), ids)
          assert.strictEqual(new Set(heard.map((m) => m.id)).size, heard.length)

          const deviceOf = new Map(wearers.map((w) => [w.collar, w]))
          assert.deepStrictEqual(
            yield* checkInvariants({
              projectId: herd.projectId,
              acknowledged: fixes.map((f) => ({
                deviceId: deviceOf.get(f.device)!.deviceId,
                at: Date.parse(f.time),
                lon: f.lon,
                lat: f.lat
              })),
              events: exits
                .map((e) => e.split(" "))
                .map(([name, time]) => ({
                  ruleId: rule,
                  subjectId: deviceOf.get(name!)!.entityId!,
                  featureId: fence,
                  at: Date.parse(time!)
                })),
              places: wearers.map((w) => ({
                subjectId: w.entityId!,
                inside: inside.get(w.collar) === true ? [fence] : []
              })),
              handledAlerts: []
            }),
            []
          )
        }),
      180_000
    )
  }
)
