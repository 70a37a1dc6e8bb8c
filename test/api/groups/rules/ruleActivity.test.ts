// The list of rules with what each did lately, events of a version, and what an edit would reset; each of the
// subjects that the caller sees.
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql/SqlClient"
import { v7 } from "uuid"
import { makeAnimal } from "../../../support/http/past.ts"
import { makeMember } from "../../../support/http/people.ts"
import { serve } from "../../../support/http/server.ts"
import { expectStatus, makeProject } from "../../../support/http/tracking.ts"

const fast = (kmh: number, more: object = {}) => ({
  trigger: { kind: "position" },
  conditions: { type: "threshold", metric: "speed_kmh", op: ">", value: kmh },
  event: { event_type: "FAST", title: "{entity} at {value}", create_alert: true },
  ...more
})

layer(serve(), { excludeTestServices: true, timeout: "60 seconds" })("rules and what they did", (it) => {
  const world = Effect.gen(function* () {
    const sql = yield* SqlClient
    const { id } = yield* makeProject()
    const alma = yield* makeAnimal(id, "Alma"),
      wolf = yield* makeAnimal(id, "Wolf")
    const rule = yield* expectStatus(201, "POST", `/projects/${id}/rules`, {
      name: "Fast",
      document: fast(80),
      enabled: true
    })
    for (const [n, { device, entity }] of [alma, alma, wolf].entries()) {
      const event = v7(),
        trace = v7()
      yield* sql`insert into events (id, project_id, event_key, time, event_type, severity, title, entity_id,
        entity_name, device_id, device_name, source_kind, rule_id, rule_version, superseded)
        values (${event}::uuid, ${id}::uuid, ${Buffer.alloc(32, trace)}, now() - ${n}::int4 * interval '1 hour',
          'FAST', 'warning', 'fast', ${entity}::uuid, ${entity === alma.entity ? "Alma" : "Wolf"},
          ${device}::uuid, 'Collar', 'rule', ${rule.id}::uuid, 1, false)`
      if (n !== 1)
        yield* sql`insert into alerts (id, event_id, project_id, severity, title, entity_id, device_id)
          values (${v7()}::uuid, ${event}::uuid, ${id}::uuid, 'warning', 'fast', ${entity}::uuid, ${device}::uuid)`
      yield* sql`insert into rule_states (rule_id, subject_id, partition, version, blank_from_version, active, since)
        select r.id, ${entity}::uuid, 0, 1, r.blank_from_version, true, now() from rules r
        where r.id = ${rule.id}::uuid on conflict do nothing`
    }
    const failure = v7()
    yield* sql`update rules set last_error = 'X: y', last_error_at = now(), last_error_subject_id = ${wolf.entity}::uuid
      where id = ${rule.id}::uuid`
    yield* sql`insert into processing_traces (id, started_at, kind, status, code, project_id, device_id, entity_id,
      rule_id, rule_version, error, steps)
      values (${failure}::uuid, now(), 'rule', 'failed', 'X', ${id}::uuid, ${wolf.device}::uuid,
        ${wolf.entity}::uuid, ${rule.id}::uuid, 1, 'y', '[]'::jsonb)`
    yield* expectStatus(200, "PUT", `/projects/${id}/rules/${rule.id}/snoozes/${wolf.entity}`, {
      until: new Date(Date.now() + 86_400_000).toISOString()
    })
    const member = yield* makeMember(id, "viewer", { groups: [], entities: [alma.entity], devices: [] })
    return { alma, failure, id, member, rule, wolf }
  })
  const sum = (days: ReadonlyArray<Record<"events" | "alerts", number>>, of: "events" | "alerts") =>
    days.reduce((n, d) => n + d[of], 0)

  it.effect(
    "tells a rule's sentence, cover, firings, failure and snoozes, and a scoped member of theirs",
    () =>
      Effect.gen(function* () {
        const { alma, failure, id, member, wolf } = yield* world
        const path = `/projects/${id}/rules`
        assert.notProperty((yield* expectStatus(200, "GET", path)).items[0], "sentence")
        const [all] = (yield* expectStatus(200, "GET", `${path}?include=activity`)).items
        assert.include(all.sentence.map((p: { text: string }) => p.text).join(""), "80")
        assert.lengthOf(all.days, 7)
        assert.deepStrictEqual([sum(all.days, "events"), sum(all.days, "alerts")], [3, 2])
        assert.deepInclude(all, {
          covers: 2,
          events_total: 3,
          last_error_trace_id: failure,
          last_fired_subject: { entity_id: alma.entity, device_id: null, name: "Alma" }
        })
        assert.deepStrictEqual(
          all.versions_7d.map((v: { version: number }) => v.version),
          [1]
        )
        assert.strictEqual(all.snoozes.count, 1)
        assert.deepInclude(all.snoozes.first[0], { entity_id: wolf.entity, device_id: null, name: "Wolf" })

        const answer = yield* member.ask("GET", `${path}?include=activity`)
        const [own] = answer.body.items
        assert.deepStrictEqual([sum(own.days, "events"), sum(own.days, "alerts")], [2, 1])
        assert.deepInclude(own, { covers: 1, events_total: 2, last_error: null, last_error_trace_id: null })
        assert.deepStrictEqual(own.snoozes, { count: 0, first: [] })
        assert.notInclude(JSON.stringify(answer.body), wolf.entity)
      })
  )

  it.effect("counts the events that name a version, as far as they are seen", () =>
    Effect.gen(function* () {
      const { id, member, rule } = yield* world
      const path = `/projects/${id}/rules/${rule.id}/versions`
      assert.deepInclude((yield* expectStatus(200, "GET", path)).items[0], { version: 1, events: 3 })
      assert.deepInclude((yield* member.ask("GET", `${path}/1`)).body, { version: 1, events: 2 })
    })
  )

  it.effect("says what an edit would reset, and saves nothing of it", () =>
    Effect.gen(function* () {
      const { id, rule } = yield* world
      const path = `/projects/${id}/rules/${rule.id}`
      const save = (document: object, more: object = { dry_run: true }) =>
        expectStatus(200, "PUT", `${path}/document`, { document, ...more })
      assert.deepInclude(yield* save(fast(40)), {
        version: 2,
        differs: true,
        current_version: 1,
        resets: { active: 2, pending: 0 }
      })
      assert.deepInclude(yield* save(fast(80, { cooldown_seconds: 60 })), { differs: true, resets: null })
      assert.deepInclude(yield* save(fast(80)), { version: 1, differs: false, resets: null })
      assert.deepInclude(yield* save(fast(40), { dry_run: true, activate: false }), { resets: null })
      assert.lengthOf((yield* expectStatus(200, "GET", `${path}/versions`)).items, 1)
      const saved = yield* save(fast(40), {})
      assert.notProperty(saved, "resets")
      assert.strictEqual(saved.current_version, 2)
    })
  )
})
