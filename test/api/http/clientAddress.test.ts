// Whose address a request has, when some of those who pass it on may lie.
import { Option } from "effect"
import type * as HttpServerRequest from "effect/http/HttpServerRequest"
import { assert, describe, it } from "vitest"
import { makeClientAddress } from "../../../src/api/http/clientAddress.ts"

/** The address of a request from `peer`, as far as this question goes. */
const addressOf = (trusted: ReadonlyArray<string>, peer: string, forwarded?: string) =>
  makeClientAddress(trusted)({
    remoteAddress: Option.some(peer),
    headers: forwarded === undefined ? {} : { "x-forwarded-for": forwarded }
  } as unknown as HttpServerRequest.HttpServerRequest)

describe("the address of a caller", () => {
  it("is the peer's, whatever it says, unless it is a proxy of ours", () => {
    assert.strictEqual(addressOf([], "198.51.100.7", "192.0.2.1"), "198.51.100.7")
    assert.strictEqual(addressOf(["10.0.0.0/8"], "11.0.0.1", "192.0.2.1"), "11.0.0.1")
    assert.strictEqual(addressOf(["10.0.0.0/8"], "10.1.2.3", "192.0.2.1"), "192.0.2.1")
    assert.strictEqual(addressOf(["fd00::/8", "10.0.0.1"], "fd00::5", "2001:db8::1"), "2001:db8::1")
    assert.strictEqual(addressOf(["10.0.0.0/8"], "10.1.2.3"), "10.1.2.3")
  })

  it("is the last one that no proxy of ours has: those before it may be made up", () => {
    assert.strictEqual(
      addressOf(["10.0.0.0/8"], "10.0.0.1", "127.0.0.1, 192.0.2.1, 203.0.113.9, 10.0.0.2"),
      "203.0.113.9"
    )
    assert.strictEqual(addressOf(["10.0.0.0/8"], "10.0.0.1", "10.0.0.3,10.0.0.2"), "10.0.0.1")
    assert.strictEqual(
      addressOf(["10.0.0.0/8"], "10.0.0.1", "unknown, 203.0.113.9; drop table users"),
      "10.0.0.1"
    )
  })

  it("is IPv4 where IPv6 only wraps it, and has no zone", () => {
    assert.strictEqual(addressOf([], "::ffff:198.51.100.7"), "198.51.100.7")
    assert.strictEqual(addressOf(["198.51.100.7"], "::ffff:198.51.100.7", "fe80::1%eth0"), "fe80::1")
  })
})
