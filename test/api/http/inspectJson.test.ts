// The scan of JSON text before it is parsed.
import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { inspectJson } from "../../../src/api/http/inspectJson.ts"

const generous = { depth: 1000, nodes: 1_000_000 }
const inspect = (text: string, limits = generous) => {
  const issue = inspectJson(text, limits)
  return issue === null ? null : `${issue.code} ${issue.pointer}`
}

describe("inspectJson", () => {
  it.prop(
    "finds nothing in what JSON.stringify writes of well-formed texts, laid out or not",
    { value: Schema.Json },
    ({ value }) => {
      const text = JSON.stringify(value)
      const clean = !/\\u0000|\\ud[89a-f]/i.test(text)
      if (clean) assert.isNull(inspectJson(text, generous))
      if (clean) assert.isNull(inspectJson(JSON.stringify(value, null, 2), generous))
    },
    { arbitrary: { runs: 300 } }
  )

  it("counts depth in objects and arrays alike, and brackets in texts not at all", () => {
    assert.isNull(inspect(`[{"a":[{}]}]`, { depth: 4, nodes: 10 }))
    assert.strictEqual(inspect(`[{"a":[{}]}]`, { depth: 3, nodes: 10 }), "TOO_DEEP ")
    assert.isNull(inspect(`["[[[[[[", "\\"[[[[", "\\\\"]`, { depth: 1, nodes: 10 }))
  })

  it("counts values", () => {
    assert.isNull(inspect("[1,2,3]", { depth: 2, nodes: 3 }))
    assert.strictEqual(inspect("[1,2,3,4]", { depth: 2, nodes: 3 }), "TOO_MANY_VALUES ")
  })

  it("says where a text is that cannot be kept", () => {
    assert.strictEqual(inspect(`{"a":[0,{"b/~":"x\\u0000"}]}`), "NUL_CHARACTER /a/1/b~1~0")
    assert.strictEqual(inspect(`{"a":"\\ud83d\\udc04","b":"\\ud83d"}`), "LONE_SURROGATE /b")
    assert.isNull(inspect(`{"a":"\\\\u0000","b":"\\\\ud800"}`))
  })

  it("sees a member that is there twice, however it is spelled", () => {
    assert.strictEqual(inspect(`{"a":1,"b":{"a":2},"\\u0061":3}`), "DUPLICATE_MEMBER /a")
    assert.isNull(inspect(`[{"a":1},{"a":1}]`))
    assert.isNull(inspect(`{"a":"a","b":["a","a"],"__proto__":1,"constructor":2}`))
  })

  it("stands text that is not JSON, cut off or closed too often", () => {
    for (const text of [
      "",
      "{",
      "}",
      "]]]]",
      `{"a`,
      `"\\`,
      '{"a":',
      ",,,,",
      "\u0000",
      "{]",
      "[}",
      `{"a\\x":1}`,
      "nul"
    ])
      assert.isNull(inspect(text), text)
  })

  it("takes time in proportion to the text, whatever is in it", () => {
    for (const text of [
      `"${"\\\\".repeat(2_000_000)}"`,
      `[${`"a",`.repeat(1_000_000)}"\\n"]`,
      '\\"'.repeat(2_000_000),
      `{${`"\\u0061":"",`.repeat(3)}`.repeat(100_000)
    ]) {
      const started = performance.now()
      inspectJson(text, { depth: 32, nodes: 10_000_000 })
      assert.isBelow(performance.now() - started, 2000)
    }
  })
})
