// The published schema accepts what the service accepts and drives an editor: whoever validates with it
// before saving is not surprised.
import { assert, describe, it } from "@effect/vitest"
import { Ajv2020 } from "ajv/dist/2020.js"
import formats from "ajv-formats"
import { Effect, Result, Schema } from "effect"
import { comparisons } from "../../../src/domain/rule/conditions/compare.ts"
import { relations } from "../../../src/domain/rule/conditions/spatialDocument.ts"
import { reservedKinds } from "../../../src/domain/rule/ConditionNode.ts"
import { featureTypes } from "../../../src/domain/tracking/featureTypes.ts"
import { recordTypes } from "../../../src/domain/tracking/recordTypes.ts"
import { RuleDocument, severities } from "../../../src/domain/rule/Document.ts"
import { type Fault, parseDocument } from "../../../src/domain/rule/parse.ts"
import { presets } from "../../../src/domain/rule/presets.ts"
import { ruleSchema } from "../../../src/domain/rule/publish.ts"
import { longProperty } from "../../support/stories.ts"

const ajv = new Ajv2020({ allErrors: true, strict: true })
formats.default(ajv)
const isValid = ajv.compile(ruleSchema)

/** What a schema cannot say: bounds of cost. */
const isCost = ({ code }: Fault) => code === "RULE_TOO_LARGE" || code === "RULE_TOO_DEEP"

/** Whether both say the same; a document that is only too much is nobody's matter here. */
const assertAgreed = (document: unknown): "accepted" | "refused" => {
  const parsed = parseDocument(document)
  const refused = Result.isFailure(parsed) && !parsed.failure.every(isCost)
  assert.strictEqual(
    isValid(document),
    !refused,
    `${JSON.stringify(document)}\n${JSON.stringify(refused ? parsed.failure : isValid.errors)}`
  )
  return refused ? "refused" : "accepted"
}

/**
 * Small words and values that documents are made of, so that a change of one often makes another document
 * instead of nonsense.
 */
const vocabulary: ReadonlyArray<unknown> = [
  null,
  true,
  -1,
  0,
  0.5,
  1,
  9,
  10,
  100,
  101,
  86_401,
  1e9,
  "",
  "x",
  "m",
  "__proto__",
  "A1",
  [],
  {},
  [1],
  ["gnss", "gnss"],
  ["door"],
  { type: "near", more: 1 },
  "position",
  "measurement",
  "state",
  "schedule",
  "threshold",
  "spatial",
  "no_data",
  "window",
  ...comparisons,
  ...relations,
  ...featureTypes,
  ...severities,
  ...recordTypes,
  ...reservedKinds,
  { type: "threshold", metric: "m", op: ">", value: 1 },
  { type: "spatial", relation: "enter" },
  { type: "no_data", for_seconds: 60 },
  { not: { type: "spatial", relation: "exit" } },
  { any: [{ not: { type: "no_data", for_seconds: 1 } }] },
  [{ type: "spatial", relation: "inside", feature_type: "zone" }],
  { kind: "position" },
  { kind: "schedule" },
  { kind: "state", state_keys: ["a"] },
  { kind: "measurement", metric_key: "m" }
]
const members = [
  "type",
  "all",
  "any",
  "not",
  "kind",
  "record_types",
  "metric_key",
  "state_keys",
  "every_seconds",
  "metric",
  "op",
  "value",
  "relation",
  "feature_type",
  "for_seconds",
  "confirm_samples",
  "min_samples",
  "seconds",
  "aggregate",
  "scope",
  "conditions",
  "trigger",
  "event",
  "title",
  "severity",
  "max_gap_seconds",
  "schema_version",
  "name"
]

const Whole = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 100_000 }))
const Change = Schema.Struct({
  place: Whole,
  what: Schema.Literals(["remove", "replace", "replace", "add"]),
  value: Whole,
  member: Whole
})
const Changes = Schema.Array(Change).check(Schema.isMinLength(1), Schema.isMaxLength(3))

type Holder = Record<string, unknown>

/** Every object and list in a value, itself first. */
const holdersIn = (value: unknown): ReadonlyArray<Holder> =>
  value === null || typeof value !== "object"
    ? []
    : [value as Holder, ...Object.values(value).flatMap(holdersIn)]

const change = (document: unknown, { member, place, value, what }: typeof Change.Type): void => {
  const holders = holdersIn(document),
    holder = holders[place % holders.length]!
  const keys = Object.keys(holder),
    key = keys[member % Math.max(1, keys.length)]
  const given = structuredClone(vocabulary[value % vocabulary.length])
  if (what === "add" || key === undefined) {
    if (Array.isArray(holder)) holder.push(given)
    else holder[members[member % members.length]!] = given
  } else if (what === "replace") holder[key] = given
  else if (Array.isArray(holder)) holder.splice(Number(key), 1)
  else delete holder[key]
}

describe("the published schema and the service agree", () => {
  const seen = { accepted: 0, refused: 0 }
  const alike = longProperty(400),
    changed = longProperty(1500)

  it.effect.prop(
    "about documents of the right shape, whatever lies between their members",
    { document: RuleDocument },
    ({ document }) =>
      Effect.sync(() => {
        seen[assertAgreed(document)]++
      }),
    alike
  )

  it.effect.prop(
    "about documents in which something was removed, replaced or added",
    { document: RuleDocument, changes: Changes },
    ({ changes, document }) =>
      Effect.sync(() => {
        const other: unknown = JSON.parse(JSON.stringify(document))
        for (const c of changes) change(other, c)
        seen[assertAgreed(other)]++
      }),
    changed
  )

  it("and saw enough of both", () => {
    assert.isAbove(seen.accepted, alike.arbitrary.runs / 2)
    assert.isAbove(seen.refused, changed.arbitrary.runs / 8)
  })

  const threshold = { type: "threshold", metric: "m", op: ">", value: 1 }
  const document = {
    trigger: { kind: "position" },
    scope: {},
    conditions: threshold,
    for_seconds: 0,
    event: { event_type: "X1", severity: "info", title: "t", create_alert: false }
  }
  const enter = { type: "spatial", relation: "enter" }

  it.each<[string, "accepted" | "refused", unknown]>([
    ["the document itself", "accepted", document],
    ["an unknown member", "refused", { ...document, speed: 1 }],
    [
      "a reserved kind with any members",
      "accepted",
      { ...document, conditions: { type: "near", feature_id: "f", relation: "enter" } }
    ],
    [
      "a reserved kind that is a combinator",
      "refused",
      { ...document, conditions: { type: "near", all: [threshold] } }
    ],
    ["an unknown kind", "refused", { ...document, conditions: { type: "exec" } }],
    ["an empty all", "refused", { ...document, conditions: { all: [] } }],
    ["two combinators", "refused", { ...document, conditions: { all: [threshold], any: [threshold] } }],
    ["a fraction of a second", "refused", { ...document, for_seconds: 0.5 }],
    [
      "an event type in small letters",
      "refused",
      { ...document, event: { ...document.event, event_type: "x1" } }
    ],
    [
      "a metric like a property",
      "refused",
      { ...document, conditions: { ...threshold, metric: "__proto__" } }
    ],
    ["a trigger of a kind nobody knows", "refused", { ...document, trigger: { kind: "moon" } }],
    [
      "a crossing without a position trigger",
      "refused",
      { ...document, trigger: { kind: "state" }, conditions: { all: [threshold, { any: [enter] }] } }
    ],
    [
      "a crossing under not",
      "refused",
      { ...document, conditions: { any: [threshold, { not: { all: [enter] } }] } }
    ],
    [
      "no_data without a schedule",
      "refused",
      { ...document, conditions: { not: { type: "no_data", for_seconds: 60 } } }
    ],
    [
      "no_data with one",
      "accepted",
      {
        ...document,
        trigger: { kind: "schedule" },
        conditions: { not: { type: "no_data", for_seconds: 60 } }
      }
    ],
    [
      "three hundred characters that are two code units each",
      "accepted",
      { ...document, event: { ...document.event, title: "🦬".repeat(300) } }
    ],
    ["one character more", "refused", { ...document, event: { ...document.event, title: "🦬".repeat(301) } }]
  ])("about %s, %s", (_, expected, candidate) => assert.strictEqual(assertAgreed(candidate), expected))
})

type Json = Readonly<Record<string, unknown>>
const { $defs, properties: root } = ruleSchema as {
  readonly properties: Readonly<Record<string, Json>>
  readonly $defs: Readonly<
    Record<
      string,
      Json & {
        readonly oneOf?: ReadonlyArray<{ readonly $ref: string }>
        readonly properties?: Readonly<Record<string, Json>>
      }
    >
  >
}
const branchesOf = (name: string) =>
  $defs[name]!.oneOf!.map(({ $ref }) => $defs[$ref.slice("#/$defs/".length)]!)

describe("the published schema drives an editor", () => {
  it.each(presets.map((p) => [p.name, p.document] as const))(
    "shows the template %s as an example, and accepts it",
    (_, template) => {
      assert.isTrue(isValid(template), JSON.stringify(isValid.errors))
      assert.deepInclude(ruleSchema["examples"], template)
    }
  )

  it("is JSON Schema 2020-12, of plain JSON", () => {
    assert.strictEqual(ruleSchema["$schema"], "https://json-schema.org/draft/2020-12/schema")
    assert.isTrue(ajv.validateSchema(ruleSchema))
    assert.deepStrictEqual(JSON.parse(JSON.stringify(ruleSchema)), ruleSchema)
  })

  it("has one oneOf branch per condition type, and per combinator", () => {
    const types = branchesOf("Condition").map(
      ({ properties }) =>
        properties!["type"]?.["const"] ?? properties!["type"]?.["enum"] ?? Object.keys(properties!)
    )
    assert.deepStrictEqual(types, [
      "threshold",
      "spatial",
      "no_data",
      "window",
      [...reservedKinds],
      ["all"],
      ["any"],
      ["not"]
    ])
  })

  it("has one oneOf branch per kind of trigger", () => {
    assert.deepStrictEqual(
      branchesOf("Trigger").map(({ properties }) => properties!["kind"]!["const"]),
      ["position", "measurement", "state", "schedule"]
    )
  })

  const follow = (schema: Json): Json =>
    typeof schema["$ref"] === "string"
      ? { ...$defs[schema["$ref"].slice("#/$defs/".length)], ...schema }
      : schema
  const said = [
    ["", ruleSchema] as const,
    ...Object.entries($defs).filter(([name]) => !name.startsWith("Without"))
  ]
    .flatMap(([name, { properties }]) =>
      Object.entries((properties ?? {}) as Readonly<Record<string, Json>>).map(
        ([member, schema]) => [`${name}.${member}`, follow(schema)] as const
      )
    )
    .filter(([, schema]) => JSON.stringify(schema) !== '{"not":{}}')

  it.each(said)("says of %s what it is called, what it means, and what may stand there", (_, schema) => {
    assert.isString(schema["title"])
    assert.isString(schema["description"])
    const shown = ["default", "examples", "enum", "const", "oneOf", "properties"].filter((k) => k in schema)
    assert.isAbove(shown.length, 0)
  })

  it.each(said)("gives %s only defaults and examples that may stand there", (_, schema) => {
    const check = ajv.compile({ ...schema, $defs })
    const examples = [
      ...((schema["examples"] as ReadonlyArray<unknown> | undefined) ?? []),
      ...("default" in schema ? [schema["default"]] : [])
    ]
    for (const example of examples) assert.isTrue(check(example), JSON.stringify(example))
  })

  it("gives as defaults what a document without the member means", () => {
    const event = { event_type: "X1", title: "t" },
      conditions = { type: "spatial", relation: "inside" }
    const { document } = Result.getOrThrow(
      parseDocument({ trigger: { kind: "schedule" }, conditions, event })
    )
    const defaultOf = (name: string, member: string) =>
      (name === "" ? root : $defs[name]!.properties!)[member]!["default"]
    assert.deepStrictEqual<object>(
      [
        document.schema_version,
        document.for_seconds,
        document.cooldown_seconds,
        document.trigger,
        document.event
      ],
      [
        defaultOf("", "schema_version"),
        defaultOf("", "for_seconds"),
        defaultOf("", "cooldown_seconds"),
        { kind: "schedule", every_seconds: defaultOf("ScheduleTrigger", "every_seconds") },
        {
          ...event,
          severity: defaultOf("EventTemplate", "severity"),
          description: defaultOf("EventTemplate", "description"),
          create_alert: defaultOf("EventTemplate", "create_alert")
        }
      ]
    )
  })

  it("names the bounds that a schema cannot say", () => {
    for (const bound of ["100 conditions", "10 deep", "31536000 s", "10 ways", "64 ways"])
      assert.include(ruleSchema["description"], bound)
  })
})
