// What may be saved as a rule document and what may not, with the place and the code of each fault
// (specification 2.1).
import { Result } from "effect"
import { assert, describe, it } from "vitest"
import type { ConditionNode } from "../../../src/domain/rule/ConditionNode.ts"
import { leaves } from "../../../src/domain/rule/leaves.ts"
import { MAX_POSITION_FILTERS } from "../../../src/domain/rule/conditions/spatial.ts"
import { MAX_WINDOW_SECONDS } from "../../../src/domain/rule/conditions/windowAggregate.ts"
import { MAX_CONDITIONS, MAX_DEPTH, parseDocument } from "../../../src/domain/rule/parse.ts"

const threshold = { type: "threshold", metric: "m", op: ">", value: 1 } as const
const document = {
  trigger: { kind: "position" },
  conditions: threshold,
  event: { event_type: "SEEN", title: "t" }
}
const id = (n: number) => `0190b1d4-7d1c-7000-8000-${String(n).padStart(12, "0")}`

/** `pointer code` of every fault; none: it may be saved. */
const faults = (change: object): ReadonlyArray<string> => {
  const parsed = parseDocument({ ...document, ...change })
  return Result.isFailure(parsed) ? parsed.failure.map((f) => `${f.pointer} ${f.code}`) : []
}
const details = (input: unknown): ReadonlyArray<string> => {
  const parsed = parseDocument(input)
  return Result.isFailure(parsed) ? parsed.failure.map((f) => `${f.pointer} ${f.detail}`) : []
}
const invalid = (...pointers: ReadonlyArray<string>) => pointers.map((p) => `${p} RULE_INVALID`)

const schedule = { trigger: { kind: "schedule" } }
const noData = { type: "no_data", for_seconds: 60 }
const enter = { type: "spatial", relation: "enter" }
const window = { type: "window", metric: "m", aggregate: "avg", seconds: 60, op: ">", value: 1 }

describe("a document", () => {
  it("is read with every default written out", () => {
    const parsed = Result.getOrThrow(parseDocument(document))
    assert.deepStrictEqual(parsed, {
      reserved: [],
      document: {
        schema_version: 1,
        trigger: { kind: "position" },
        scope: {},
        conditions: threshold,
        for_seconds: 0,
        cooldown_seconds: 0,
        event: { event_type: "SEEN", severity: "info", title: "t", description: "", create_alert: false }
      }
    })
  })

  it("keeps every member that is given", () => {
    const whole = {
      schema_version: 1,
      trigger: { kind: "measurement", metric_key: "m" },
      scope: { entity_ids: [id(1)] },
      conditions: { all: [threshold, { not: { any: [window] } }] },
      for_seconds: 30,
      cooldown_seconds: 600,
      max_gap_seconds: 900,
      event: { event_type: "SEEN", severity: "critical", title: "t", description: "d", create_alert: true }
    }
    assert.deepStrictEqual<object>(Result.getOrThrow(parseDocument(whole)).document, whole)
  })

  it("ticks every five minutes where its schedule does not say", () => {
    assert.deepStrictEqual(Result.getOrThrow(parseDocument({ ...document, ...schedule })).document.trigger, {
      kind: "schedule",
      every_seconds: 300
    })
  })

  it("names the same things whether their ids are written large or small", () => {
    const { conditions, scope } = Result.getOrThrow(
      parseDocument({
        ...document,
        scope: { device_ids: [id(10).toUpperCase()] },
        conditions: { type: "spatial", relation: "inside", feature_ids: [id(11).toUpperCase()] }
      })
    ).document
    assert.deepStrictEqual(
      [scope, conditions],
      [{ device_ids: [id(10)] }, { type: "spatial", relation: "inside", feature_ids: [id(11)] }]
    )
  })

  it.each<[string, unknown]>([
    ["a list", []],
    ["null", null],
    ["a text", "{}"],
    ["a number", 1]
  ])("is not %s", (_, input) => {
    assert.deepStrictEqual(details(input), [" Expected object"])
  })

  it("is told every fault at once, those of its conditions too, each with its place", () => {
    assert.deepStrictEqual(
      faults({
        trigger: { kind: "schedule", every_seconds: 5 },
        "a/b~c": 1,
        event: { event_type: "x", title: "" },
        conditions: { all: [{ ...threshold, value: "40" }, { any: [] }, { not: { type: "exec" } }], "d/e": 1 }
      }),
      [
        ...invalid(
          "/a~1b~0c",
          "/trigger/every_seconds",
          "/event/event_type",
          "/event/title",
          "/conditions/d~1e",
          "/conditions/all/0/value",
          "/conditions/all/1/any"
        ),
        "/conditions/all/2/not/type RULE_CONDITION_UNKNOWN"
      ]
    )
  })

  it("is told what is missing", () => {
    assert.deepStrictEqual(details({}), [
      "/trigger This member is missing.",
      "/event This member is missing.",
      "/conditions This member is missing."
    ])
  })

  it("is told no more than fifty faults, each in a few words", () => {
    const many = details({
      ...document,
      trigger: { kind: "x".repeat(1000) },
      scope: { entity_ids: Array.from({ length: 200 }, () => "x") },
      conditions: { all: Array.from({ length: 200 }, () => ({})) }
    })
    assert.lengthOf(many, 50)
    assert.isTrue(many.every((d) => d.length < 400))
    assert.lengthOf(faults({ conditions: { all: Array.from({ length: 20_000 }, () => 1) } }), 50)
  })
})

describe("members and their bounds", () => {
  it.each<[string, object, ReadonlyArray<string>]>([
    ["a trigger of a kind nobody knows", { trigger: { kind: "moon" } }, invalid("/trigger")],
    ["a trigger without a kind", { trigger: {} }, invalid("/trigger")],
    ["record types", { trigger: { kind: "position", record_types: ["gnss", "network"] } }, []],
    ["no record type", { trigger: { kind: "position", record_types: [] } }, invalid("/trigger/record_types")],
    [
      "a record type twice",
      { trigger: { kind: "position", record_types: ["gnss", "gnss"] } },
      invalid("/trigger/record_types")
    ],
    [
      "a record type nobody knows",
      { trigger: { kind: "position", record_types: ["wifi"] } },
      invalid("/trigger/record_types/0")
    ],
    [
      "a metric of another trigger",
      { trigger: { kind: "position", metric_key: "m" } },
      invalid("/trigger/metric_key")
    ],
    ["one metric", { trigger: { kind: "measurement", metric_key: "battery_voltage" } }, []],
    [
      "a metric like a property",
      { trigger: { kind: "measurement", metric_key: "__proto__" } },
      invalid("/trigger/metric_key")
    ],
    ["state keys", { trigger: { kind: "state", state_keys: ["door", "charging"] } }, []],
    ["no state key", { trigger: { kind: "state", state_keys: [] } }, invalid("/trigger/state_keys")],
    [
      "a hundred state keys",
      { trigger: { kind: "state", state_keys: Array.from({ length: 100 }, (_, i) => `k${i}`) } },
      []
    ],
    [
      "more than a hundred state keys",
      { trigger: { kind: "state", state_keys: Array.from({ length: 101 }, (_, i) => `k${i}`) } },
      invalid("/trigger/state_keys")
    ],
    ["a tick every ten seconds", { trigger: { kind: "schedule", every_seconds: 10 } }, []],
    [
      "a tick every nine seconds",
      { trigger: { kind: "schedule", every_seconds: 9 } },
      invalid("/trigger/every_seconds")
    ],
    ["a tick every day", { trigger: { kind: "schedule", every_seconds: 86_400 } }, []],
    [
      "a tick more seldom than every day",
      { trigger: { kind: "schedule", every_seconds: 86_401 } },
      invalid("/trigger/every_seconds")
    ],
    ["an empty scope", { scope: {} }, []],
    ["a list of nobody", { scope: { entity_ids: [] } }, invalid("/scope/entity_ids")],
    ["a thousand entities", { scope: { entity_ids: Array.from({ length: 1000 }, (_, i) => id(i)) } }, []],
    [
      "more than a thousand entities",
      { scope: { entity_ids: Array.from({ length: 1001 }, (_, i) => id(i)) } },
      invalid("/scope/entity_ids")
    ],
    ["an id that is none", { scope: { device_ids: [id(1), "x"] } }, invalid("/scope/device_ids/1")],
    ["a scope nobody knows", { scope: { herd_ids: [id(1)] } }, invalid("/scope/herd_ids")],
    ["the longest hold", { for_seconds: 7_776_000 }, []],
    ["a longer hold", { for_seconds: 7_776_001 }, invalid("/for_seconds")],
    ["a hold of less than nothing", { for_seconds: -1 }, invalid("/for_seconds")],
    ["a hold of half a second", { for_seconds: 0.5 }, invalid("/for_seconds")],
    ["the longest cooldown", { cooldown_seconds: 31_536_000 }, []],
    ["a longer cooldown", { cooldown_seconds: 31_536_001 }, invalid("/cooldown_seconds")],
    ["the longest gap", { max_gap_seconds: 7_776_000 }, []],
    ["a longer gap", { max_gap_seconds: 7_776_001 }, invalid("/max_gap_seconds")],
    ["no gap at all", { max_gap_seconds: 0 }, invalid("/max_gap_seconds")],
    ["another version of the format", { schema_version: 2 }, invalid("/schema_version")],
    ["a title of 300 characters", { event: { ...document.event, title: "🦬".repeat(300) } }, []],
    ["a longer title", { event: { ...document.event, title: "🦬".repeat(301) } }, invalid("/event/title")],
    [
      "an event type of one letter",
      { event: { ...document.event, event_type: "A" } },
      invalid("/event/event_type")
    ],
    ["an event type of 64 letters", { event: { ...document.event, event_type: "A".repeat(64) } }, []],
    [
      "an event type of 65 letters",
      { event: { ...document.event, event_type: "A".repeat(65) } },
      invalid("/event/event_type")
    ],
    [
      "an event type with a line break",
      { event: { ...document.event, event_type: "AB\n" } },
      invalid("/event/event_type")
    ],
    [
      "a severity nobody knows",
      { event: { ...document.event, severity: "<script>" } },
      invalid("/event/severity")
    ]
  ])("%s", (_, change, expected) => assert.deepStrictEqual(faults(change), expected))
})

describe("conditions", () => {
  it.each<[string, object, ReadonlyArray<string>]>([
    ["a comparison", threshold, []],
    ["a comparison nobody knows", { ...threshold, op: "> 0 OR 1=1 --" }, invalid("/conditions/op")],
    ["a value as text", { ...threshold, value: "40" }, invalid("/conditions/value")],
    ["minus zero", { ...threshold, value: -0 }, []],
    ["a value beyond numbers", { ...threshold, value: Infinity }, invalid("/conditions/value")],
    ["an unknown member", { ...threshold, unit: "V" }, invalid("/conditions/unit")],
    [
      "a place with every member",
      {
        type: "spatial",
        relation: "exit",
        feature_ids: [id(1)],
        feature_type: "route",
        max_accuracy_m: 100_000,
        exit_buffer_m: 0,
        confirm_samples: 1
      },
      []
    ],
    ["a relation nobody knows", { type: "spatial", relation: "near" }, invalid("/conditions/relation")],
    [
      "a type of feature nobody knows",
      { type: "spatial", relation: "inside", feature_type: "moon" },
      invalid("/conditions/feature_type")
    ],
    [
      "an accuracy of nothing",
      { type: "spatial", relation: "inside", max_accuracy_m: 0 },
      invalid("/conditions/max_accuracy_m")
    ],
    [
      "an accuracy too large",
      { type: "spatial", relation: "inside", max_accuracy_m: 100_001 },
      invalid("/conditions/max_accuracy_m")
    ],
    [
      "a buffer of less than nothing",
      { type: "spatial", relation: "inside", exit_buffer_m: -1 },
      invalid("/conditions/exit_buffer_m")
    ],
    [
      "a buffer too large",
      { type: "spatial", relation: "inside", exit_buffer_m: 100_001 },
      invalid("/conditions/exit_buffer_m")
    ],
    [
      "no sample to confirm",
      { type: "spatial", relation: "inside", confirm_samples: 0 },
      invalid("/conditions/confirm_samples")
    ],
    [
      "more than a hundred samples to confirm",
      { type: "spatial", relation: "inside", confirm_samples: 101 },
      invalid("/conditions/confirm_samples")
    ],
    ["a window", window, []],
    ["a window over nothing", { ...window, seconds: 0 }, invalid("/conditions/seconds")],
    ["the longest window", { ...window, seconds: 7_776_000 }, []],
    ["a longer window", { ...window, seconds: 7_776_001 }, invalid("/conditions/seconds")],
    ["an aggregate nobody knows", { ...window, aggregate: "median" }, invalid("/conditions/aggregate")],
    ["a window of at least no sample", { ...window, min_samples: 0 }, invalid("/conditions/min_samples")],
    ["all of nothing", { all: [] }, invalid("/conditions/all")],
    ["any of no list", { any: threshold }, invalid("/conditions/any")],
    ["not of nothing", { not: null }, invalid("/conditions/not")],
    ["two combinators", { all: [threshold], any: [threshold] }, invalid("/conditions")],
    ["a combinator and a type", { all: [threshold], type: "threshold" }, invalid("/conditions")],
    ["neither combinator nor type", {}, invalid("/conditions")],
    ["a member beside a combinator", { all: [threshold], name: "x" }, invalid("/conditions/name")],
    [
      "a type nobody knows",
      { type: "exec", code: "process.exit(1)" },
      ["/conditions/type RULE_CONDITION_UNKNOWN"]
    ],
    ["a type that is no text", { type: 1 }, ["/conditions/type RULE_CONDITION_UNKNOWN"]],
    ["a type of every object", { type: "constructor" }, ["/conditions/type RULE_CONDITION_UNKNOWN"]]
  ])("%s", (_, conditions, expected) => assert.deepStrictEqual(faults({ conditions }), expected))

  it("says what a node is that is no condition", () => {
    assert.deepStrictEqual(details({ ...document, conditions: [threshold] }), [
      "/conditions expected a condition: an object with type, all, any or not"
    ])
    assert.deepStrictEqual(details({ ...document, conditions: {} }), [
      "/conditions expected one of type, all, any, not"
    ])
    assert.deepStrictEqual(details({ ...document, conditions: { not: threshold, any: [] } }), [
      "/conditions any and not exclude each other in one condition"
    ])
    assert.deepStrictEqual(details({ ...document, conditions: { all: [threshold], type: "x" } }), [
      "/conditions type and all exclude each other in one condition"
    ])
    assert.deepStrictEqual(details({ ...document, conditions: { all: [threshold], x: 1 } }), [
      "/conditions/x There is no such member beside all."
    ])
    assert.deepStrictEqual(details({ ...document, conditions: { any: [] } }), [
      "/conditions/any any takes a list of at least one condition"
    ])
    assert.deepStrictEqual(details({ ...document, ...schedule, conditions: enter }), [
      "/conditions/relation enter needs a position trigger"
    ])
    assert.deepStrictEqual(details({ ...document, conditions: { not: enter } }), [
      "/conditions/not/relation enter cannot stand under not: a crossing is a moment, not a state"
    ])
    assert.deepStrictEqual(details({ ...document, conditions: noData }), [
      "/conditions/type no_data needs a schedule trigger: what does not arrive starts nothing"
    ])
    assert.deepStrictEqual(details({ ...document, conditions: { type: "x" } }), [
      "/conditions/type unknown condition type; known are threshold, spatial, no_data and window"
    ])
  })
})

describe("what does not go together is refused at save", () => {
  it.each(["measurement", "state", "schedule"])(
    "enter and exit need a position trigger: not with %s",
    (kind) => {
      const conditions = { any: [enter, { all: [{ ...enter, relation: "exit" }] }] }
      assert.deepStrictEqual(faults({ trigger: { kind }, conditions }), [
        "/conditions/any/0/relation RULE_CROSSING_TRIGGER",
        "/conditions/any/1/all/0/relation RULE_CROSSING_TRIGGER"
      ])
      assert.deepStrictEqual(faults({ conditions }), [])
    }
  )

  it("inside and outside need none", () => {
    assert.deepStrictEqual(
      faults({
        ...schedule,
        conditions: {
          any: [{ type: "spatial", relation: "inside" }, { not: { type: "spatial", relation: "outside" } }]
        }
      }),
      []
    )
  })

  it.each(["position", "measurement", "state"])("no_data needs a schedule trigger: not with %s", (kind) => {
    assert.deepStrictEqual(faults({ trigger: { kind }, conditions: { not: noData } }), [
      "/conditions/not/type RULE_NO_DATA_TRIGGER"
    ])
    assert.deepStrictEqual(faults({ ...schedule, conditions: { not: noData } }), [])
  })

  it('"Under `not` a crossing is refused at save (`RULE_CROSSING_NEGATED`)", however deep', () => {
    assert.deepStrictEqual(faults({ conditions: { not: enter } }), [
      "/conditions/not/relation RULE_CROSSING_NEGATED"
    ])
    assert.deepStrictEqual(
      faults({ conditions: { not: { all: [threshold, { any: [{ ...enter, relation: "exit" }] }] } } }),
      ["/conditions/not/all/1/any/0/relation RULE_CROSSING_NEGATED"]
    )
    assert.deepStrictEqual(faults({ conditions: { not: { not: enter } } }), [
      "/conditions/not/not/relation RULE_CROSSING_NEGATED"
    ])
  })

  it("of a trigger that is broken itself only what is broken is told", () => {
    assert.deepStrictEqual(faults({ trigger: 1, conditions: { any: [enter, noData] } }), invalid("/trigger"))
  })
})

describe("reserved kinds are saved with a warning", () => {
  it.each(["near", "dwell", "crossed", "baseline", "correlation", "event_chain"])(
    "%s, with whatever members it has, and a pointer to it",
    (type) => {
      const conditions = {
        any: [threshold, { not: { type, feature_id: "f", distance_m: 10, more: { all: [1] } } }]
      }
      const parsed = Result.getOrThrow(parseDocument({ ...document, conditions }))
      assert.deepStrictEqual(
        [parsed.reserved, parsed.document.conditions],
        [["/conditions/any/1/not/type"], conditions as object as ConditionNode]
      )
    }
  )

  it("one that is a combinator as well is refused", () => {
    assert.deepStrictEqual(faults({ conditions: { type: "near", all: [threshold] } }), invalid("/conditions"))
  })
})

describe("what an evaluation may cost is decided at save", () => {
  const nested = (depth: number): object => (depth === 1 ? threshold : { all: [nested(depth - 1)] })
  const windows = (...seconds: ReadonlyArray<number>) => ({
    any: seconds.map((s) => ({ ...window, seconds: s }))
  })

  it(`${MAX_CONDITIONS} conditions, not one more`, () => {
    const many = (n: number) => ({
      conditions: { all: [{ any: Array.from({ length: n - 1 }, () => threshold) }, threshold] }
    })
    assert.deepStrictEqual(faults(many(MAX_CONDITIONS)), [])
    assert.deepStrictEqual(faults(many(MAX_CONDITIONS + 1)), ["/conditions/all/1 RULE_TOO_LARGE"])
    assert.lengthOf(
      leaves(Result.getOrThrow(parseDocument({ ...document, ...many(MAX_CONDITIONS) })).document.conditions),
      MAX_CONDITIONS
    )
    assert.deepStrictEqual(faults(many(10_000)), ["/conditions/all/0/any/100 RULE_TOO_LARGE"])
    assert.deepStrictEqual(details({ ...document, ...many(MAX_CONDITIONS + 1) }), [
      `/conditions/all/1 more than ${MAX_CONDITIONS} conditions`
    ])
    assert.deepStrictEqual(
      faults({
        conditions: {
          all: Array.from({ length: 3 }, () => ({ any: Array.from({ length: 60 }, () => threshold) }))
        }
      }),
      ["/conditions/all/1/any/40 RULE_TOO_LARGE"]
    )
  })

  it(`conditions ${MAX_DEPTH} deep, not one deeper`, () => {
    assert.deepStrictEqual(faults({ conditions: nested(MAX_DEPTH) }), [])
    assert.deepStrictEqual(faults({ conditions: nested(MAX_DEPTH + 1) }), [
      `/conditions${"/all/0".repeat(MAX_DEPTH)} RULE_TOO_DEEP`
    ])
    assert.deepStrictEqual(details({ ...document, conditions: nested(MAX_DEPTH + 1) }), [
      `/conditions${"/all/0".repeat(MAX_DEPTH)} conditions nest deeper than ${MAX_DEPTH}`
    ])
    assert.deepStrictEqual(faults({ conditions: { not: nested(MAX_DEPTH) } }), [
      `/conditions/not${"/all/0".repeat(MAX_DEPTH - 1)} RULE_TOO_DEEP`
    ])
  })

  it(`different windows of ${MAX_WINDOW_SECONDS} s together, not a second longer`, () => {
    // the same window twice is one
    assert.deepStrictEqual(
      faults({ conditions: windows(7_776_000, 7_775_999, 7_775_998, 7_776_000, 7_775_997, 432_006) }),
      []
    )
    assert.deepStrictEqual(
      faults({ conditions: windows(7_776_000, 7_775_999, 7_775_998, 7_776_000, 7_775_997, 432_007, 60) }),
      ["/conditions/any/5/seconds RULE_TOO_LARGE"]
    )
    assert.deepStrictEqual(
      details({ ...document, conditions: windows(7_776_000, 7_775_999, 7_775_998, 7_775_997, 432_006, 1) }),
      [`/conditions/any/5/seconds the different windows are longer than ${MAX_WINDOW_SECONDS} s together`]
    )
    // the same length of another metric is another window
    assert.deepStrictEqual(
      faults({
        conditions: {
          any: ["a", "b", "c", "d", "e"].map((metric) => ({ ...window, metric, seconds: 7_776_000 }))
        }
      }),
      ["/conditions/any/4/seconds RULE_TOO_LARGE"]
    )
  })

  it(`${MAX_POSITION_FILTERS} ways of looking at places, not one more`, () => {
    const places = (n: number) => ({
      conditions: {
        any: Array.from({ length: n }, (_, i) => ({
          type: "spatial",
          relation: "inside",
          confirm_samples: i + 1
        }))
      }
    })
    assert.deepStrictEqual(faults(places(MAX_POSITION_FILTERS)), [])
    assert.deepStrictEqual(faults(places(MAX_POSITION_FILTERS + 2)), [
      `/conditions/any/${MAX_POSITION_FILTERS}/type RULE_TOO_LARGE`
    ])
    assert.deepStrictEqual(details({ ...document, ...places(MAX_POSITION_FILTERS + 1) }), [
      `/conditions/any/${MAX_POSITION_FILTERS}/type more than ${MAX_POSITION_FILTERS} different settings of ` +
        `max_accuracy_m, exit_buffer_m and confirm_samples`
    ])
    // the same way twice is one way
    assert.deepStrictEqual(
      faults({
        conditions: {
          all: [
            ...places(MAX_POSITION_FILTERS).conditions.any,
            ...places(MAX_POSITION_FILTERS).conditions.any
          ]
        }
      }),
      []
    )
  })
})
