// Which tag was on which animal, told from rows.
import { assert, describe, it } from "vitest"
import { Deployments } from "../../../src/domain/intake/Deployments.ts"
import { EARLIEST_MS } from "../../../src/domain/time.ts"

const seen = (...rows: ReadonlyArray<readonly [tag: string, individual: string, at: number]>) => {
  const deployments = new Deployments()
  for (const row of rows) deployments.see(...row)
  return deployments
}

describe("deployments", () => {
  it("make one device for an animal without a tag, under the animal's name, for all time", () => {
    const { deviceOf, devices } = seen(["", "Cilla", 5], ["", "Cilla", 3], ["", "Pepper", 1]).settle()
    assert.deepStrictEqual(
      devices.map((d) => d.device),
      ["Pepper", "Cilla"]
    )
    assert.deepStrictEqual(devices[0]!.on, [{ individual: "Pepper", from: EARLIEST_MS, to: null }])
    assert.strictEqual(deviceOf("", "Cilla"), "Cilla")
  })

  it("hand a tag from one animal to the next at the next one's first fix", () => {
    const { deviceOf, devices } = seen(
      ["7", "Leroy", 9],
      ["7", "Ricky", 20],
      ["7", "Leroy", 10],
      ["7", "Ricky", 15]
    ).settle()
    assert.deepStrictEqual(devices, [
      {
        device: "7",
        on: [
          { individual: "Leroy", from: EARLIEST_MS, to: 15 },
          { individual: "Ricky", from: 15, to: null }
        ]
      }
    ])
    assert.strictEqual(deviceOf("7", "Ricky"), "7")
  })

  it("make one device per animal of a tag that was on two at once", () => {
    const { deviceOf, devices } = seen(["gps", "Leroy", 1], ["gps", "Ricky", 5], ["gps", "Leroy", 9]).settle()
    assert.deepStrictEqual(
      devices.map((d) => d.device),
      ["gps (Leroy)", "gps (Ricky)"]
    )
    assert.strictEqual(deviceOf("gps", "Ricky"), "gps (Ricky)")
  })

  it("give one animal two devices when it carried two tags", () => {
    const deployments = seen(["1", "Leroy", 1], ["2", "Leroy", 5])
    assert.deepStrictEqual(
      deployments.settle().devices.map((d) => d.device),
      ["1", "2"]
    )
    assert.deepStrictEqual(deployments.individuals, ["Leroy"])
  })
})
