// What to do about an outcome: by its code in the shown language, and as the server says it where the code is newer.
import { showLanguage } from "../../support/words.ts"
import { afterEach, assert, describe, it } from "@effect/vitest"
import { remedyText } from "../../../src/console/design/remedyText.ts"
import { remedies as ofDeliveries } from "../../../src/domain/automation/DeliveryCode.ts"
import { remedies as ofIntake } from "../../../src/domain/intake/TraceCode.ts"

const all = Object.entries({ ...ofIntake, ...ofDeliveries })

describe("what to do about an outcome", () => {
  afterEach(() => showLanguage("en"))

  it("is in English what the server says, word for word; no code stands for two outcomes", () => {
    for (const [code, remedy] of all) assert.strictEqual(remedyText("?", code), remedy)
    assert.lengthOf(all, Object.keys(ofIntake).length + Object.keys(ofDeliveries).length)
  })

  it("is said in Spanish for every code, and in English for one that is not known yet", async () => {
    await showLanguage("es")
    for (const [code, remedy] of all) assert.notStrictEqual(remedyText(remedy, code), remedy)
    assert.strictEqual(remedyText("Wait.", "OF_TOMORROW"), "Wait.")
    assert.strictEqual(remedyText("Wait.", null), "Wait.")
  })
})
