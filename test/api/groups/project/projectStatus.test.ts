// Whether the service is well, asked by those who look at a project.
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import * as SqlClient from "effect/sql/SqlClient"
import { makePerson, tokenFor } from "../../../support/http/people.ts"
import { addMember, plant, STORY } from "../../../support/http/scopedWorld.ts"
import { serve, TestServer } from "../../../support/http/server.ts"
import { expectStatus } from "../../../support/http/tracking.ts"

layer(serve(), { excludeTestServices: true, timeout: "60 seconds" })("a project's status", (it) => {
  it.effect("tells who is silent and what waits, of runs those that are seen", () =>
    Effect.gen(function* () {
      const { send } = yield* TestServer
      const sql = yield* SqlClient.SqlClient
      yield* sql`insert into worker_heartbeats (role, worker, started_at, beat_at, detail)
        values ('analyse', 'here:1', now(), now(), '{}'), ('serve', 'here:2', now(), now(), '{}')`
      const planted = yield* plant(STORY)
      yield* sql`update analysis_runs set status = 'queued', finished_at = null, result = null
        where project_id = ${planted.project}::uuid`
      yield* plant(STORY)
      const path = `/projects/${planted.project}/status`
      const whole = yield* expectStatus(200, "GET", path)
      assert.deepStrictEqual(Object.keys(whole), ["status", "rule_lag_seconds", "silent_roles", "analyses"])
      assert.sameMembers(whole.silent_roles, ["engine", "work", "delivery", "listen"])
      assert.strictEqual(whole.rule_lag_seconds, 0)
      assert.isBelow(whole.analyses.heartbeat_age_seconds, 30)
      const runs = planted.ids.run_id.length
      assert.strictEqual(whole.analyses.queued, runs)
      const person = yield* makePerson()
      yield* addMember(person.id, planted, "viewer")
      const part = yield* send("GET", path, { token: yield* tokenFor(person, ["project:read"]) })
      assert.deepStrictEqual(part.body, {
        ...whole,
        analyses: { ...whole.analyses, queued: planted.seen.analyses.length }
      })
      assert.isBelow(planted.seen.analyses.length, runs)
    })
  )
})
