// Whom to call about an alert, and at which address.
import { assert, it } from "@effect/vitest"
import { callOrder, farText, telOf } from "../../../../../src/console/pages/alerts/call/callOrder.ts"

const contact = (user_id: string, entity_id: string | null = null, name: string | null = user_id) => ({
  user_id,
  name,
  phone: "112",
  entity_id
})
const near = (id: string, distance_m: number) => ({ entity: { id }, distance_m, fix_age_seconds: 60 })

it("who has it comes first, then the nearest, then the others by name; never oneself", () => {
  const contacts = [
    contact("Zoe"),
    contact("Anna"),
    contact("Far", "f"),
    contact("Near", "n"),
    contact("Me", "m")
  ]
  const choices = callOrder(contacts, [near("m", 1), near("n", 340), near("cow", 350), near("f", 9000)], {
    handler: "Zoe",
    self: "Me"
  })
  assert.deepStrictEqual(
    choices.map(({ contact, has, near }) => [contact.name, has, near?.metres ?? null]),
    [
      ["Zoe", true, null],
      ["Near", false, 340],
      ["Far", false, 9000],
      ["Anna", false, null]
    ]
  )
})

it("a number is called by its digits", () => {
  assert.strictEqual(telOf("+49 (0)170 123-4567"), "tel:+491701234567")
  assert.strictEqual(telOf("(0)170 12"), "tel:017012")
  assert.strictEqual(telOf("112"), "tel:112")
})

it("distances are said as people say them", () => {
  assert.deepStrictEqual([4, 344, 1240, 17_800].map(farText), ["10 m", "340 m", "1.2 km", "18 km"])
})
