// Analyses for people: who may start, read and change runs, and what a member sees whose scope is a part of
// the project.
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import * as SqlClient from "effect/sql/SqlClient"
import { makeRange, parametersOf, type Range, startRun } from "../../../support/http/runs.ts"
import { makeMember, makePerson, browserOf } from "../../../support/http/people.ts"
import { serve } from "../../../support/http/server.ts"
import { expectStatus, NOBODY } from "../../../support/http/tracking.ts"

const runsOf = ({ project }: Pick<Range, "project">) => `/projects/${project}/analyses`

layer(serve(), { excludeTestServices: true, timeout: "60 seconds" })("analyses and permissions", (it) => {
  it.effect(
    "running needs analysis:run, reading project:read; own runs are changed with analysis:run, those " +
      "of others with project:write",
    () =>
      Effect.gen(function* () {
        const range = yield* makeRange(["Alma"])
        const [viewer, analyst, other, admin] = [
          yield* makeMember(range.project, "viewer"),
          yield* makeMember(range.project, "analyst"),
          yield* makeMember(range.project, "analyst"),
          yield* makeMember(range.project, "admin")
        ]
        const body = { module: "movement", parameters: parametersOf(range) }
        const refused = yield* viewer.ask("POST", runsOf(range), { body })
        assert.deepStrictEqual([refused.status, refused.body.permission], [403, "analysis:run"])
        assert.strictEqual(
          (yield* viewer.ask("GET", `${runsOf(range)}/estimate?module=movement`)).status,
          403
        )

        const made = yield* analyst.ask("POST", runsOf(range), { body })
        assert.strictEqual(made.status, 201)
        assert.strictEqual(made.body.created_by_user_id, analyst.id)
        const run = `${runsOf(range)}/${made.body.id}`
        for (const path of [runsOf(range), run, `${run}/geometries`])
          assert.strictEqual((yield* viewer.ask("GET", path)).status, 200, path)
        assert.strictEqual((yield* viewer.ask("POST", `${run}/rerun`)).status, 403)

        const changes = [
          ["PATCH", run, { name: "Mine" }],
          ["POST", `${run}/cancel`, undefined],
          ["DELETE", run, undefined]
        ] as const
        for (const [method, path, sent] of changes) {
          for (const person of [viewer, other]) {
            const answer = yield* person.ask(method, path, sent === undefined ? {} : { body: sent })
            assert.deepStrictEqual(
              [answer.status, answer.body.permission],
              [403, "project:write"],
              `${method} ${path}`
            )
          }
        }
        assert.strictEqual((yield* analyst.ask("PATCH", run, { body: { name: "Mine" } })).body.name, "Mine")
        assert.strictEqual((yield* admin.ask("PATCH", run, { body: { name: "Ours" } })).body.name, "Ours")
        assert.strictEqual((yield* analyst.ask("POST", `${run}/cancel`)).body.status, "cancelled")
        assert.strictEqual(
          (yield* other.ask("POST", `${run}/rerun`)).body.created_by_user_id,
          other.id,
          "a re-run is whose it is that asked"
        )
        assert.strictEqual((yield* admin.ask("DELETE", run)).status, 204)

        const stranger = yield* browserOf(yield* makePerson())
        const modules = `/projects/${range.project}/analysis-modules`
        for (const path of [runsOf(range), `/projects/all/analyses`, modules])
          assert.strictEqual((yield* stranger("GET", path)).status, 404, path)
        assert.strictEqual((yield* viewer.ask("GET", modules)).body.items.length, 2)
        assert.strictEqual(
          (yield* stranger("GET", "/analysis-modules")).status,
          200,
          "the catalogue is for everybody who is signed in"
        )
      })
  )

  it.effect(
    "subjects are narrowed to the caller's scope: what is outside, of another project or of nobody is not there",
    () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const range = yield* makeRange(["Alma", "Berta"], 4)
        const foreign = yield* makeRange(["Clara"])
        const [alma, berta] = range.animals.map((a) => a.id)
        const member = yield* makeMember(range.project, "analyst", { entities: [alma] })
        const post = (more: object) =>
          member.ask("POST", runsOf(range), {
            body: { module: "movement", parameters: { ...parametersOf(range), ...more } }
          })

        const made = yield* post({ entity_ids: [alma, berta, foreign.animals[0]!.id, NOBODY] })
        assert.strictEqual(made.status, 201)
        assert.deepStrictEqual(made.body.parameters.entity_ids, [alma])
        for (const id of [berta, foreign.animals[0]!.id, NOBODY]) {
          const nobody = yield* post({ entity_ids: [id] })
          assert.deepStrictEqual(
            [nobody.status, nobody.body.errors],
            [
              422,
              [
                {
                  pointer: "/parameters/entity_ids",
                  code: "NO_SUBJECTS",
                  detail: "Nobody that you may see is chosen."
                }
              ]
            ]
          )
        }
        const herd = yield* expectStatus(201, "POST", `/projects/${range.project}/groups`, { name: "Herd" })
        for (const id of [alma, berta])
          yield* expectStatus(200, "PATCH", `/projects/${range.project}/entities/${id}`, {
            group_id: herd.id
          })
        const { entity_ids: _all, ...period } = parametersOf(range)
        const ofGroup = yield* member.ask("POST", runsOf(range), {
          body: { module: "movement", parameters: { ...period, group_id: herd.id } }
        })
        assert.deepStrictEqual(ofGroup.body.parameters.entity_ids, [alma])
        const estimate = yield* member.ask(
          "GET",
          `${runsOf(range)}/estimate?module=movement&parameters=` +
            encodeURIComponent(JSON.stringify(parametersOf(range)))
        )
        assert.deepStrictEqual([estimate.body.subject_count, estimate.body.fixes], [1, 4])
        yield* sql`delete from analysis_runs`
      })
  )

  it.effect("runs about anybody outside the scope are hidden, and take no place on a page", () =>
    Effect.gen(function* () {
      const range = yield* makeRange(["Alma", "Berta"])
      const [alma] = range.animals.map((a) => a.id)
      const member = yield* makeMember(range.project, "analyst", { entities: [alma] })
      const about = (...animals: Range["animals"]) => startRun({ ...range, animals })
      const [a, b] = range.animals
      const [first, hidden, second, mixed] = [
        yield* about(a!),
        yield* about(b!),
        yield* about(a!),
        yield* about(a!, b!)
      ]
      const page = (yield* member.ask("GET", `${runsOf(range)}?limit=1`)).body
      assert.deepStrictEqual(
        page.items.map((r: { id: string }) => r.id),
        [second.id],
        "of four runs the newest that may be seen"
      )
      const rest = (yield* member.ask("GET", `${runsOf(range)}?limit=1&cursor=${page.next_cursor}`)).body
      assert.deepStrictEqual(
        [rest.items.map((r: { id: string }) => r.id), rest.next_cursor],
        [[first.id], null]
      )
      for (const { id } of [hidden, mixed]) {
        for (const [method, path] of [
          ["GET", ""],
          ["GET", "/geometries"],
          ["GET", "/export?what=summary&format=csv"],
          ["PATCH", ""],
          ["POST", "/cancel"],
          ["POST", "/rerun"],
          ["DELETE", ""]
        ] as const) {
          const answer = yield* member.ask(
            method,
            `${runsOf(range)}/${id}${path}`,
            method === "PATCH" ? { body: { name: "x" } } : {}
          )
          const unknown = yield* member.ask(
            method,
            `${runsOf(range)}/${NOBODY}${path}`,
            method === "PATCH" ? { body: { name: "x" } } : {}
          )
          assert.deepStrictEqual(
            [answer.status, answer.body.code, answer.body.detail],
            [404, unknown.body.code, unknown.body.detail],
            `${method} ${path}`
          )
        }
      }
    })
  )
})
