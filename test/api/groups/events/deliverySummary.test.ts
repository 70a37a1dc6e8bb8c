// Deliveries counted over HTTP: by automation and day, by receiver and hour of the project's day.
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import * as SqlClient from "effect/sql/SqlClient"
import { v7 } from "uuid"
import { makeMember } from "../../../support/http/people.ts"
import { serve } from "../../../support/http/server.ts"
import { expectStatus, makeEntity, makeProject } from "../../../support/http/tracking.ts"
import { makeAutomation, report } from "../../../support/http/worker.ts"

const mail = [{ type: "email", to: ["ranger@example.org"] }]
const ZONE = "Asia/Kathmandu" // 5 h 45 min ahead all year

interface Made {
  readonly event: string | null
  readonly automation: { readonly id: string; readonly actions: ReadonlyArray<{ readonly id: string }> }
  readonly target: string
  readonly status: "queued" | "sent" | "failed" | "skipped"
  /** of the project's day */
  readonly at: string
}

const deliver = Effect.fnUntraced(function* (projectId: string, of: Made) {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    insert into deliveries (id, project_id, event_id, automation_id, automation_name, action_id, action_type,
      target, lane, status, attempts, created_at, finished_at)
    values (${v7()}::uuid, ${projectId}::uuid, ${of.event}::uuid, ${of.automation.id}::uuid, 'Tell',
      ${of.automation.actions[0]!.id}::uuid, 'email', ${of.target}, 'email', ${of.status}, 1,
      ${of.at}::timestamp at time zone ${ZONE},
      case when ${of.status} <> 'queued' then ${of.at}::timestamp at time zone ${ZONE} end)`
})

/** A day of the project, so many before today. */
const day = (before: number) =>
  new Date(Date.now() + 345 * 60_000 - before * 86_400_000).toISOString().slice(0, 10)

layer(serve(), { excludeTestServices: true, timeout: "30 seconds" })("the summary of deliveries", (it) => {
  it.effect("counts thirty days of the project's zone, and its nights, but no tests", () =>
    Effect.gen(function* () {
      const { id } = yield* makeProject({ timezone: ZONE })
      const [tell, other] = [yield* makeAutomation(id, mail), yield* makeAutomation(id, mail)]
      const events = yield* Effect.forEach([1, 2, 3, 4, 5, 6], () => report(id))
      const made = (n: number, more: Partial<Made>) =>
        deliver(id, {
          event: events[n]!.id,
          automation: tell,
          target: "a@example.org",
          status: "sent",
          at: `${day(1)} 09:30`,
          ...more
        })
      yield* made(0, {})
      yield* made(1, { at: `${day(1)} 23:59` })
      yield* made(2, { at: `${day(29)} 00:00`, target: "b@example.org", status: "failed" })
      yield* made(3, { at: `${day(30)} 23:59` })
      yield* made(4, { automation: other, status: "skipped" })
      yield* made(5, { status: "queued" })
      yield* made(0, { event: null, status: "failed" })
      const summary = yield* expectStatus(200, "GET", `/projects/${id}/deliveries/summary`)
      assert.deepInclude(summary, { sent: 2, failed: 1, skipped: 1, truncated: false })
      const of = (automation: { readonly id: string }) =>
        summary.automations.find((one: { automation_id: string }) => one.automation_id === automation.id)
      assert.deepInclude(of(tell), { sent: 2, failed: 1, skipped: 0 })
      assert.deepInclude(of(other), { sent: 0, failed: 0, skipped: 1 })
      const { days } = of(tell)
      assert.lengthOf(days, 30)
      assert.deepStrictEqual(days[0], { date: day(29), sent: 0, failed: 1, skipped: 0 })
      assert.deepStrictEqual(days[28], { date: day(1), sent: 2, failed: 0, skipped: 0 })
      const [first, second] = summary.receivers
      assert.deepInclude(first, {
        action_type: "email",
        target: "a@example.org",
        sent: 2,
        failed: 0,
        skipped: 1,
        sent_at_night: 1
      })
      assert.deepStrictEqual(
        first.hours.flatMap((count: number, hour: number) => (count === 0 ? [] : [[hour, count]])),
        [
          [9, 1],
          [23, 1]
        ]
      )
      assert.deepInclude(second, { target: "b@example.org", sent: 0, failed: 1 })
      assert.include(summary.night_hours, 23)
    })
  )

  it.effect("counts for a member with a scope what they see, and nothing of another project", () =>
    Effect.gen(function* () {
      const { id } = yield* makeProject({ timezone: ZONE })
      const [alma, bo] = [yield* makeEntity(id), yield* makeEntity(id)]
      const tell = yield* makeAutomation(id, mail)
      const viewer = yield* makeMember(id, "viewer", { entities: [alma.id] })
      const common = { automation: tell, status: "sent", at: `${day(1)} 12:00` } as const
      const [hers, his] = [yield* report(id, { entity_id: alma.id }), yield* report(id, { entity_id: bo.id })]
      yield* deliver(id, { ...common, event: hers.id, target: "alma@example.org" })
      yield* deliver(id, { ...common, event: his.id, target: "bo@example.org" })
      const { body } = yield* viewer.ask("GET", `/projects/${id}/deliveries/summary`)
      assert.strictEqual(body.sent, 1)
      assert.deepStrictEqual(
        body.receivers.map((r: { target: string }) => r.target),
        ["alma@example.org"]
      )
      const other = yield* makeProject()
      assert.deepInclude(yield* expectStatus(200, "GET", `/projects/${other.id}/deliveries/summary`), {
        sent: 0,
        automations: [],
        receivers: []
      })
    })
  )
})
