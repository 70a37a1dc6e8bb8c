// Who did it, by name, for everybody who sees the record.
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import * as SqlClient from "effect/sql/SqlClient"
import { v7 } from "uuid"
import { makeMember } from "../../../support/http/people.ts"
import { serve, TestServer } from "../../../support/http/server.ts"
import { expectStatus, makeDevice, makeEntity, makeProject } from "../../../support/http/tracking.ts"

interface Named {
  readonly name: string | null
}
/** What of the records below is read. */
interface Body {
  readonly steps: ReadonlyArray<{ readonly actor: Named }>
  readonly event: { readonly source: Named }
  readonly items: ReadonlyArray<{ readonly actor: Named }>
}

const document = (value: number) => ({
  trigger: { kind: "position" },
  conditions: { type: "threshold", metric: "speed_kmh", op: ">", value },
  event: { event_type: "FAST", title: "{entity}" }
})

layer(serve(), { excludeTestServices: true, timeout: "60 seconds" })("who did it", (it) => {
  it.effect("is told of rules and their versions to those who only read", () =>
    Effect.gen(function* () {
      const project = yield* makeProject()
      const [ines, jo, viewer] = [
        yield* makeMember(project.id, "admin"),
        yield* makeMember(project.id, "admin"),
        yield* makeMember(project.id, "viewer")
      ]
      const sql = yield* SqlClient.SqlClient
      yield* sql`update users set name = 'Ines' where id = ${ines.id}::uuid`
      const path = `/projects/${project.id}/rules`
      const made = (yield* ines.ask("POST", path, { body: { name: "Fast", document: document(40) } })).body
      const by = ({ id }: { readonly id: string }) => ({ id, name: id === ines.id ? "Ines" : null })
      assert.deepStrictEqual(made.updated_by, by(ines))
      const saved = yield* jo.ask("PUT", `${path}/${made.id}/document`, { body: { document: document(50) } })
      assert.deepStrictEqual(saved.body.updated_by, by(jo))
      assert.deepStrictEqual((yield* viewer.ask("GET", path)).body.items[0].updated_by, by(jo))
      const versions = (yield* viewer.ask("GET", `${path}/${made.id}/versions`)).body.items
      assert.deepStrictEqual(
        versions.map((v: { readonly created_by: string; readonly created_by_user: object }) => [
          v.created_by,
          v.created_by_user
        ]),
        [
          [jo.id, by(jo)],
          [ines.id, by(ines)]
        ]
      )
      assert.deepStrictEqual(
        (yield* ines.ask("PATCH", `${path}/${made.id}`, { body: { name: "Faster" } })).body.updated_by,
        by(ines)
      )
    })
  )

  it.effect("never tells members the e-mail address of somebody who gave no name", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const project = yield* makeProject()
      const [jo, viewer] = [yield* makeMember(project.id, "admin"), yield* makeMember(project.id, "viewer")]
      const P = `/projects/${project.id}`
      const cow = yield* makeEntity(project.id)
      const collar = yield* makeDevice()
      yield* expectStatus(201, "POST", `/devices/${collar.id}/project-assignments`, {
        project_id: project.id,
        valid_from: "2020-01-01T00:00:00Z"
      })
      yield* sql`insert into positions (device_id, project_id, entity_id, record_type, original_time, lon, lat,
          received_at, batch_id)
        values (${collar.id}::uuid, ${project.id}::uuid, ${cow.id}::uuid, 'gnss', '2026-05-01T12:00:00Z', 1, 1,
          now(), nextval('batch_ids'))`
      const send = (method: string, path: string, body: object) =>
        Effect.map(jo.ask(method, `${P}${path}`, { body }), (answer) => {
          assert.isBelow(answer.status, 300, `${path} ${JSON.stringify(answer.body)}`)
          return answer.body
        })
      const event = { event_type: "SEEN", title: "A wolf", entity_id: cow.id, create_alert: true }
      const made = yield* send("POST", "/events", event)
      yield* send("POST", `/alerts/${made.alert.id}/acknowledge`, {})
      const rule = yield* send("POST", "/rules", { name: "Fast", document: document(40) })
      const until = new Date(Date.now() + 3_600_000).toISOString()
      yield* send("PUT", `/rules/${rule.id}/snoozes/${cow.id}`, { until })
      yield* send("POST", "/curations", {
        device_id: collar.id,
        from: "2026-05-01T00:00:00Z",
        to: "2026-05-02T00:00:00Z",
        set: { valid: false },
        reason: "in the river"
      })
      const reads = [
        [`/alerts/${made.alert.id}`, (b: Body) => b.steps[0]!.actor.name],
        [`/events/${made.id}`, (b: Body) => b.event.source.name],
        [`/rules/${rule.id}/snoozes`, (b: Body) => b.items[0]!.actor.name],
        ["/curations", (b: Body) => b.items[0]!.actor.name]
      ] as const
      for (const name of [null, "Jo"]) {
        yield* sql`update users set name = ${name ?? ""} where id = ${jo.id}::uuid`
        for (const [path, told] of reads) {
          const { body } = yield* viewer.ask("GET", `${P}${path}`)
          assert.notInclude(JSON.stringify(body), jo.email, path)
          assert.strictEqual(told(body), name, path)
        }
      }
    })
  )

  it.effect("is told of exports, jobs and runs, by the name they have now, and of nobody who is gone", () =>
    Effect.gen(function* () {
      const { send } = yield* TestServer
      const sql = yield* SqlClient.SqlClient
      const project = yield* makeProject()
      const ines = yield* makeMember(project.id, "admin")
      yield* sql`update users set name = 'Ines Berg' where id = ${ines.id}::uuid`
      const person = { id: ines.id, name: "Ines Berg" }
      const ordered = yield* ines.ask("POST", `/projects/${project.id}/exports`, {
        body: {
          dataset: "positions",
          format: "csv",
          from: "2026-05-01T00:00:00Z",
          to: "2026-05-02T00:00:00Z"
        }
      })
      assert.deepInclude(ordered.body, { created_by_user_id: ines.id, created_by: person })
      assert.deepStrictEqual(
        (yield* send("GET", `/projects/${project.id}/exports`)).body.items[0].created_by,
        person
      )
      const device = yield* makeDevice()
      const [job, run] = [v7(), v7()]
      yield* sql`insert into jobs (id, kind, device_id, created_by_user_id)
        values (${job}::uuid, 'attribution', ${device.id}::uuid, ${ines.id}::uuid)`
      yield* sql`insert into analysis_runs (id, project_id, module, method_version, parameters,
          subject_ids, created_by_user_id)
        values (${run}::uuid, ${project.id}::uuid, 'movement', 'movement/1', '{}', '{}', ${ines.id}::uuid)`
      const reads = [`/devices/${device.id}/jobs/${job}`, `/projects/${project.id}/analyses/${run}`]
      for (const path of reads)
        assert.deepStrictEqual((yield* expectStatus(200, "GET", path)).created_by, person, path)
      yield* sql`update jobs set created_by_user_id = null where id = ${job}::uuid`
      assert.isNull((yield* expectStatus(200, "GET", reads[0]!)).created_by)
    })
  )
})
