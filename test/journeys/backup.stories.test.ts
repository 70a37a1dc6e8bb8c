// The guide's backup, made and restored: the data directory, copied while nothing runs, is the service as it
// was, on another machine too.
// @module-tag story
import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { execFileSync } from "node:child_process"
import { join } from "node:path"
import { guidePage } from "../support/guide.ts"
import { type Service, startService } from "../support/processes/service.ts"
import { temporaryDirectory } from "../support/machine.ts"
import { type Made, makeClient, until } from "./client.ts"

interface Alert extends Made {
  readonly title: string
  readonly status: string
}

const square = (lon: number, lat: number) => ({
  type: "Polygon",
  coordinates: [
    [
      [lon, lat],
      [lon + 0.1, lat],
      [lon + 0.1, lat + 0.1],
      [lon, lat + 0.1],
      [lon, lat]
    ]
  ]
})

/** A farm with a fence, and a cow that has just left it. */
const settle = Effect.fnUntraced(function* (service: Service) {
  const { all, ask, post } = makeClient(service)
  const project = yield* post("/projects", { name: "North range" })
  const types = yield* all<Made & { readonly key: string }>("/entity-types")
  const cow = yield* post(`/projects/${project.id}/entities`, {
    name: "Alma",
    entity_type_id: types.find(({ key }) => key === "cow")!.id
  })
  yield* post(`/projects/${project.id}/features`, {
    feature_type: "geofence",
    name: "Home",
    geometry: square(14, 51)
  })
  yield* post(`/projects/${project.id}/rules`, {
    name: "Leaves",
    enabled: true,
    document: {
      trigger: { kind: "position" },
      scope: {},
      conditions: { type: "spatial", relation: "exit", feature_type: "geofence" },
      event: { event_type: "GEOFENCE_EXIT", title: "{entity} left {feature}", create_alert: true }
    }
  })
  const source = yield* post<Made & { readonly token: string }>("/data-sources", {
    name: "Collars",
    adapter_key: "generic_http"
  })
  const device = yield* post("/devices", { name: "Collar", external_id: "c1", data_source_id: source.id })
  yield* post(`/devices/${device.id}/project-assignments`, {
    project_id: project.id,
    valid_from: "2020-01-01T00:00:00Z"
  })
  yield* post(`/projects/${project.id}/entity-assignments`, {
    device_id: device.id,
    entity_id: cow.id,
    valid_from: "2020-01-01T00:00:00Z"
  })
  const began = Date.now() - 600_000
  /** A fix so many minutes after the beginning. */
  const send = (at: Service, minute: number, lon: number) =>
    makeClient(at).ask(
      "POST",
      `/ingest/http/${source.id}`,
      { device: "c1", time: began + minute * 60_000, lat: 51.05, lon },
      source.token
    )
  yield* send(service, 0, 14.05)
  yield* send(service, 1, 14.5)
  const alertsOf = (at: Service) => makeClient(at).all<Alert>(`/projects/${project.id}/alerts`)
  yield* until("the alert", alertsOf(service), (alerts) => alerts.length === 1)
  return { project: project.id, send, alertsOf, ask }
})

it.live(
  "a copy of the data directory, made while the service is stopped, is restored as the service that it was",
  () =>
    Effect.gen(function* () {
      const [here, there] = [yield* temporaryDirectory, yield* temporaryDirectory]
      const first = yield* startService({ directory: here, analyses: false })
      const { alertsOf, project, send } = yield* settle(first)
      const positions = (at: Service) => makeClient(at).all<Made>(`/projects/${project}/positions`)
      const [alerts, kept] = [yield* alertsOf(first), yield* positions(first)]
      assert.strictEqual((yield* first.stop).code, 0)

      // as the guide has it: links are followed, owners and rights kept
      const page = guidePage("backup")
      for (const step of ["tar -chpf", "tar -xpf"]) assert.include(page, step)
      execFileSync("tar", ["-chpf", join(there, "backup.tar"), "-C", here, "data"])

      // what comes after the backup is not in it
      const again = yield* startService({ directory: here, analyses: false })
      yield* send(again, 2, 14.05)
      yield* send(again, 3, 14.5)
      yield* until("the second alert", alertsOf(again), (now) => now.length === 2)
      yield* again.stop

      execFileSync("tar", ["-xpf", join(there, "backup.tar"), "-C", there])
      const restored = yield* startService({ directory: there, analyses: false })
      assert.deepStrictEqual(yield* alertsOf(restored), alerts)
      assert.deepStrictEqual(yield* positions(restored), kept)
      // it goes on where it was: the cow is outside, so that coming back and leaving is one more alert, and
      // nothing is told twice
      yield* send(restored, 1, 14.5)
      yield* send(restored, 4, 14.05)
      yield* send(restored, 5, 14.5)
      const now = yield* until("the next alert", alertsOf(restored), (found) => found.length === 2)
      assert.strictEqual(now[1]!.id, alerts[0]!.id)
      assert.strictEqual((yield* restored.stop).code, 0)
    }),
  120_000
)
