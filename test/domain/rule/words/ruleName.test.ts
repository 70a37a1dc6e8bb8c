// The names that are suggested for rules.
import { assert, describe, it } from "@effect/vitest"
import { canonical, type RuleDocument } from "../../../../src/domain/rule/Document.ts"
import type { Names } from "../../../../src/domain/rule/words/phrases.ts"
import { englishName, nameMessage } from "../../../../src/domain/rule/words/ruleName.ts"
import { sentenceMessage } from "../../../../src/domain/rule/words/sentence.ts"
import { server as spanish } from "../../../../src/words/es/messages/server.ts"
import { messageText, shortName } from "../../../../src/words/message.ts"

const known: Readonly<Record<string, string>> = { m: "Spring meadow", c: "Cow", a: "Alma", h: "Herd" }
const nameOf = (id: string) => known[id] ?? null
const names: Names = {
  metric: (key) => ({ label: key === "activity" ? "Activity" : null, unit: null }),
  feature: nameOf,
  entity: nameOf,
  entityType: nameOf,
  group: nameOf,
  device: nameOf
}
const named = (more: Pick<RuleDocument, "conditions"> & Partial<RuleDocument>) =>
  nameMessage(
    sentenceMessage(
      canonical({ trigger: { kind: "position" }, event: { event_type: "SEEN", title: "seen" }, ...more }),
      names
    )
  )
const leaves = { type: "spatial", relation: "exit", feature_ids: ["m"] } as const

describe("the name suggested for a rule", () => {
  it("is its sentence without what happens then, how often it looks, and how exactly", () => {
    const name = named({
      scope: { entity_type_ids: ["c"], group_ids: ["h"] },
      conditions: { ...leaves, exit_buffer_m: 20, confirm_samples: 2 },
      for_seconds: 300,
      cooldown_seconds: 3600
    })
    assert.strictEqual(englishName(name), "Cow in Herd leaves Spring meadow for 5 min")
    assert.strictEqual(messageText(name, spanish), "Cow de Herd sale de Spring meadow durante 5 min")
  })

  it("begins with whom the rule is about", () => {
    assert.strictEqual(englishName(named({ conditions: leaves })), "Anyone leaves Spring meadow")
    const alma = named({ scope: { entity_ids: ["a"] }, conditions: leaves })
    assert.strictEqual(englishName(alma), "Alma leaves Spring meadow")
  })

  it("is cut at the end of a word", () => {
    const low = { type: "threshold", metric: "activity", op: "<", value: 3.25 } as const
    const name = englishName(named({ conditions: { all: [leaves, low, { not: low }, low] } }))
    assert.isAtMost(name.length, 81)
    assert.match(name, /^Anyone leaves Spring meadow, has activity below 3.25, .*[a-z0-9]…$/)
    assert.strictEqual(shortName("short"), "short")
  })
})
