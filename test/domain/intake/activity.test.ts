// Activity as arithmetic: the change of the accelerometer vector between consecutive status messages.
import { assert, describe, it } from "@effect/vitest"
import {
  type Acceleration,
  changeBetween,
  concernsActivity,
  deriveActivities,
  type StatusMessage
} from "../../../src/domain/intake/activity.ts"

const at = (x: number, y = 0, z = 0): Acceleration => ({ x, y, z })
const message = (acceleration: Acceleration, more: Partial<StatusMessage> = {}): StatusMessage => ({
  acceleration,
  activity: null,
  isOwn: false,
  isNew: true,
  ...more
})
const derived = (messages: ReadonlyArray<StatusMessage>) =>
  deriveActivities(messages).map(({ activity, message: m }) => [messages.indexOf(m), activity])

describe("the change between two accelerations", () => {
  it("is the length of the difference of the vectors", () => {
    assert.strictEqual(changeBetween(at(0), at(3, 4)), 5)
    assert.strictEqual(changeBetween(at(1, 2, 3), at(3, 5, 9)), 7)
    assert.strictEqual(changeBetween(at(3, 5, 9), at(1, 2, 3)), 7)
    assert.strictEqual(changeBetween(at(0.1, 9.81, 0.2), at(0.1, 9.81, 0.2)), 0)
  })

  it("is a number even where its square is none", () => {
    assert.strictEqual(changeBetween(at(-1e308), at(1e308)), Number.MAX_VALUE)
  })
})

describe("the activities of a device's messages", () => {
  it("are each message's change from the one before; the first has none", () => {
    assert.deepStrictEqual(derived([message(at(0)), message(at(3, 4)), message(at(3, 4, 1))]), [
      [1, 5],
      [2, 1]
    ])
    assert.deepStrictEqual(derived([message(at(0))]), [])
    assert.deepStrictEqual(derived([]), [])
  })

  it("change only where a message is new, or follows a new one", () => {
    const old = (acceleration: Acceleration, activity: number | null) =>
      message(acceleration, { isNew: false, activity })
    assert.deepStrictEqual(
      derived([old(at(0), null), old(at(1), 99), message(at(5)), old(at(2), 1), old(at(9), 99)]),
      [
        [2, 4],
        [3, 3]
      ]
    )
    assert.deepStrictEqual(derived([message(at(1)), old(at(3), null)]), [[1, 2]])
    assert.deepStrictEqual(derived([old(at(1), null), message(at(3)), old(at(5), 2)]), [[1, 2]])
  })

  it("are left alone where the device sends its own; its vector still counts for the next", () => {
    assert.deepStrictEqual(derived([message(at(0)), message(at(1), { isOwn: true }), message(at(3))]), [
      [2, 2]
    ])
  })
})

describe("metrics", () => {
  it("concern activity by their exact names", () => {
    assert.deepStrictEqual(
      ["accel_x", "accel_y", "accel_z", "activity", "accel_w", "Activity", "toString", "__proto__"].filter(
        concernsActivity
      ),
      ["accel_x", "accel_y", "accel_z", "activity"]
    )
  })
})
