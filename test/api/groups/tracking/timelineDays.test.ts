// The days of one entity: how many fixes, how far, what happened.
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import * as SqlClient from "effect/sql/SqlClient"
import { v7 } from "uuid"
import { makeMember } from "../../../support/http/people.ts"
import { serve } from "../../../support/http/server.ts"
import { expectStatus, makeEntity, makeProject } from "../../../support/http/tracking.ts"

/** Midnight in Berlin, where the days are. */
const START = Date.parse("2026-05-01T22:00:00Z")
const HOUR = 3_600_000
const moment = (hours: number) => new Date(START + hours * HOUR)
const query = (from: number, to: number) =>
  `from=${moment(from).toISOString()}&to=${moment(to).toISOString()}&bins=1`

/** One hundredth of a degree at the equator is 1,111.95 m. */
const walker = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const { id: project } = yield* makeProject({ timezone: "Europe/Berlin" })
  const entity: string = (yield* makeEntity(project, { name: "Alma" })).id
  const device = v7()
  const fix = (hours: number, lon: number, valid = true) => sql`
    insert into positions (device_id, project_id, entity_id, record_type, original_time, lon, lat, received_at,
      batch_id, valid, curation_revision)
    values (${device}::uuid, ${project}::uuid, ${entity}::uuid, 'gnss', ${moment(hours)}, ${lon}::float8, 0,
      now(), 1, ${valid}, ${valid ? 0 : 1})`
  const happen = (hours: number, severity: string) => {
    const id = v7()
    return sql`insert into events (id, project_id, event_key, time, event_type, severity, title, entity_id,
      source_kind)
      values (${id}, ${project}, sha256(${id}::text::bytea), ${moment(hours)}, 'SEEN',
        ${severity}::text::severity, 'Seen', ${entity}::uuid, 'user')`
  }
  yield* fix(1, 0)
  yield* fix(2, 0.01)
  yield* fix(3, 5, false) // wrong: nobody went there
  yield* fix(25, 0.03)
  yield* fix(26, 0.0301) // the receiver's own steps
  yield* happen(2, "warning")
  yield* happen(23.999, "critical")
  yield* happen(24, "info")
  return { project, entity, path: `/projects/${project}/timeline?${query(0, 72)}` }
})

layer(serve(), { excludeTestServices: true, timeout: "60 seconds" })("the days of an entity", (it) => {
  it.effect("have their fixes, their way and their events; a day without fixes has no way", () =>
    Effect.gen(function* () {
      const { entity, path, project } = yield* walker
      const { days } = yield* expectStatus(200, "GET", `${path}&entity_id=${entity}`)
      const told = days.map(({ date, totals }: { date: string; totals: object }) => ({ date, ...totals }))
      assert.deepStrictEqual(told, [
        { date: "2026-05-02", fixes: 2, distance_km: 1.112, info: 0, warning: 1, critical: 1 },
        // nobody knows when in the 23 hours before the way was made
        { date: "2026-05-03", fixes: 2, distance_km: 0, info: 1, warning: 0, critical: 0 },
        { date: "2026-05-04", fixes: 0, distance_km: null, info: 0, warning: 0, critical: 0 }
      ])
      // of a day that the span touches, what is in the span: half of the step that leads into it
      const part = `/projects/${project}/timeline?${query(1.5, 24)}&entity_id=${entity}`
      const cut = (yield* expectStatus(200, "GET", part)).days
      assert.deepInclude(cut[0].totals, { fixes: 1, distance_km: 0.556, warning: 1, critical: 1 })
      assert.lengthOf(cut, 1)
      for (const day of (yield* expectStatus(200, "GET", path)).days) assert.notProperty(day, "totals")
    })
  )

  it.effect("are empty for who does not see it", () =>
    Effect.gen(function* () {
      const { entity, path, project } = yield* walker
      const other: string = (yield* makeEntity(project, { name: "Berta" })).id
      const member = yield* makeMember(project, "viewer", { entities: [other] })
      const { body } = yield* member.ask("GET", `${path}&entity_id=${entity}`)
      for (const { totals } of body.days)
        assert.deepStrictEqual(totals, { fixes: 0, distance_km: null, info: 0, warning: 0, critical: 0 })
    })
  )
})
