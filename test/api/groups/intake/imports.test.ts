// Files of tracks that go in piece by piece, over HTTP.
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import * as SqlClient from "effect/sql/SqlClient"
import { permissions } from "../../../../src/domain/access/Permission.ts"
import { makePerson, tokenFor } from "../../../support/http/people.ts"
import { serve, TestServer } from "../../../support/http/server.ts"
import { COW, expectStatus, makeProject } from "../../../support/http/tracking.ts"

let files = 0
const file = (more: object = {}) => ({
  file_name: "herd.csv",
  size_bytes: 1000,
  sha256: `${++files}`.padStart(64, "f"),
  answers: { times_in: "UTC", columns: { individual: "cow" } },
  ...more
})

const ALMA = { name: "0112", on: [{ animal: "Alma", from: "1990-01-01T00:00:00Z", to: null }] }

const item = (minute: number, more: object = {}) => ({
  device: "0112",
  time: `2026-05-03T06:${String(minute).padStart(2, "0")}:00Z`,
  lon: 10,
  lat: 50,
  ...more
})

const beginIn = (project: string, input: object = file()) =>
  expectStatus(200, "POST", `/projects/${project}/imports`, input)

/** A project, an import that was begun in it, and the path of that. */
const begun = Effect.gen(function* () {
  const { id: project, slug } = yield* makeProject()
  const input = file()
  const { import: made } = yield* beginIn(project, input)
  const path = `/projects/${project}/imports/${made.id}`
  yield* expectStatus(200, "POST", `${path}/enrolments`, { entity_type_id: COW, devices: [ALMA] })
  return { project: String(project), slug: String(slug), input, made, path }
})

const stored = (project: string) =>
  Effect.flatMap(
    SqlClient.SqlClient,
    (sql) => sql<{ entity: string; at: Date; received: Date }>`
      select e.name as entity, p.original_time as at, p.received_at as received
      from positions p left join entities e on e.id = p.entity_id
      where p.project_id = ${project}::uuid
      order by p.original_time`
  )

layer(serve(), { excludeTestServices: true, timeout: "60 seconds" })("an import", (it) => {
  it.effect("enrols the animals of its file once, and stores its rows as the past", () =>
    Effect.gen(function* () {
      const { path, project, slug } = yield* begun
      const again = yield* expectStatus(200, "POST", `${path}/enrolments`, {
        entity_type_id: COW,
        devices: [ALMA]
      })
      assert.deepStrictEqual(again, { animals: 0, devices: 0 })
      const answer = yield* expectStatus(200, "POST", `${path}/rows`, {
        from: { offset: 20, line: 1 },
        to: { offset: 100, line: 5 },
        refused: 1,
        items: [item(1), item(2), item(3, { lat: 91 })]
      })
      assert.deepInclude(answer.import, {
        state: "open",
        place: { offset: 100, line: 5 },
        accepted: 2,
        duplicates: 0,
        rejected: 2,
        unassigned: 0
      })
      assert.deepStrictEqual(
        answer.items.map(({ code, index, status }: Record<string, unknown>) => ({ code, index, status })),
        [{ code: "POSITION_OUT_OF_RANGE", index: 2, status: "rejected" }]
      )
      const rows = yield* stored(project)
      assert.deepStrictEqual(
        rows.map(({ entity }) => entity),
        ["Alma", "Alma"]
      )
      for (const { at, received } of rows) assert.deepStrictEqual(received, at)
      const { items } = yield* expectStatus(200, "GET", `/data-sources`)
      const source = items.find(({ name }: { readonly name: string }) => name === `Imports into ${slug}`)
      assert.deepInclude(source, { project_ids: [project], config: { history: true } })
    })
  )

  it.effect("goes on where it was, and a piece that comes twice counts once", () =>
    Effect.gen(function* () {
      const { input, made, path, project } = yield* begun
      const piece = {
        from: { offset: 20, line: 1 },
        to: { offset: 100, line: 3 },
        refused: 0,
        items: [item(1), item(2)]
      }
      yield* expectStatus(200, "POST", `${path}/rows`, piece)
      const twice = yield* expectStatus(200, "POST", `${path}/rows`, piece)
      assert.deepInclude(twice.import, { place: piece.to, accepted: 2, duplicates: 0 })
      const onwards = yield* beginIn(project, input)
      assert.strictEqual(onwards.found, "open")
      assert.deepInclude(onwards.import, { id: made.id, place: piece.to })
      yield* expectStatus(200, "POST", `${path}/rows`, {
        from: piece.to,
        to: { offset: 200, line: 4 },
        refused: 0,
        items: [item(3)]
      })
      assert.lengthOf(yield* stored(project), 3)
    })
  )

  it.effect("of a second person is the one that is open, and one that is finished is said", () =>
    Effect.gen(function* () {
      const { input, made, path, project } = yield* begun
      const { send } = yield* TestServer
      const person = yield* makePerson()
      yield* expectStatus(201, "POST", `/projects/${project}/members`, { user_id: person.id, role: "admin" })
      const token = yield* tokenFor(person, permissions)
      const theirs = yield* send("POST", `/projects/${project}/imports`, { token, body: input })
      assert.deepInclude(theirs.body, { found: "open" })
      assert.strictEqual(theirs.body.import.id, made.id)

      const finished = yield* expectStatus(200, "POST", `${path}/finish`)
      assert.deepInclude(finished, { state: "finished", id: made.id })
      const said = yield* send("POST", `/projects/${project}/imports`, { token, body: input })
      assert.deepInclude(said.body, { found: "finished" })
      assert.strictEqual(said.body.import.finished_at, finished.finished_at)
      assert.strictEqual(said.body.import.created_by.id, made.created_by.id)
      const over = yield* send("POST", `${path}/rows`, {
        body: { from: { offset: 1, line: 1 }, to: { offset: 2, line: 2 }, refused: 0, items: [] }
      })
      assert.deepInclude(over.body, { status: 409, code: "IMPORT_FINISHED" })
      const again = yield* beginIn(project, { ...input, again: true })
      assert.strictEqual(again.found, "new")
      assert.deepInclude(again.import, { place: { offset: 0, line: 0 } })
    })
  )

  it.effect("says that a file of its name has changed, and knows other answers as another import", () =>
    Effect.gen(function* () {
      const { input, made, project } = yield* begun
      const changed = yield* beginIn(project, file())
      assert.strictEqual(changed.found, "new")
      assert.strictEqual(changed.changed_since.id, made.id)
      const other = yield* beginIn(project, { ...input, answers: { times_in: "Europe/Berlin" } })
      assert.strictEqual(other.found, "new")
      assert.notStrictEqual(other.import.id, made.id)
    })
  )

  it.effect("enrols for those who may make animals and devices, and says which permission is missing", () =>
    Effect.gen(function* () {
      const { path, project } = yield* begun
      const { send } = yield* TestServer
      const person = yield* makePerson()
      yield* expectStatus(201, "POST", `/projects/${project}/members`, { user_id: person.id, role: "admin" })
      for (const lacking of ["entities:write", "devices:write"] as const) {
        const token = yield* tokenFor(
          person,
          permissions.filter((key) => key !== lacking)
        )
        const { body } = yield* send("POST", `${path}/enrolments`, {
          token,
          body: { entity_type_id: COW, devices: [ALMA] }
        })
        assert.deepInclude(body, { status: 403, permission: lacking })
      }
    })
  )

  it.effect("names the device that is on another animal already", () =>
    Effect.gen(function* () {
      const { path } = yield* begun
      const { send } = yield* TestServer
      const { body } = yield* send("POST", `${path}/enrolments`, {
        body: {
          entity_type_id: COW,
          devices: [{ ...ALMA, on: [{ animal: "Berta", from: "1990-01-01T00:00:00Z", to: null }] }]
        }
      })
      assert.deepInclude(body, { status: 409, code: "ASSIGNMENT_OVERLAP" })
      assert.include(body.detail, `The device "0112" cannot be put on "Berta"`)
    })
  )

  it.effect("is refused while twenty others of the project go on", () =>
    Effect.gen(function* () {
      const { id } = yield* makeProject()
      const { send } = yield* TestServer
      for (let n = 0; n < 20; n++) yield* beginIn(id)
      const { body, headers } = yield* send("POST", `/projects/${id}/imports`, { body: file() })
      assert.deepInclude(body, { status: 429, code: "TOO_MANY_OPEN" })
      assert.strictEqual(headers.get("retry-after"), "60")
    })
  )

  it.effect("is in the audit log when it begins and when it ends", () =>
    Effect.gen(function* () {
      const { made, path, project } = yield* begun
      yield* expectStatus(200, "POST", `${path}/finish`)
      yield* expectStatus(200, "POST", `${path}/finish`)
      const { items } = yield* expectStatus(
        200,
        "GET",
        `/projects/${project}/audit?object_type=import&object_id=${made.id}`
      )
      assert.deepStrictEqual(
        items.map(({ action }: { readonly action: string }) => action),
        ["import.finished", "import.begun"]
      )
    })
  )
})
