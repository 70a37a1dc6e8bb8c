// Projects in lists: found by the slug, with how much of each their reader sees.
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import * as SqlClient from "effect/sql/SqlClient"
import { makeMember, makePerson, tokenFor } from "../../../support/http/people.ts"
import { addMember, plant, STORY } from "../../../support/http/scopedWorld.ts"
import { serve, TestServer } from "../../../support/http/server.ts"
import { expectStatus, fresh, makeEntity, makeProject } from "../../../support/http/tracking.ts"

layer(serve(), { excludeTestServices: true, timeout: "60 seconds" })("a list of projects", (it) => {
  it.effect("is one project or none where a slug is given, and only of those that may be read", () =>
    Effect.gen(function* () {
      const slug = fresh("farm").replace(" ", "-")
      const { id } = yield* makeProject({ slug })
      const stranger = yield* makeMember((yield* makeProject()).id, "admin")
      const idsOf = ({ items }: { readonly items: ReadonlyArray<{ readonly id: string }> }) =>
        items.map((project) => project.id)
      const list = (query: string) => expectStatus(200, "GET", `/projects?slug=${query}`)
      assert.deepStrictEqual(idsOf(yield* list(slug)), [id])
      assert.deepStrictEqual(idsOf(yield* list(`${slug}-x`)), [])
      assert.deepStrictEqual(idsOf((yield* stranger.ask("GET", `/projects?slug=${slug}`)).body), [])
      yield* expectStatus(200, "PATCH", `/projects/${id}`, { slug: `${slug}-y` })
      assert.deepStrictEqual(idsOf(yield* list(slug)), [])
      const { errors } = yield* expectStatus(422, "GET", "/projects?slug=Not a slug")
      assert.strictEqual(errors[0].pointer, "/slug")
    })
  )

  it.effect("counts what is there: no archived entities, no alerts that somebody has seen to", () =>
    Effect.gen(function* () {
      const { id } = yield* makeProject()
      const countsOf = Effect.map(expectStatus(200, "GET", "/projects?limit=500"), ({ items }) => {
        const row = items.find((project: { readonly id: string }) => project.id === id)
        return [row.entity_count, row.open_alerts]
      })
      assert.deepStrictEqual(yield* countsOf, [0, 0])
      for (const status of ["active", "inactive", "archived"]) yield* makeEntity(id, { status })
      const alerts = []
      for (let i = 0; i < 3; i++)
        alerts.push(
          (yield* expectStatus(201, "POST", `/projects/${id}/events`, {
            event_type: "SEEN",
            title: "A wolf",
            create_alert: true
          })).alert
        )
      yield* expectStatus(200, "POST", `/projects/${id}/alerts/${alerts[0].id}/acknowledge`, {})
      yield* expectStatus(200, "POST", `/projects/${id}/alerts/${alerts[1].id}/resolve`, {})
      assert.deepStrictEqual(yield* countsOf, [2, 1])
    })
  )

  it.effect("counts for a member with a scope what they see of each project, and no more", () =>
    Effect.gen(function* () {
      const { send } = yield* TestServer
      const sql = yield* SqlClient.SqlClient
      const person = yield* makePerson()
      const token = yield* tokenFor(person, ["project:read"])
      const [first, second] = [yield* plant(STORY), yield* plant(STORY)]
      yield* addMember(person.id, first)
      yield* addMember(person.id, {
        project: second.project,
        scope: { groups: [], entities: [], devices: [] }
      })
      const whole = yield* plant(STORY)
      yield* expectStatus(201, "POST", `/projects/${whole.project}/members`, {
        user_id: person.id,
        role: "viewer"
      })
      const { items } = (yield* send("GET", "/projects", { token })).body
      const [{ alerts }] = (yield* sql<{ alerts: number }>`select count(*)::int4 as alerts from alerts
        where project_id = ${whole.project}::uuid`) as [{ alerts: number }]
      const expected = {
        [first.project]: [first.seen.entities.length, first.seen.alerts.length],
        [second.project]: [0, 0],
        [whole.project]: [STORY.entities.length, alerts]
      }
      assert.isBelow(first.seen.alerts.length, alerts)
      assert.deepStrictEqual(
        Object.fromEntries(
          items.map((row: { id: string; entity_count: number; open_alerts: number }) => [
            row.id,
            [row.entity_count, row.open_alerts]
          ])
        ),
        expected
      )
    })
  )
})
