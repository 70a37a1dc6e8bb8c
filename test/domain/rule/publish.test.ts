import { Ajv2020 } from "ajv/dist/2020.js"
import formats from "ajv-formats"
import * as Result from "effect/Result"
import { assert, describe, it } from "vitest"
import { presets } from "../../../src/domain/rule/presets.ts"
import { parseDocument } from "../../../src/domain/rule/parse.ts"
import { ruleSchema } from "../../../src/domain/rule/publish.ts"

const ajv = new Ajv2020({ allErrors: true, strict: true })
formats.default(ajv)
const isValid = ajv.compile(ruleSchema)

const document = { trigger: { kind: "position" }, scope: {}, conditions: { type: "threshold", metric: "m", op: ">", value: 1 }, for_seconds: 0, event: { event_type: "X1", severity: "info", title: "t", create_alert: false } }

describe("the published JSON Schema of rule documents", () => {
  it.each(presets.map((p) => [p.name, p.document] as const))("accepts the template %s", (_, template) => {
    assert.isTrue(isValid(template), JSON.stringify(isValid.errors))
  })

  it("has one oneOf branch per condition type", () => {
    const { Condition } = ruleSchema["$defs"] as { readonly Condition: { readonly oneOf: ReadonlyArray<unknown> } }
    assert.strictEqual(Condition.oneOf.length, 6)
  })

  it.each<[string, unknown]>([
    ["the document itself", document],
    ["an unknown member", { ...document, speed: 1 }],
    ["a reserved kind", { ...document, conditions: { type: "near", feature_id: "f" } }],
    ["an unknown kind", { ...document, conditions: { type: "exec" } }],
    ["an empty all", { ...document, conditions: { all: [] } }],
    ["two combinators", { ...document, conditions: { all: [document.conditions], any: [document.conditions] } }],
    ["a fraction of a second", { ...document, for_seconds: 0.5 }],
    ["an event type in small letters", { ...document, event: { ...document.event, event_type: "x1" } }],
    ["a metric like a property", { ...document, conditions: { ...document.conditions, metric: "__proto__" } }],
    ["a trigger of a kind nobody knows", { ...document, trigger: { kind: "moon" } }]
  ])("and the service agree about %s", (_, candidate) => {
    assert.strictEqual(isValid(candidate), Result.isSuccess(parseDocument(candidate)))
  })
})
