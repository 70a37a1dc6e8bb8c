// Why an event was told, in one answer: its conditions beside their limits, the rule in words, lines, track and
// neighbours; that each part which cannot be told says why, and that nothing hidden is in it.
import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import * as SqlClient from "effect/sql/SqlClient"
import { englishText } from "../../../../src/domain/rule/words/english.ts"
import { engineLayer } from "../../../../src/roles/engine.ts"
import { makeMember, makePerson, tokenFor } from "../../../support/http/people.ts"
import { serve, TestServer } from "../../../support/http/server.ts"
import { expectStatus, NOBODY } from "../../../support/http/tracking.ts"
import { fixAt as fix, makeWatched, minuteAt as at } from "../../../support/http/watched.ts"

const left = {
  trigger: { kind: "position" },
  conditions: { type: "spatial", relation: "exit" },
  event: { event_type: "LEFT", title: "{entity} left", severity: "warning", create_alert: true }
}
const still = {
  trigger: { kind: "measurement", metric_key: "activity" },
  conditions: {
    all: [
      {
        type: "window",
        metric: "activity",
        aggregate: "max",
        seconds: 3600,
        op: "<",
        value: 0.6,
        min_samples: 3
      },
      { type: "threshold", metric: "battery_voltage", op: ">", value: 3.2 }
    ]
  },
  event: { event_type: "STILL", title: "{entity} lies still", severity: "critical" }
}

const makeFarm = Effect.gen(function* () {
  const watched = yield* makeWatched
  const { path } = watched
  const event = (type: string) =>
    Effect.map(expectStatus(200, "GET", `${path}/events?event_type=${type}`), ({ items }) => items[0])
  const evidence = (id: string) => expectStatus(200, "GET", `${path}/events/${id}/evidence`)
  return { ...watched, event, evidence }
})

const text = (parts: ReadonlyArray<{ readonly text: string }>) => parts.map((p) => p.text).join("")

layer(engineLayer({ tickGraceSeconds: 20, lateQuietMs: 0 }).pipe(Layer.provideMerge(serve())), {
  excludeTestServices: true,
  timeout: "60 seconds"
})("the evidence of an event", (it) => {
  it.effect("of a crossing: the fence, the distance to it, the track, the neighbours and the receipt", () =>
    Effect.gen(function* () {
      const { alma, event, evidence, home, report, rule, source, wolf } = yield* makeFarm
      yield* rule("Left", left)
      yield* report([fix(wolf.name, -30, 0.006), fix(alma.name, 0, 0.005), fix(alma.name, 10, 0.005)])
      const poor = { ...fix(alma.name, 20, 0.02), accuracy_m: 240, satellites: 3 }
      yield* report([poor, fix(alma.name, 30, 0.03)])
      const told = yield* event("LEFT")
      const why = yield* evidence(told.id)
      assert.deepStrictEqual(why.values, [
        {
          label: "Left",
          label_message: { code: "reading.exit" },
          value: "Home",
          op: null,
          limit: null,
          unit: null,
          truth: true,
          path: "/conditions"
        }
      ])
      assert.strictEqual(text(why.sentence), "When anyone leaves any fence or area, warn.")
      assert.deepStrictEqual(why.distance.feature, { id: home, name: "Home" })
      const metres = why.distance.points.map((p: { readonly value: number }) => p.value)
      assert.deepStrictEqual(metres.slice(0, 2), [-333, -333])
      // a hundredth of a degree east of the border
      assert.closeTo(metres[2], 1112, 1)
      assert.deepStrictEqual(
        why.track.map((p: { readonly time: string; readonly lon: number }) => [p.time, p.lon]),
        [
          [at(0), 0.005],
          [at(10), 0.005],
          [at(20), 0.02],
          [at(30), 0.03]
        ]
      )
      assert.closeTo(why.moved_m, 1668, 1)
      assert.strictEqual(why.others.length, 1)
      assert.deepInclude(why.others[0], {
        entity: { id: wolf.id, name: wolf.name },
        entity_type: "cow",
        time: at(-30),
        lon: 0.006
      })
      assert.closeTo(why.others[0].distance_m, 1557, 1)
      assert.deepStrictEqual(why.fix, {
        time: at(20),
        accuracy_m: 240,
        satellites: 3,
        step: { distance_m: 1668, seconds: 600, speed_kmh: 10 }
      })
      assert.deepInclude(why.receipt, { taken_at: at(20), source: { id: source.id, name: "LoRa north" } })
      assert.isNumber(why.receipt.record_id)
      assert.isTrue(Math.abs(Date.parse(why.receipt.received_at) - Date.now()) < 600_000)
      assert.deepStrictEqual(why.same_rule_30d, { count: 0, events: [] })
      assert.isNull(why.still_active)
      assert.deepStrictEqual(why.series, [])
      assert.deepStrictEqual(why.reasons, {})
    })
  )

  it.effect(
    "of a state: values beside limits, lines with their limit, when it was true, and that it holds",
    () =>
      Effect.gen(function* () {
        const { alma, event, evidence, report, rule } = yield* makeFarm
        yield* rule("Still", still)
        yield* report([{ device: alma.name, time: at(0), measurements: { battery_voltage: 3.54 } }])
        const activity = [2, 1, 0.4, 0.3, 0.28, 0.2, 0.25]
        yield* report(
          activity.map((value, i) => ({
            device: alma.name,
            time: at(i * 20),
            measurements: { activity: value }
          }))
        )
        const told = yield* event("STILL")
        assert.strictEqual(told.time, at(80))
        const why = yield* evidence(told.id)
        const rows = why.values.map((v: Record<string, unknown>) => [
          v["label"],
          v["value"],
          v["op"],
          v["limit"],
          v["unit"]
        ])
        assert.deepStrictEqual(rows, [
          ["Activity, highest in 1 h", 0.4, "<", 0.6, "m/s²"],
          ["Values in the window", 3, ">=", 3, null],
          ["Battery voltage", 3.54, ">", 3.2, "V"]
        ])
        assert.isTrue(why.values.every((v: { readonly truth: boolean }) => v.truth))
        assert.deepStrictEqual(
          why.values.map((v: { readonly path: string }) => v.path),
          ["/conditions/all/0", "/conditions/all/0", "/conditions/all/1"]
        )
        const lines = new Map<
          string,
          {
            readonly label: string
            readonly limit: number
            readonly unit: string
            readonly points: Array<{ value: number }>
            readonly window: object | null
          }
        >(why.series.map((s: { readonly metric: string }) => [s.metric, s]))
        assert.sameMembers([...lines.keys()], ["max(activity, 3600 s)", "activity", "battery_voltage"])
        assert.deepStrictEqual(
          lines.get("activity")!.points.map((p) => p.value),
          activity
        )
        assert.deepInclude(lines.get("max(activity, 3600 s)")!, {
          limit: 0.6,
          unit: "m/s²",
          label: "Activity, highest in 1 h",
          window: { metric: "activity", from: at(20), to: at(80), count: 3 }
        })
        assert.deepInclude(lines.get("activity")!, { limit: 0.6, unit: "m/s²", window: null })
        assert.strictEqual(lines.get("battery_voltage")!.limit, 3.2)
        const spans = why.spans.map((s: Record<string, unknown>) => [s["from"], s["value"]])
        assert.deepStrictEqual(spans.slice(-1), [[at(80), true]])
        assert.isTrue(why.still_active)
        assert.isNull(why.track)
        assert.property(why.reasons, "track")
        assert.property(why.reasons, "distance")
        const lively = [190, 195, 200].map((minute) => ({
          device: alma.name,
          time: at(minute),
          measurements: { activity: 3 }
        }))
        yield* report(lively)
        assert.isFalse((yield* evidence(told.id)).still_active)
      })
  )

  it.effect(
    "what is not told says why: an event of nobody's rule, corrected records, no right to read traces",
    () =>
      Effect.gen(function* () {
        const { send } = yield* TestServer
        const sql = yield* SqlClient.SqlClient
        const { alma, event, evidence, path, project, report, rule } = yield* makeFarm
        const seen = yield* expectStatus(201, "POST", `${path}/events`, { event_type: "SEEN", title: "Seen" })
        const bare = yield* evidence(seen.id)
        for (const part of [
          "values",
          "sentence",
          "series",
          "spans",
          "distance",
          "track",
          "others",
          "moved_m",
          "receipt"
        ]) {
          assert.isNull(bare[part], part)
          assert.isString(bare.reasons[part], part)
          assert.strictEqual(englishText(bare.reason_messages[part]), bare.reasons[part])
        }
        yield* rule("Left", left)
        yield* report([fix(alma.name, 0, 0.005), fix(alma.name, 10, 0.02)])
        const told = yield* event("LEFT")
        // an event of before receipts were written down
        yield* sql`update events set receipt = null where id = ${told.id}::uuid`
        const before = yield* evidence(told.id)
        assert.deepInclude(before.receipt, { taken_at: at(10) })
        assert.isString(before.receipt.received_at)

        const person = yield* makePerson()
        yield* expectStatus(201, "POST", `${path}/members`, {
          user_id: person.id,
          role: "viewer",
          scope: null
        })
        const token = yield* tokenFor(person, ["project:read"], { project_ids: [project] })
        const { body } = yield* send("GET", `${path}/events/${told.id}/evidence`, { token })
        const page = yield* send("GET", `${path}/events/${told.id}`, { token })
        assert.deepStrictEqual([page.body.event.id, page.body.trace], [told.id, null])
        assert.isNull(body.receipt)
        assert.isString(body.reasons.receipt)

        yield* sql`update positions set valid = false where original_time = ${new Date(at(10))} and entity_id = ${alma.id}::uuid`
        const after = yield* evidence(told.id)
        assert.isString(after.reasons.values)
        yield* expectStatus(404, "GET", `${path}/events/${NOBODY}/evidence`)
      })
  )

  it.effect("of a hold that was over between two fixes: the receipt of the fix it was judged on", () =>
    Effect.gen(function* () {
      const { alma, event, evidence, report, rule, source } = yield* makeFarm
      yield* rule("Away", { ...left, for_seconds: 60, event: { ...left.event, event_type: "AWAY" } })
      yield* report([fix(alma.name, 0, 0.005), fix(alma.name, 10, 0.02), fix(alma.name, 20, 0.02)])
      const { receipt } = yield* evidence((yield* event("AWAY")).id)
      assert.deepInclude(receipt, { taken_at: at(10) })
      assert.deepInclude(receipt.source, { id: source.id })
      assert.isTrue(Math.abs(Date.parse(receipt.received_at) - Date.now()) < 600_000)
    })
  )

  it.effect("a member with a scope is told of no other animal", () =>
    Effect.gen(function* () {
      const { alma, event, path, project, report, rule, wolf } = yield* makeFarm
      yield* rule("Left", { ...left, scope: { entity_ids: [alma.id, wolf.id] } })
      yield* report([fix(wolf.name, 0, 0.005), fix(wolf.name, 5, 0.02)])
      const hidden = yield* event("LEFT")
      yield* report([fix(alma.name, 10, 0.005), fix(alma.name, 20, 0.02)])
      const told = yield* event("LEFT")
      const member = yield* makeMember(project, "viewer", { groups: [], entities: [alma.id], devices: [] })
      const { body, status } = yield* member.ask("GET", `${path}/events/${told.id}/evidence`)
      assert.strictEqual(status, 200)
      assert.isFalse(JSON.stringify(body).includes(wolf.id))
      assert.isFalse(JSON.stringify(body).includes(wolf.name))
      assert.deepStrictEqual(body.others, [])
      assert.deepStrictEqual(body.same_rule_30d, { count: 0, events: [] })
      assert.strictEqual((yield* member.ask("GET", `${path}/events/${hidden.id}/evidence`)).status, 404)
      const all = yield* expectStatus(200, "GET", `${path}/events/${told.id}/evidence`)
      assert.strictEqual(all.same_rule_30d.count, 1)
    })
  )
})
