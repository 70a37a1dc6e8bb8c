import { assert, describe, it } from "vitest"
import "../../../support/words.ts"
import { contextRows, MAX_CONTEXT_ROWS } from "../../../../src/console/pages/event/contextRows.ts"
import { missingTrace } from "../../../../src/console/pages/event/missingTrace.ts"
import { sourceKinds } from "../../../../src/domain/event/Event.ts"

const source = (kind: (typeof sourceKinds)[number]) => ({ kind, id: null, name: null })
const shown = (context: Parameters<typeof contextRows>[0]["context"], kind: (typeof sourceKinds)[number]) =>
  contextRows({ context, source: source(kind) }).rows.map(({ label, value }) => `${label}: ${value}`)

describe("the event page", () => {
  for (const kind of sourceKinds.filter((kind) => kind !== "rule"))
    it(`shows the context of an event from ${kind} as rows: species, confidence, and what is nested`, () =>
      assert.deepStrictEqual(
        shown(
          {
            species: "wolf",
            confidence: 0.93,
            model: { name: "MegaDetector", version: { major: 5 } },
            boxes: [1, 2],
            frames: [{ at: 3 }],
            at_night: true,
            note: null,
            empty: {}
          },
          kind
        ),
        [
          "Species: wolf",
          "Confidence: 0.93",
          "Model, name: MegaDetector",
          "Model, version, major: 5",
          "Boxes: 1, 2",
          'Frames: [{"at":3}]',
          "At night: yes",
          "Note: not known",
          "Empty: none"
        ]
      ))

  it("shows the figures stored with an event of a rule, where the records are gone", () =>
    assert.deepStrictEqual(
      shown(
        { values: { speed_kmh: 61.2 }, trigger: { kind: "position" }, kind: "fired", feature: null },
        "rule"
      ),
      ["Speed kmh: 61.2"]
    ))

  it("shows no row where there is no context, and says how many rows are left out of a long one", () => {
    assert.deepStrictEqual(shown({}, "device"), [])
    const many = Object.fromEntries(Array.from({ length: MAX_CONTEXT_ROWS + 7 }, (_, n) => [`key_${n}`, n]))
    const { more, rows } = contextRows({ context: many, source: source("device") })
    assert.deepStrictEqual([rows.length, more], [MAX_CONTEXT_ROWS, 7])
    assert.strictEqual(new Set(rows.map(({ path }) => path)).size, rows.length)
  })

  for (const [kind, traceId, mayRead, words] of [
    ["device", null, true, /no trace: a device reported it/],
    ["device", null, false, /no trace: a device reported it/],
    ["user", null, true, /no trace: a person reported it/],
    ["ai", null, true, /no trace: an AI client reported it/],
    ["integration", null, true, /no trace: an integration reported it/],
    ["rule", "019a0c24-5e12-7b04-8d5e-93a0c1f2e4b6", true, /has expired/],
    ["rule", "019a0c24-5e12-7b04-8d5e-93a0c1f2e4b6", false, /permission to read traces/],
    ["rule", null, true, /without a trace/]
  ] as const)
    it(`says why no trace is shown: ${kind}, ${traceId === null ? "never had one" : "had one"}, ${mayRead ? "may" : "may not"} read traces`, () => {
      const text = missingTrace({ source: source(kind), trace_id: traceId }, mayRead)
      assert.match(text, words)
      assert.notMatch(text, /kept no more| or you/)
    })
})
