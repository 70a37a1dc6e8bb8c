// The steps of a firing are made from what its trace and its event keep.
import { assert, it } from "@effect/vitest"
import { stepsOf } from "../../../src/store/events/firedSteps.ts"

const at = "2026-06-01T06:00:01.000Z"
const trace = { event_id: "e", alert_id: null, started_at: at }
const evaluated = { type: "threshold", truth: true }
const fired = {
  title: "Alma too fast",
  severity: "warning",
  time: "2026-06-01T06:00:00.000Z",
  kind: "rise",
  trigger: { kind: "position", record_id: 7, at: "2026-06-01T06:00:00.000Z" },
  rule: "Speed",
  version: 3,
  entity: "Alma",
  device: "Collar 1"
}
const alertOf = (alert_id: string | null, more: object) =>
  stepsOf({ ...trace, alert_id }, { steps: { evaluated, ...more }, fired }).at(-1)!

it("a firing has the steps match, evaluate, event and alert, all at the time of its trace", () => {
  assert.deepStrictEqual(stepsOf({ ...trace, alert_id: "a" }, { steps: { evaluated }, fired }), [
    {
      name: "match",
      status: "ok",
      at,
      detail: { rule: "Speed", version: 3, subject: { entity: "Alma", device: "Collar 1" } }
    },
    {
      name: "evaluate",
      status: "ok",
      at,
      detail: { moment: fired.time, trigger: fired.trigger, kind: "rise", evaluated }
    },
    { name: "event", status: "ok", at, detail: { id: "e", title: "Alma too fast", severity: "warning" } },
    { name: "alert", status: "ok", at, detail: { id: "a" } }
  ])
  const [match] = stepsOf(trace, { steps: { evaluated }, fired: { ...fired, entity: null } })
  assert.deepStrictEqual(match?.detail, { rule: "Speed", version: 3, subject: { device: "Collar 1" } })
})

it("the step of the alert says why there is none, or that it is that of the episode", () => {
  const skipped = (reason: string) => ({ name: "alert", status: "skipped" as const, at, detail: { reason } })
  assert.deepStrictEqual(alertOf(null, {}), skipped("the rule asks for none"))
  assert.deepStrictEqual(
    alertOf(null, { snoozed_until: "2026-06-02T00:00:00.000Z" }),
    skipped("snoozed until 2026-06-02T00:00:00.000Z")
  )
  assert.deepStrictEqual(alertOf("a", { carries_alert: true }), {
    name: "alert",
    status: "ok" as const,
    at,
    detail: { id: "a", reason: "the alert of the episode" }
  })
})

it("steps that were stored whole, by an older version or of another kind, are as they were stored", () => {
  const steps = [{ name: "receive", status: "failed" as const }]
  assert.strictEqual(stepsOf(trace, { steps, fired: null }), steps)
})

it("a firing whose event is gone still says what was evaluated", () => {
  assert.deepStrictEqual(stepsOf(trace, { steps: { evaluated }, fired: null }), [
    { name: "evaluate", status: "ok", at, detail: { evaluated } }
  ])
})
