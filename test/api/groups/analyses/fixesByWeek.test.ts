// The fixes of chosen subjects week by week: those that a run would read, of those that the caller may see.
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import * as SqlClient from "effect/sql/SqlClient"
import { MAX_WEEK_FIXES, MAX_COUNTED_WEEKS } from "../../../../src/domain/analysis/weeks.ts"
import { makeMember } from "../../../support/http/people.ts"
import { DAY, makeRange, type Range } from "../../../support/http/runs.ts"
import { serve, TestServer } from "../../../support/http/server.ts"
import { expectStatus } from "../../../support/http/tracking.ts"

/** `DAY` is a Sunday. */
const MONDAY = "2026-02-23T00:00:00.000Z"

const at = ({ project }: Range, query: string) => `/projects/${project}/analyses/fixes-by-week?${query}`
const about = ({ animals }: Range) => animals.map(({ id }) => `entity_ids=${id}`).join("&")

interface Week {
  readonly from: string
  readonly fixes: number
}
const counts = (weeks: ReadonlyArray<Week>) => weeks.filter(({ fixes }) => fixes > 0)

layer(serve(), { excludeTestServices: true, timeout: "60 seconds" })("fixes by week", (it) => {
  it.effect("are those of the weeks up to a moment, by the calendar of the project", () =>
    Effect.gen(function* () {
      // 300 fixes ten minutes apart from Sunday midnight: 144 of them on that day
      const range = yield* makeRange(["Alma", "Berta"], 300)
      const to = `to=${encodeURIComponent("2026-03-04T00:00:00Z")}`
      const ask = (query: string) => expectStatus(200, "GET", at(range, query))
      const { weeks, ...others } = yield* ask(`${about(range)}&${to}`)
      assert.deepStrictEqual(others, { subject_count: 2, counted: 2, is_cut: false })
      assert.strictEqual(weeks.length, MAX_COUNTED_WEEKS)
      assert.deepStrictEqual(weeks.slice(-2), [
        { from: MONDAY, fixes: 288 },
        { from: "2026-03-02T00:00:00.000Z", fixes: 312 }
      ])
      assert.deepStrictEqual(counts(weeks), weeks.slice(-2))

      yield* expectStatus(200, "PATCH", `/projects/${range.project}`, { timezone: "America/New_York" })
      const there = (yield* ask(`${about(range)}&${to}`)).weeks
      assert.deepStrictEqual(counts(there), [
        { from: "2026-02-23T05:00:00.000Z", fixes: 2 * (144 + 30) },
        { from: "2026-03-02T05:00:00.000Z", fixes: 2 * (300 - 144 - 30) }
      ])
      const { weeks: before } = yield* ask(`${about(range)}&to=2026-02-10T00:00:00Z`)
      assert.deepStrictEqual(counts(before), [], "what comes after is not told")
    })
  )

  it.effect("are of who is chosen in one way, whom the caller may see, and need analysis:run", () =>
    Effect.gen(function* () {
      const { send } = yield* TestServer
      const range = yield* makeRange(["Alma", "Berta"], 3)
      const [alma, berta] = range.animals
      const to = "to=2026-03-04T00:00:00Z"
      const member = yield* makeMember(range.project, "analyst", { entities: [alma!.id] })
      const seen = yield* member.ask("GET", at(range, `${about(range)}&${to}`))
      assert.deepInclude(seen.body, { subject_count: 1, counted: 1 })
      assert.deepStrictEqual(counts(seen.body.weeks), [{ from: MONDAY, fixes: 3 }])
      const hidden = yield* member.ask("GET", at(range, `entity_ids=${berta!.id}&${to}`))
      assert.deepInclude(hidden.body, { subject_count: 0, counted: 0 })
      assert.deepStrictEqual(counts(hidden.body.weeks), [])

      const viewer = yield* makeMember(range.project, "viewer")
      const refused = yield* viewer.ask("GET", at(range, about(range)))
      assert.deepInclude(refused.body, { status: 403, permission: "analysis:run" })
      for (const query of ["", `${about(range)}&group_id=${alma!.id}`]) {
        const { body, status } = yield* send("GET", at(range, query))
        assert.strictEqual(status, 422, query)
        assert.strictEqual(body.errors[0].code, "ONE_SELECTOR")
      }
      yield* expectStatus(200, "PATCH", `/projects/${range.project}`, { settings: { analysis_modules: [] } })
      yield* expectStatus(404, "GET", at(range, about(range)))
    })
  )

  it.effect("are bounded: of one subject in a week", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const range = yield* makeRange(["Alma", "Berta"], 3)
      const [alma] = range.animals
      yield* sql`
        insert into positions (original_time, device_id, project_id, entity_id, record_type, lon, lat,
          received_at, batch_id)
        select ${new Date(DAY)}::timestamptz + n * interval '1 second', ${alma!.device}::uuid,
          ${range.project}::uuid, ${alma!.id}::uuid, 'gnss', 10, 50, now(), 1
        from generate_series(1, ${MAX_WEEK_FIXES}::int) n on conflict do nothing`
      const body = yield* expectStatus(200, "GET", at(range, `${about(range)}&to=2026-03-01T12:00:00Z`))
      assert.deepInclude(body, { subject_count: 2, counted: 2, is_cut: true })
      assert.deepStrictEqual(counts(body.weeks), [{ from: MONDAY, fixes: MAX_WEEK_FIXES + 3 }])
    })
  )
})
