// Every kind of condition in the registry, whichever they are: what one part says of a condition fits what the
// others do.
import { assert, describe, it } from "@effect/vitest"
import { Effect, Schema } from "effect"
import type { Crossing, Level } from "../../../src/domain/rule/conditions/Condition.ts"
import { writtenEvaluation } from "../../../src/domain/rule/conditions/Evaluated.ts"
import {
  compileCondition,
  evidenceIn,
  exampleOf,
  explain,
  type Finding,
  kindNames,
  kinds,
  namesIn,
  needsOf,
  readingsOf,
  selectsOf,
  summarize
} from "../../../src/domain/rule/conditions/registry.ts"
import type { Facts, Sample } from "../../../src/domain/rule/Facts.ts"
import { SlidingWindow } from "../../../src/domain/rule/SlidingWindow.ts"
import { englishText } from "../../../src/domain/rule/words/english.ts"
import type { Names } from "../../../src/domain/rule/words/phrases.ts"
import { server as spanish } from "../../../src/words/es/messages/server.ts"
import { messageText } from "../../../src/words/message.ts"
import { area, at } from "../../support/engine/timeline.ts"
import { longProperty } from "../../support/stories.ts"

const NOW = 1_790_000_000_000
const setting = {
  trigger: { kind: "position" },
  features: [area("A", 0), area("B", 10)]
} as const
const sample: Sample = { at: NOW - 1000, value: 5, recordId: 7 }

/** Facts of a subject that was seen, or never was; `asked` hears of each question. */
const factsOf = (seen: boolean, asked: (what: string) => void): Facts => {
  const { lat, lon, recordId } = at(0, 0)
  return {
    at: NOW,
    trigger: null,
    latest: (metric) => {
      asked(`latest ${metric}`)
      return seen ? sample : undefined
    },
    window: (metric, seconds) => {
      asked(`window ${metric} ${seconds}`)
      const window = new SlidingWindow(seconds)
      if (seen) window.add(sample)
      return window.at(NOW)
    },
    lastSeen: () => {
      asked("last seen")
      return seen ? sample.at : null
    },
    unheard: () => [],
    fix: () => {
      asked("fix")
      return seen ? { at: sample.at, recordId, lon, lat, altitudeM: 3, speedMps: 2 } : undefined
    },
    before: (filterKey) => {
      asked(`place ${filterKey}`)
      return null
    },
    now: (filterKey) => {
      asked(`place ${filterKey}`)
      return seen ? { version: 1, inside: setting.features.map((f) => f.id) } : null
    }
  }
}

/** A catalogue that knows nothing. */
const nobody: Names = {
  metric: () => ({ label: null, unit: null }),
  feature: () => null,
  entity: () => null,
  entityType: () => null,
  group: () => null,
  device: () => null
}

const foundBy = (made: Level<Finding> | Crossing<Finding>, facts: Facts): Finding =>
  "truth" in made ? made.evaluate(facts) : made.show([...made.selected.values()])

const AnyKind = Schema.Union(kindNames.map((name) => kinds[name].schema))
const drawn = { condition: AnyKind, seen: Schema.Boolean }
const runs = longProperty(500)

describe("whatever a kind is, a condition of it", () => {
  it.effect.prop(
    "asks for nothing but what it says it needs",
    drawn,
    ({ condition, seen }) =>
      Effect.sync(() => {
        const asked = new Set<string>()
        const made = compileCondition(condition, setting)
        const facts = factsOf(seen, (what) => void asked.add(what))
        if ("truth" in made) made.truth(facts)
        foundBy(made, facts)
        const needs = needsOf(condition, setting.trigger)
        const known = new Set([
          ...(needs.metrics ?? []).map((metric) => `latest ${metric}`),
          ...(needs.windows ?? []).map(({ metric, seconds }) => `window ${metric} ${seconds}`),
          ...(needs.positionFilters ?? []).map(({ key }) => `place ${key}`),
          ...(needs.readsFix === true ? ["fix"] : []),
          ...((needs.silenceMs ?? null) === null ? [] : ["last seen"])
        ])
        assert.deepStrictEqual(
          [...asked].filter((what) => !known.has(what)),
          []
        )
        assert.strictEqual(selectsOf(condition) === null, (needs.positionFilters ?? []).length === 0)
      }),
    runs
  )

  it.effect.prop(
    "holds what it shows, and what it does not know says what is missing",
    drawn,
    ({ condition, seen }) =>
      Effect.sync(() => {
        const made = compileCondition(condition, setting),
          facts = factsOf(seen, () => undefined)
        const found = foundBy(made, facts)
        assert.strictEqual(found.type, condition.type)
        if ("truth" in made) assert.strictEqual(found.truth, made.truth(facts))
        assert.strictEqual(found.truth === null, found.missing !== undefined)
        for (const wanted of [true, false])
          if (found.truth !== wanted) {
            const why = explain(found, wanted, NOW)
            assert.match(englishText(why), /\w/)
            assert.match(messageText(why, spanish)!, /\w/)
          }
      }),
    runs
  )

  it.effect.prop(
    "names members of its own, and is written, told and kept as JSON",
    drawn,
    ({ condition, seen }) =>
      Effect.sync(() => {
        const members = new Map<string, unknown>(
          Object.entries(condition).flatMap(([key, value]: readonly [string, unknown]) =>
            Array.isArray(value)
              ? value.map((one: unknown, i) => [`/${key}/${i}`, one] as const)
              : [[`/${key}`, value] as const]
          )
        )
        for (const one of namesIn(condition))
          assert.strictEqual(members.get(one.pointer), one.kind === "metric" ? one.metric : one.id)
        const found = foundBy(
          compileCondition(condition, setting),
          factsOf(seen, () => undefined)
        )
        for (const shown of [
          writtenEvaluation(found),
          writtenEvaluation(found, NOW),
          summarize(found),
          evidenceIn(found),
          readingsOf(found, condition, nobody, NOW)
        ])
          JSON.stringify(shown, (key, value: unknown) => {
            assert.isTrue(value !== undefined && (typeof value !== "number" || Number.isFinite(value)), key)
            return value
          })
        assert.deepInclude(writtenEvaluation(found), { type: found.type, truth: found.truth })
        assert.isObject(exampleOf(condition))
      }),
    runs
  )
})
