// The metrics of a project over HTTP: whose they are, who sees them, who says what they are, and what rules
// are told of them.
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import * as SqlClient from "effect/sql/SqlClient"
import { MAX_NEW_METRICS } from "../../../../src/domain/tracking/Metric.ts"
import { makeMember } from "../../../support/http/people.ts"
import { serve, TestServer } from "../../../support/http/server.ts"
import { expectStatus, fresh, makeDevice, makeProject, makeSource } from "../../../support/http/tracking.ts"

type Item = Readonly<Record<string, unknown>>
type Measurements = Readonly<Record<string, number | string | boolean>>

/** A project with a collar, and how it sends measurements. */
const makeSender = Effect.gen(function* () {
  const { send } = yield* TestServer
  const project = yield* makeProject()
  const source = yield* makeSource({ project_ids: [project.id] })
  const device = yield* makeDevice({ data_source_id: source.id, external_id: "collar" })
  const assignment = { project_id: project.id, valid_from: "2020-01-01T00:00:00Z" }
  yield* expectStatus(201, "POST", `/devices/${device.id}/project-assignments`, assignment)
  let n = 0
  const sends = (...items: ReadonlyArray<Measurements>) =>
    Effect.map(
      send("POST", `/ingest/http/${source.id}`, {
        token: source.token,
        body: items.map((measurements) => ({
          device: "collar",
          time: Date.now() - 60_000 + ++n,
          measurements
        }))
      }),
      ({ body }) => body.items.at(-1)
    )
  return { id: String(project.id), path: `/projects/${project.id}/metrics`, sends }
})

const key = () => fresh("metric").replace(" ", "_")

const document = (metric: string) => ({
  trigger: { kind: "measurement" },
  scope: {},
  conditions: { type: "threshold", metric, op: ">", value: 1 },
  event: { event_type: "HIGH", title: "{entity}" }
})

layer(serve(), { excludeTestServices: true, timeout: "60 seconds" })("a metric", (it) => {
  it.effect("that a project's devices sent is shown in that project and to users of no other", () =>
    Effect.gen(function* () {
      const { send } = yield* TestServer
      const one = yield* makeSender,
        other = yield* makeSender
      const name = key()
      assert.strictEqual((yield* one.sends({ [name]: "wide open" })).status, "accepted")
      const [own] = (yield* expectStatus(200, "GET", `${one.path}?own=true`)).items
      assert.deepInclude(own, { key: name, value_type: "text", defined: false, project_id: one.id })
      assert.deepStrictEqual(yield* expectStatus(200, "GET", `${one.path}/${name}`), own)
      yield* expectStatus(404, "GET", `${other.path}/${name}`)
      yield* expectStatus(404, "GET", `/metrics/${name}`)
      for (const path of [`${other.path}?limit=500`, "/metrics?limit=500"]) {
        assert.notInclude(
          (yield* expectStatus(200, "GET", path)).items.map((m: Item) => m["key"]),
          name,
          path
        )
      }
      const stranger = yield* makeMember(other.id, "admin")
      for (const [method, body] of [["GET"], ["PATCH", { label: "Mine" }], ["DELETE"]] as const) {
        assert.strictEqual(
          (yield* stranger.ask(method, `${one.path}/${name}`, body === undefined ? {} : { body })).status,
          404
        )
      }
      const attention = (id: string) =>
        Effect.map(
          send("GET", `/projects/${id}/needs-attention?limit=500`),
          ({ body }) => body.items.filter((a: Item) => a["code"] === "METRIC_UNDEFINED").length
        )
      assert.deepStrictEqual([yield* attention(one.id), yield* attention(other.id)], [1, 0])
      // what is defined for all is shown in every project, once
      const everywhere = (yield* expectStatus(200, "GET", `${one.path}?own=false&limit=500`)).items
      assert.includeMembers(
        everywhere.map((m: Item) => m["key"]),
        ["battery_voltage", "ignition"]
      )
      assert.deepInclude(yield* expectStatus(200, "GET", `${other.path}/battery_voltage`), {
        unit: "V",
        project_id: null
      })
    })
  )

  it.effect("is defined by the project's admins, and counts for what is sent from then on", () =>
    Effect.gen(function* () {
      const { id, path, sends } = yield* makeSender
      const name = key()
      yield* sends({ [name]: 38 })
      const [admin, analyst] = [yield* makeMember(id, "admin"), yield* makeMember(id, "analyst")]
      const said = { label: "Rumen", unit: "°C", category: "body" }
      const refused = yield* analyst.ask("PATCH", `${path}/${name}`, { body: said })
      assert.deepInclude(refused.body, { status: 403, permission: "project:write" })
      const changed = (yield* admin.ask("PATCH", `${path}/${name}`, { body: said })).body
      assert.deepInclude(changed, {
        label: "Rumen",
        unit: "°C",
        category: "body",
        defined: true,
        value_type: "number"
      })
      const ofAll = yield* admin.ask("PATCH", `${path}/battery_voltage`, { body: { unit: "mV" } })
      assert.strictEqual(ofAll.body.code, "DEFINED_FOR_ALL")
      assert.strictEqual((yield* admin.ask("DELETE", `${path}/${name}`)).body.code, "HAS_RECORDS")
      const sql = yield* SqlClient.SqlClient
      yield* sql`delete from measurements where metric_key = ${name}`
      assert.strictEqual((yield* admin.ask("DELETE", `${path}/${name}`)).status, 204)
      yield* expectStatus(404, "GET", `${path}/${name}`)
      const audit = (yield* expectStatus(200, "GET", `/projects/${id}/audit`)).items.map(
        (e: Item) => e["action"]
      )
      assert.deepStrictEqual(audit.slice(0, 2), ["metric.removed", "metric.updated"])
    })
  )

  it.effect(
    "that is defined for all projects takes up their own of its type, except what means something else",
    () =>
      Effect.gen(function* () {
        const fitting = yield* makeSender,
          typed = yield* makeSender,
          said = yield* makeSender
        const name = key()
        yield* fitting.sends({ [name]: 1 })
        yield* typed.sends({ [name]: "one" })
        yield* said.sends({ [name]: 1 })
        yield* expectStatus(200, "PATCH", `${said.path}/${name}`, { label: "Ours", unit: "mV" })
        yield* expectStatus(201, "POST", "/metrics", {
          key: name,
          value_type: "number",
          label: "Everybody's",
          unit: "V"
        })
        const shown = yield* Effect.forEach([fitting, typed, said], ({ path }) =>
          Effect.map(expectStatus(200, "GET", `${path}/${name}`), (m) => [m.label, m.unit, m.value_type])
        )
        assert.deepStrictEqual(shown, [
          ["Everybody's", "V", "number"],
          [null, null, "text"],
          ["Ours", "mV", "number"]
        ])
        // an export names the unit of its project
        const query = "dataset=measurements&format=json&from=2020-01-01T00:00:00Z&to=2099-01-01T00:00:00Z"
        const units = yield* Effect.forEach([fitting, said], ({ id }) =>
          Effect.map(expectStatus(200, "GET", `/projects/${id}/exports/direct?${query}`), (rows) =>
            rows.map((r: Item) => r["unit"])
          )
        )
        assert.deepStrictEqual(units, [["V"], ["mV"]])
        // and so does whatever reads its values
        const reads = yield* Effect.forEach(
          [fitting, typed, said],
          Effect.fnUntraced(function* ({ id }) {
            const read = (path: string) => expectStatus(200, "GET", `/projects/${id}/${path}`)
            const [row] = (yield* read(`measurements?metric=${name}`)).items
            const [
              {
                values: [newest]
              }
            ] = (yield* read(`latest?device_id=${row.device_id}`)).items
            const {
              series: [line]
            } = yield* read(`series?device_id=${row.device_id}&metric=${name}`)
            return [
              row.unit,
              [newest.label, newest.unit, newest.defined],
              [line.label, line.unit, line.value_type, line.defined]
            ]
          })
        )
        assert.deepStrictEqual(reads, [
          ["V", ["Everybody's", "V", true], ["Everybody's", "V", "number", true]],
          [null, [null, null, false], [null, null, "text", false]],
          ["mV", ["Ours", "mV", true], ["Ours", "mV", "number", true]]
        ])
        assert.strictEqual((yield* typed.sends({ [name]: "two" })).status, "accepted")
        assert.strictEqual((yield* fitting.sends({ [name]: 2 })).status, "accepted")
      })
  )

  it.effect("is warned of by the types and names of the rule's own project", () =>
    Effect.gen(function* () {
      const one = yield* makeSender,
        other = yield* makeSender
      const name = key()
      yield* one.sends({ [name]: "text" })
      const warned = ({ id }: typeof one) =>
        Effect.map(
          expectStatus(201, "POST", `/projects/${id}/rules`, { name: "High", document: document(name) }),
          ({ warnings }) => warnings.map((w: Item) => w["code"])
        )
      assert.deepStrictEqual(
        [yield* warned(one), yield* warned(other)],
        [["METRIC_NOT_A_NUMBER"], ["METRIC_UNKNOWN"]]
      )
      yield* other.sends({ [name]: 5 })
      assert.deepStrictEqual([yield* warned(one), yield* warned(other)], [["METRIC_NOT_A_NUMBER"], []])
    })
  )

  it.effect("that is one too many is refused by name, and needs attention in its project", () =>
    Effect.gen(function* () {
      const { id, sends } = yield* makeSender
      const many = Object.fromEntries(Array.from({ length: MAX_NEW_METRICS }, () => [key(), 1])),
        extra = key()
      const answer = yield* sends(many, { battery_voltage: 3.1, [extra]: 1 })
      assert.deepInclude(answer, {
        status: "accepted",
        code: "METRIC_LIMIT",
        pointer: `/measurements/${extra}`
      })
      const trace = yield* expectStatus(200, "GET", `/traces/${answer.trace_id}`)
      assert.deepInclude(trace, { status: "failed", code: "METRIC_LIMIT" })
      const { items } = yield* expectStatus(200, "GET", `/projects/${id}/needs-attention?limit=500`)
      const [line] = items.filter((a: Item) => a["code"] === "METRIC_LIMIT")
      assert.include(line.detail, extra)
    })
  )
})
