// Warnings say the same as text and as message, which every language can say.
import { assert, describe, it } from "vitest"
import { messageOf, notice, warningAbout, warningInPeriod } from "../../../sandbox/result/warnings.ts"
import { warnings as spanish } from "../../../src/words/es/messages/warnings.ts"
import { messageText } from "../../../src/words/message.ts"
import { idOf } from "../job.ts"

const SUBJECT_ID = idOf(1)
const tooFast = notice(
  "impossible_speed",
  messageOf("tooFast", { fixes: 1204, share: 0.034, maxSpeed: 15, mayBeBird: 1 }),
  { excluded: 1204 }
)

describe("a warning", () => {
  it("has its text in English, and as code and parameters for other languages", () => {
    const { message, text } = warningAbout(SUBJECT_ID, tooFast)
    assert.strictEqual(
      text,
      "1,204 fixes (3.4%) left out: reaching them takes more than 15 m/s. Birds in flight are faster than " +
        "that: give a higher `max_speed_mps` for them."
    )
    assert.strictEqual(
      messageText(message!, spanish),
      "Sin contar 1204 posiciones (3,4\u00a0%): para llegar a ellas hacen falta más de 15 m/s. Las aves en vuelo " +
        "son más rápidas: indique para ellas un `max_speed_mps` mayor."
    )
  })

  it("names its period where a run has two", () => {
    const textIn = (isCompared: boolean) =>
      warningInPeriod(SUBJECT_ID, "comparison", isCompared, tooFast).text
    assert.match(textIn(true), /^Comparison period: 1,204 fixes/)
    assert.match(textIn(false), /^1,204 fixes/)
  })

  it("lists the changes of a device, and how many more there are", () => {
    const changes = ["A", "B"].map((to) => messageOf("change", { at: "2026-05-01 10:00", from: "X", to }))
    const { message, text } = warningAbout(
      SUBJECT_ID,
      notice("collar_change", messageOf("collarChange", { changes, more: 3 }), {})
    )
    assert.strictEqual(
      text,
      "The device changed inside the period: on 2026-05-01 10:00 UTC from X to A; on 2026-05-01 10:00 UTC " +
        "from X to B; and 3 times more."
    )
    assert.strictEqual(
      messageText(message!, spanish),
      "El dispositivo cambió dentro del período: el 2026-05-01 10:00 UTC de X a A; el 2026-05-01 10:00 UTC de " +
        "X a B; y 3 veces más."
    )
  })
})
