// Findings: "a schedule rule scoped to a device on an animal with two collars is asked by the collar that
// reported last". Which devices an animal wears is told by its assignments and not by who reported last; what
// is read is the animal's (specification 2.1).
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import type { Observation, Subject } from "../../../src/domain/rule/Observation.ts"
import type { WornDevice } from "../../../src/domain/rule/scope.ts"
import { tell } from "../../support/engine/steps.ts"
import { ruleSet, byTick, low, speed } from "../../support/engine/storyRules.ts"
import { cow, measured, START } from "../../support/engine/timeline.ts"

const A = cow.deviceId,
  B = `${A.slice(0, -1)}f`
const by = (deviceId: string, seen: Observation): Observation => ({
  ...seen,
  subject: { ...cow, deviceId } satisfies Subject
})
const battery = (s: number, volts: number) => measured(s, "battery_voltage", volts)
const worn = (id: string, from = -Infinity, to = Infinity): WornDevice => ({
  id,
  name: `Collar ${id === A ? "A" : "B"}`,
  from: START + from * 1000,
  to: START + to * 1000
})

/** Asked each minute about A's animal, it says so each time: evaluations are counted by it. */
const story = Effect.fnUntraced(function* (...devices: ReadonlyArray<WornDevice>) {
  const told = yield* tell(
    ruleSet({
      ...byTick,
      scope: { device_ids: [A] },
      conditions: low,
      cooldown_seconds: 1,
      event: { event_type: "LOW", title: "{device}" }
    })
  )
  told.store.worn = devices
  /** Ticks are judged as they come: none is late. */
  const minutes = Effect.fnUntraced(function* (from: number, to: number) {
    for (let s = from; s <= to; s += 60) yield* told.clock(s)
  })
  return { told, minutes }
})

describe("a schedule of a device, of an animal that wears two", () => {
  it.effect("is asked for it whichever of them reported last, and tells of it, also after a restart", () =>
    Effect.gen(function* () {
      for (const last of [A, B]) {
        const { told } = yield* story(worn(A), worn(B))
        yield* told.send(10, by(A, battery(10, 2)))
        yield* told.send(20, by(A === last ? B : A, speed(20, true)))
        yield* told.send(30, by(last, speed(30, true)))
        yield* told.clock(85)
        told.restart()
        yield* told.clock(145)
        assert.deepStrictEqual(told.events, ["60 rise v1", "120 reminder v1"], last)
        // by the name it has, which of the one that reported last the engine was told anyway
        const name = last === A ? "Collar" : "Collar A"
        assert.deepStrictEqual(
          [...told.store.events.values()].map((e) => [e.subject.deviceId, e.title]),
          [
            [A, name],
            [A, name]
          ]
        )
      }
    })
  )

  it.effect(
    "is asked while it is worn: not before it was put on, nor when it was taken off, whoever reported last",
    () =>
      Effect.gen(function* () {
        const { minutes, told } = yield* story(worn(A, 90, 180), worn(B))
        yield* told.send(10, by(A, battery(10, 2)))
        yield* minutes(85, 385)
        assert.deepStrictEqual(told.events, ["120 rise v1"])
      })
  )

  it.effect("a replay of the past finds what was found: nothing is told again or taken back", () =>
    Effect.gen(function* () {
      const { minutes, told } = yield* story(worn(A, 0, 180), worn(B))
      yield* told.send(10, by(A, battery(10, 2)))
      yield* told.send(70, by(B, speed(70, true)))
      yield* minutes(85, 205)
      const before = told.events
      assert.deepStrictEqual(before, ["60 rise v1", "120 reminder v1"])
      yield* told.send(210, by(B, speed(65, false)))
      assert.deepStrictEqual(told.events, before)
      // and what it finds newly, it finds for the same ticks
      yield* told.send(215, by(B, battery(90, 4)))
      assert.deepStrictEqual(told.events, ["60 rise v1 until 120", "120 reminder v1 superseded"])
    })
  )
})
