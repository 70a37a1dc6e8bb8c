import { assert, describe, it } from "@effect/vitest"
import { isObject, type JsonObject } from "../../../../../src/console/pages/bench/document.ts"
import { membersAt, valuesAt } from "../../../../../src/console/pages/bench/json/schemaWords.ts"
import { ruleSchema } from "../../../../../src/domain/rule/publish.ts"

const served: unknown = JSON.parse(JSON.stringify(ruleSchema))
const schema: JsonObject = isObject(served) ? served : {}
const namesAt = (document: JsonObject, path: ReadonlyArray<string>, present: ReadonlyArray<string> = []) =>
  membersAt(schema, document, path, present).map(({ name }) => name)

describe("what the served schema offers", () => {
  it("names the members of a document that are not there yet", () => {
    const names = namesAt({ trigger: { kind: "position" } }, [], ["trigger"])
    assert.includeMembers(names, ["conditions", "event", "for_seconds"])
    assert.notInclude(names, "trigger")
  })

  it("names the members of the kind of condition that is written, and of no other", () => {
    const document = { conditions: { all: [{ type: "window" }] } }
    const names = namesAt(document, ["conditions", "all", "0"], ["type"])
    assert.includeMembers(names, ["aggregate", "seconds", "min_samples", "value"])
    assert.notInclude(names, "relation")
  })

  it("names the values that a member may have", () => {
    assert.includeMembers([...valuesAt(schema, {}, ["trigger", "kind"])], ['"position"', '"schedule"'])
    const document = { conditions: { type: "spatial" } }
    assert.deepStrictEqual(
      [...valuesAt(schema, document, ["conditions", "relation"])],
      ['"enter"', '"exit"', '"inside"', '"outside"']
    )
    assert.includeMembers([...valuesAt(schema, document, ["conditions", "type"])], ['"threshold"', '"near"'])
    assert.deepStrictEqual([...valuesAt(schema, {}, ["event", "create_alert"])], ["true", "false"])
  })
})
