// Which addresses of a machine others may reach it by.
import { assert, describe, it } from "@effect/vitest"
import { addressesOf } from "../../../src/domain/system/Reach.ts"

describe("the addresses of a machine", () => {
  it("are those of its networks once each, without loopback and what a card gave itself", () => {
    const found = addressesOf({
      lo: [{ address: "127.0.0.1", family: "IPv4", internal: true }],
      eth0: [
        { address: "192.168.1.20", family: "IPv4", internal: false },
        { address: "fe80::1", family: "IPv6", internal: false }
      ],
      eth1: [{ address: "192.168.1.20", family: "IPv4", internal: false }],
      wlan0: [{ address: "169.254.3.4", family: "IPv4", internal: false }],
      gone: undefined
    })
    assert.deepStrictEqual(found, ["192.168.1.20"])
  })
})
