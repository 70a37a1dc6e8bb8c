// An item beside what was read of it: in traffic and on the page of a refused report's trace, with its payload alone.
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { serve, TestServer } from "../../../support/http/server.ts"
import { expectStatus, makeDevice, makeProject, makeSource } from "../../../support/http/tracking.ts"
import { until } from "../../../support/until.ts"

layer(serve(), { excludeTestServices: true, timeout: "60 seconds" })("what was read of an item", (it) => {
  it.effect("stands beside it, with the path that the source says", () =>
    Effect.gen(function* () {
      const { send } = yield* TestServer
      const project = yield* makeProject()
      const source = yield* makeSource({
        project_ids: [project.id],
        config: { fields: { lat: "gps.lat", lon: "gps.lon" } }
      })
      const collar = yield* makeDevice({ external_id: "collar", data_source_id: source.id })
      yield* expectStatus(201, "POST", `/devices/${collar.id}/project-assignments`, {
        project_id: project.id,
        valid_from: "2020-01-01T00:00:00Z"
      })
      const gps = { lat: 51, lon: 10 }
      yield* send("POST", `/ingest/http/${source.id}`, {
        token: source.token,
        body: [
          { device: "collar", time: Date.now() - 5000, gps },
          { device: "collar", time: "never", gps }
        ]
      })
      const path = `/projects/${project.id}/traffic`
      const { items } = yield* until(
        expectStatus(200, "GET", `${path}?include=payload`),
        (body) => body.items.length === 2
      )
      const taken = items.find((item: { status: string }) => item.status === "accepted")
      const first = { of: "first" }
      assert.deepInclude(taken.decoded, {
        field: "lat",
        value: 51,
        from: "gps.lat",
        origin: { ...first, members: ["gps.lat"], sent: 51 }
      })
      assert.deepInclude(taken.decoded, {
        field: "device",
        value: "collar",
        from: "device",
        origin: { ...first, members: ["device"], sent: "collar" }
      })
      assert.deepStrictEqual(taken.not_read, [])
      assert.isAtLeast(taken.lag_seconds, 4)
      const refused = items.find((item: { status: string }) => item.status === "rejected")
      assert.deepInclude(refused.decoded, {
        field: "time",
        value: "never",
        from: "time",
        origin: { ...first, members: ["time"], sent: "never" }
      })
      assert.isNull(refused.lag_seconds)
      const trace = yield* expectStatus(200, "GET", `/traces/${refused.trace_id}?include=payload`)
      assert.deepStrictEqual([trace.decoded, trace.not_read], [refused.decoded, refused.not_read])
      for (const [bare] of [
        [(yield* expectStatus(200, "GET", path)).items[0]],
        [yield* expectStatus(200, "GET", `/traces/${refused.trace_id}`)]
      ])
        assert.notProperty(bare, "decoded")
      assert.notProperty(trace, "fields")
    })
  )
})
