// Devices made of unknown identities in bulk, each by what is said of it: its name, the animal that is there
// already, from a date on.
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import * as SqlClient from "effect/sql/SqlClient"
import { makeMember } from "../../../support/http/people.ts"
import { serve, TestServer } from "../../../support/http/server.ts"
import {
  COW,
  expectStatus,
  fresh,
  makeEntity,
  makeProject,
  makeSource
} from "../../../support/http/tracking.ts"

const path = "/unknown-identities/create-devices"
const FROM = "2026-06-01T10:02:00.000Z"

/** A project, and three devices that reported to a source of it and are not known. */
const makeStrangers = Effect.gen(function* () {
  const { send } = yield* TestServer
  const project = (yield* makeProject()).id as string
  const source = yield* makeSource({ project_ids: [project] })
  const names = [fresh("north"), fresh("north"), fresh("north")]
  yield* send("POST", `/ingest/http/${source.id}`, {
    token: source.token,
    body: names.map((device) => ({ device, time: "2026-06-01T10:01:00Z", lat: 1, lon: 1 }))
  })
  const { items } = yield* expectStatus(200, "GET", `/unknown-identities?data_source_id=${source.id}`)
  const ids = names.map(
    (name) => items.find((u: { readonly external_id: string }) => u.external_id === name).id as string
  )
  return { project, source, names, ids }
})

layer(serve(), { excludeTestServices: true, timeout: "60 seconds" })("devices made in bulk", (it) => {
  it.effect("have a name each, are put on an existing animal or a new one, and start on a date", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { ids, names, project } = yield* makeStrangers
      const alma = yield* makeEntity(project, { name: "Alma" })
      const { items } = yield* expectStatus(201, "POST", path, {
        identity_ids: ids,
        project_id: project,
        entity_type_id: COW,
        valid_from: FROM,
        each: [
          { identity_id: ids[0], name: "Collar of Alma", entity_id: alma.id },
          { identity_id: ids[1], name: "Berta" }
        ]
      })
      assert.strictEqual(items[0].entity_id, alma.id)
      const made = yield* sql<{ device: string; entity: string; since: string; entities: number }>`
        select d.name as device, e.name as entity,
          to_char(a.valid_from at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as since,
          (select count(*)::int4 from entities where project_id = ${project}::uuid) as entities
        from entity_assignments a
          join devices d on d.id = a.device_id
          join entities e on e.id = a.entity_id
        where a.project_id = ${project}::uuid
        order by d.name`
      assert.deepStrictEqual(
        made.map(({ device, entity, since }) => [device, entity, since]),
        [
          ["Berta", "Berta", FROM],
          ["Collar of Alma", "Alma", FROM],
          [names[2], names[2], FROM]
        ]
      )
      assert.strictEqual(made[0]!.entities, 3)
      const audited = yield* sql<{ detail: Readonly<Record<string, unknown>> }>`
        select detail from audit_log where action = 'device.created' and project_id = ${project}::uuid`
      assert.includeDeepMembers(
        audited.map(({ detail }) => [detail["name"], detail["entity_id"], detail["entity_made"]]),
        [["Collar of Alma", alma.id, false]]
      )
    })
  )

  it.effect(
    "are put on existing animals alone without a new one for the others, and need no entities:write",
    () =>
      Effect.gen(function* () {
        const { ids, project } = yield* makeStrangers
        const alma = yield* makeEntity(project)
        yield* expectStatus(201, "POST", `/projects/${project}/roles`, {
          key: "fitter",
          label: "Fitter",
          permissions: ["project:read", "devices:write"]
        })
        const member = yield* makeMember(project, "fitter")
        const answer = yield* member.ask("POST", path, {
          body: {
            identity_ids: ids.slice(0, 2),
            project_id: project,
            each: [{ identity_id: ids[0], entity_id: alma.id }]
          }
        })
        assert.strictEqual(answer.status, 201, JSON.stringify(answer.body))
        assert.deepStrictEqual(
          answer.body.items.map((item: { readonly entity_id: string | null }) => item.entity_id),
          [alma.id, null]
        )
      })
  )

  it.effect("are refused, all of them, with the member that is wrong", () =>
    Effect.gen(function* () {
      const { send } = yield* TestServer
      const { ids, project, source } = yield* makeStrangers
      const foreign = yield* makeEntity((yield* makeProject()).id)
      const alma = yield* makeEntity(project)
      const other = (yield* makeStrangers).ids[0]
      const base = { identity_ids: ids, project_id: project }
      for (const [what, body, pointer] of [
        [
          "an animal of another project",
          { ...base, each: [{ identity_id: ids[0], entity_id: foreign.id }] },
          "/each/0/entity_id"
        ],
        [
          "an identity that is not made",
          { ...base, each: [{ identity_id: other, name: "x" }] },
          "/each/0/identity_id"
        ],
        [
          "one that is named twice",
          {
            ...base,
            each: [
              { identity_id: ids[0], name: "x" },
              { identity_id: ids[0], name: "y" }
            ]
          },
          "/each/0/identity_id"
        ],
        [
          "an animal without a project",
          { identity_ids: ids, each: [{ identity_id: ids[0], entity_id: alma.id }] },
          "/project_id"
        ],
        ["a blank name", { ...base, each: [{ identity_id: ids[0], name: " " }] }, "/each/0/name"]
      ] as const) {
        const answer = yield* send("POST", path, { body })
        assert.strictEqual(answer.status, 422, what)
        assert.strictEqual(answer.body.errors[0].pointer, pointer, what)
      }
      const { items } = yield* expectStatus(200, "GET", `/unknown-identities?data_source_id=${source.id}`)
      assert.lengthOf(items, 3)
      const scoped = yield* makeMember(project, "admin", { entities: [alma.id] })
      const hidden = yield* scoped.ask("POST", path, {
        body: { ...base, each: [{ identity_id: ids[0], entity_id: alma.id }] }
      })
      assert.include([403, 404, 422], hidden.status)
    })
  )
})
