// Whose the key E is while a toast is on the map.
import { assert, it } from "@effect/vitest"
import { isToastKey, TOAST_KEY_DELAY_MS } from "../../../../src/console/pages/live/toastKey.ts"

it.each([
  ["that has just arrived has no key", 0, false, false],
  ["has no key before two seconds have gone", TOAST_KEY_DELAY_MS - 1, false, false],
  ["that can have been read has the key", TOAST_KEY_DELAY_MS, false, true],
  ["has no key while a row is chosen, however long it is there", 60_000, true, false]
] as const)("a toast %s", (_, shownForMs, isRowChosen, expected) => {
  assert.strictEqual(isToastKey(shownForMs, isRowChosen), expected)
})
