// Who of a project can be called: members who share their number, as far as the caller sees them.
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import * as SqlClient from "effect/sql/SqlClient"
import { makeMember } from "../../../support/http/people.ts"
import { serve, TestServer } from "../../../support/http/server.ts"
import { expectStatus, makeEntity, makeProject } from "../../../support/http/tracking.ts"

type Member = Effect.Success<ReturnType<typeof makeMember>>

const share = (member: Member, phone: string, more: object = {}) =>
  member.ask("PATCH", "/auth/me", { body: { phone, share_phone: true, ...more } })

const pathOf = (project: { readonly id: string }) => `/projects/${project.id}/contacts`

layer(serve(), { excludeTestServices: true, timeout: "60 seconds" })("contacts", (it) => {
  it.effect("are the members who share their number, the newest first, with who they are on the map", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const project = yield* makeProject()
      const ines = yield* makeMember(project.id, "admin")
      const jo = yield* makeMember(project.id, "viewer")
      const silent = yield* makeMember(project.id, "viewer")
      const gone = yield* makeMember(project.id, "viewer")
      const elsewhere = yield* makeMember((yield* makeProject()).id, "viewer")
      yield* share(ines, "+49 170 1234567", { name: "Ines" })
      yield* share(jo, "112 112")
      yield* silent.ask("PATCH", "/auth/me", { body: { phone: "113 113" } })
      yield* share(gone, "114 114")
      yield* share(elsewhere, "115 115")
      yield* sql`update users set enabled = false where id = ${gone.id}::uuid`
      // of several the newest; one that is archived is nobody any more
      yield* makeEntity(project.id, { name: "Ines once", attributes: { user_id: ines.id } })
      const ranger = yield* makeEntity(project.id, { attributes: { user_id: ines.id.toUpperCase() } })
      yield* makeEntity(project.id, { status: "archived", attributes: { user_id: ines.id } })
      yield* makeEntity(project.id, { attributes: { user_id: 7 } })
      const all = [
        { user_id: jo.id, name: null, phone: "112 112", entity_id: null },
        { user_id: ines.id, name: "Ines", phone: "+49 170 1234567", entity_id: ranger.id }
      ]
      const { body, status } = yield* silent.ask("GET", pathOf(project))
      assert.strictEqual(status, 200)
      assert.deepStrictEqual(body, { items: all, next_cursor: null })
      const first = (yield* jo.ask("GET", `${pathOf(project)}?limit=1`)).body
      assert.deepStrictEqual(first.items, all.slice(0, 1))
      const rest = yield* jo.ask("GET", `${pathOf(project)}?limit=1&cursor=${first.next_cursor}`)
      assert.deepStrictEqual(rest.body, { items: all.slice(1), next_cursor: null })
      yield* jo.ask("PATCH", "/auth/me", { body: { share_phone: false } })
      assert.deepStrictEqual((yield* ines.ask("GET", pathOf(project))).body.items, all.slice(1))
    })
  )

  it.effect("who are on the map outside a member's scope are not told, and do not use up its pages", () =>
    Effect.gen(function* () {
      const project = yield* makeProject()
      const [near, far, nowhere] = [
        yield* makeMember(project.id, "viewer"),
        yield* makeMember(project.id, "viewer"),
        yield* makeMember(project.id, "viewer")
      ]
      const seen = yield* makeEntity(project.id, { attributes: { user_id: near.id } })
      const unseen = yield* makeEntity(project.id, { name: "Far away", attributes: { user_id: far.id } })
      yield* share(near, "111 111")
      yield* share(far, "222 222", { name: "Somebody hidden" })
      yield* share(nowhere, "333 333")
      const scoped = yield* makeMember(project.id, "viewer", { entities: [seen.id] })
      const nobody = yield* makeMember(project.id, "viewer", {})
      const told = (who: Member, query = "") =>
        Effect.map(who.ask("GET", `${pathOf(project)}${query}`), ({ body }) => {
          const text = JSON.stringify(body)
          for (const secret of [far.id, unseen.id, "222 222", "Somebody hidden"])
            assert.notInclude(text, secret)
          return body.items.map((c: { readonly user_id: string }) => c.user_id)
        })
      assert.deepStrictEqual(yield* told(scoped), [nowhere.id, near.id])
      assert.deepStrictEqual(yield* told(scoped, "?limit=2"), [nowhere.id, near.id])
      assert.deepStrictEqual(yield* told(nobody), [nowhere.id])
      assert.lengthOf((yield* expectStatus(200, "GET", pathOf(project))).items, 3)
    })
  )

  it.effect("are for members of the project, and a broken query is refused by its name", () =>
    Effect.gen(function* () {
      const { send } = yield* TestServer
      const project = yield* makeProject()
      const stranger = yield* makeMember((yield* makeProject()).id, "admin")
      assert.strictEqual((yield* stranger.ask("GET", pathOf(project))).status, 404)
      assert.strictEqual((yield* send("GET", pathOf(project), { token: null })).status, 401)
      for (const query of ["limit=0", "limit=many", "phone=1"]) {
        const { body, status } = yield* send("GET", `${pathOf(project)}?${query}`)
        assert.deepStrictEqual([status, body.errors?.[0]?.pointer], [422, `/${query.split("=")[0]}`], query)
      }
      assert.strictEqual((yield* send("GET", `${pathOf(project)}?cursor=x`)).status, 400)
    })
  )
})
